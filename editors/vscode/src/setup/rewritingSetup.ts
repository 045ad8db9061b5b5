/**
 * Leads the user to rewriting: what runs the model is installed, a model is chosen, and at the end
 * it is said whether all is there. It knows the questions; how things are done is known elsewhere.
 */
import * as vscode from "vscode";
import { stoppable } from "../programs/longWork.ts";
import { chooseModel, downloadModel, type ModelInfo, modelInfo } from "./models.ts";
import { type Hardware, installRuntime } from "./modelRuntime.ts";
import type { RewritingUnavailable } from "../server/protocol.ts";
import { environmentOf, type ServerLocation } from "../server/location.ts";
import { chooseWheels, explainFailure } from "./missingServer.ts";

const SET_UP = "Set Up Rewriting…";

export interface RewritingSetup {
  readonly server: ServerLocation;
  /** The model that is set already. */
  readonly model: string | undefined;
  readonly log: vscode.LogOutputChannel;
}

/** Says that the server has no model to rewrite with, and offers to mend it. */
export async function explainUnavailable({ message }: RewritingUnavailable): Promise<void> {
  const answer = await vscode.window.showWarningMessage(message, SET_UP);
  if (answer !== undefined) await vscode.commands.executeCommand("unlinkable.setUpRewriting");
}

export async function setUpRewriting(around: RewritingSetup): Promise<void> {
  const { command, origin } = around.server;
  const own = origin === "own installation" || origin === "extension";
  const before = await modelInfo(command);
  if (before === undefined) {
    await explainOutdated(command, own);
    return;
  }
  const runtime = own ? await offerRuntime(before, around) : await explainForeign(before, command);
  if (runtime === "stop") return;
  const chosen = await offerModel(before, around);
  await conclude((await modelInfo(command)) ?? before, chosen || around.model !== undefined, own);
}

async function explainOutdated(command: string, own: boolean): Promise<void> {
  const answer = await vscode.window.showErrorMessage(
    `The checking program ${command} is older than this extension: update it first.`,
    ...(own ? ["Install the Checker…"] : []),
  );
  if (answer !== undefined) await vscode.commands.executeCommand("unlinkable.install");
}

interface RuntimeItem extends vscode.QuickPickItem {
  readonly source: Hardware | "folder" | "as it is";
}

/** Asks what the model is to run on and installs that; the first of two questions. */
async function offerRuntime(
  { runtime }: ModelInfo,
  { server, log }: RewritingSetup,
): Promise<"go on" | "stop"> {
  const kept: RuntimeItem[] = runtime
    ? [
        {
          label: "$(check) Keep what is installed",
          detail: runtime.uses_cards
            ? "It can use this computer's graphics card."
            : "It uses this computer's processor.",
          source: "as it is",
        },
      ]
    : [];
  const item = await vscode.window.showQuickPick([...kept, ...hardware(process.platform)], {
    title: "Set up rewriting (1 of 2): what shall the language model run on?",
    placeHolder: "Installs the package llama-cpp-python, from github.com and the package index",
  });
  if (item === undefined) return "stop";
  if (item.source === "as it is") return "go on";
  const wheels = item.source === "folder" ? await chooseWheels() : undefined;
  if (item.source === "folder" && wheels === undefined) return "stop";
  const environment = environmentOf(server.command);
  const source = item.source === "folder" ? { wheels: wheels ?? "" } : { hardware: item.source };
  try {
    const done = await stoppable("Set up rewriting", async (onStep, signal) => {
      await installRuntime({ environment, source, platform: process.platform, signal, onStep });
      return true;
    });
    if (!done) return "stop";
    // Lest a model goes on running on what was there before.
    if (runtime !== null) await vscode.commands.executeCommand("unlinkable.restart");
    return "go on";
  } catch (error) {
    await explainFailure(error, log);
    return "stop";
  }
}

const WAY = "Ready-made where there is one, else compiled: minutes, and a C++ compiler.";

function hardware(platform: NodeJS.Platform): RuntimeItem[] {
  const network: RuntimeItem[] =
    platform === "darwin"
      ? [
          {
            label: "$(device-desktop) This Mac",
            description: "with its graphics (Metal)",
            detail: WAY,
            source: "metal",
          },
        ]
      : [
          {
            label: "$(device-desktop) The processor of this computer",
            description: "works everywhere, but slowly",
            detail: WAY,
            source: "processor",
          },
          {
            label: "$(zap) A graphics card of any make (Vulkan)",
            description: "fast; needs the card's driver",
            detail: WAY,
            source: "vulkan",
          },
          {
            label: "$(zap) An NVIDIA graphics card (CUDA)",
            description: "fast; needs NVIDIA's CUDA Toolkit",
            detail: WAY,
            source: "cuda",
          },
        ];
  return [
    ...network,
    {
      label: "$(folder) Take it from a folder…",
      detail: "Without a network: a folder of wheels from your administrator.",
      source: "folder",
    },
  ];
}

/** A program that others have installed is theirs: says what to run, and touches nothing. */
async function explainForeign(
  { runtime, install }: ModelInfo,
  command: string,
): Promise<"go on" | "stop"> {
  if (runtime !== null) return "go on";
  const answer = await vscode.window.showInformationMessage(
    "What runs the language model is missing: the package llama-cpp-python.",
    {
      modal: true,
      detail:
        `The program ${command} was not installed by this extension, so nothing is added to it ` +
        `from here. Run this in a terminal, or ask your administrator to:\n\n${install}`,
    },
    "Copy the Command",
    "Go On",
  );
  if (answer === "Copy the Command") await vscode.env.clipboard.writeText(install);
  return answer === undefined ? "stop" : "go on";
}

interface ModelItem extends vscode.QuickPickItem {
  readonly way: "download" | "file" | "as it is";
}

/** Asks for the model, the second of two questions; true when one was set. */
async function offerModel(
  { recommended }: ModelInfo,
  { server, model, log }: RewritingSetup,
): Promise<boolean> {
  const size = `${(recommended.size / 1e9).toFixed(1)} GB`;
  const kept: ModelItem[] =
    model === undefined
      ? []
      : [{ label: "$(check) Keep the model that is set", detail: model, way: "as it is" }];
  const items: ModelItem[] = [
    ...kept,
    {
      label: `$(cloud-download) Download the recommended model (${size})`,
      description: `from ${new URL(recommended.url).hostname}`,
      detail: `${recommended.name}; what was begun before is continued`,
      way: "download",
    },
    {
      label: "$(file) Choose a model file on this computer…",
      detail: "Its name ends in .gguf; your administrator may have put one somewhere.",
      way: "file",
    },
  ];
  const item = await vscode.window.showQuickPick(items, {
    title: "Set up rewriting (2 of 2): which language model?",
    placeHolder: "It works on this computer alone: nothing you write leaves it",
  });
  switch (item?.way) {
    case undefined:
    case "as it is":
      return false;
    case "download":
      return downloadModel(server.command, size, log);
    case "file":
      return chooseModel(server.command);
  }
}

/** One sentence: that it is ready, or what is still missing. */
async function conclude(after: ModelInfo, hasModel: boolean, own: boolean): Promise<void> {
  const keys = process.platform === "darwin" ? "⌘." : "Ctrl+.";
  if (after.runtime !== null && hasModel) {
    const on = after.runtime.uses_cards ? "graphics card" : "processor";
    void vscode.window.showInformationMessage(
      `Rewriting is ready and runs on the ${on}. Press ${keys} on an underlined phrase to see other words for it.`,
      "OK", // without a button, a long sentence is cut off
    );
    return;
  }
  if (after.runtime === null && !own) {
    const answer = await vscode.window.showWarningMessage(
      `Rewriting is not ready yet. Still missing: llama-cpp-python; run ${after.install}`,
      "Copy the Command",
    );
    if (answer !== undefined) await vscode.env.clipboard.writeText(after.install);
    return;
  }
  const missing = after.runtime === null ? "what runs the model" : "a model";
  const answer = await vscode.window.showWarningMessage(
    `Rewriting is not ready yet. Still missing: ${missing}.`,
    SET_UP,
  );
  if (answer !== undefined) await vscode.commands.executeCommand("unlinkable.setUpRewriting");
}
