/**
 * What is said and offered when the server is missing or has ended for good, in words for people
 * who are no programmers.
 */
import { readdir, stat } from "node:fs/promises";
import * as path from "node:path";
import * as vscode from "vscode";
import { chooseFolder } from "../settings/chosenFiles.ts";
import { install, InstallationFailed } from "./installation.ts";
import { stoppable } from "../programs/longWork.ts";
import { configuredServer } from "../server/search.ts";
import type { SessionState } from "../server/session.ts";

/** Resolves when the user has answered. */
export async function explainMissingServer(): Promise<void> {
  const setting = configuredServer();
  if (setting !== "") {
    const answer = await vscode.window.showErrorMessage(
      `Drafts are not being checked: the setting "unlinkable.server.path" must be the whole path of a program, and ${setting} is none.`,
      "Open the Setting",
    );
    if (answer !== undefined) {
      await vscode.commands.executeCommand(
        "workbench.action.openSettings",
        "unlinkable.server.path",
      );
    }
    return;
  }
  const answer = await vscode.window.showWarningMessage(
    "Drafts are not being checked yet: the checking program is not installed on this computer.",
    "Install…",
    "It Is Installed Elsewhere…",
  );
  if (answer === "Install…") await vscode.commands.executeCommand("unlinkable.install");
  if (answer === "It Is Installed Elsewhere…") await chooseServer();
}

/** Installs the server that comes with the extension; true when it is there at the end. */
export async function installServer(
  extension: string,
  environment: string,
  log: vscode.LogOutputChannel,
): Promise<boolean> {
  const source = await sourceOfWheels(extension);
  if (source === undefined) return false;
  const server = await bundledServer(extension);
  const { wheels } = source;
  try {
    const installed = await stoppable("Unlinkable", (onStep, signal) =>
      install({ environment, server, wheels, platform: process.platform, signal, onStep }),
    );
    return installed !== undefined;
  } catch (error) {
    await explainFailure(error, log);
    return false;
  }
}

/** Where what the server needs comes from; `undefined` where the user does not say. */
async function sourceOfWheels(
  extension: string,
): Promise<{ readonly wheels: string | undefined } | undefined> {
  const bundled = path.join(extension, "dist", "wheels"); // the extension for one platform has it
  if (await isFolder(bundled)) return { wheels: bundled };
  const way = await vscode.window.showQuickPick(
    [
      {
        label: "$(cloud-download) Download what it needs",
        detail: "Needs a network. Nothing of your drafts or originals is sent.",
        folder: false,
      },
      {
        label: "$(folder) Take what it needs from a folder…",
        detail: "Without a network: a folder of wheels from your administrator.",
        folder: true,
      },
    ],
    { title: "Install the checker", placeHolder: "It gets a Python environment of its own" },
  );
  if (!way?.folder) return way && { wheels: undefined };
  const wheels = await chooseWheels();
  return wheels === undefined ? undefined : { wheels };
}

async function isFolder(folder: string): Promise<boolean> {
  return stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** Says why an installation failed; throws what is no such failure. */
export async function explainFailure(error: unknown, log: vscode.LogOutputChannel): Promise<void> {
  if (!(error instanceof InstallationFailed)) throw error;
  log.error(`${error.message}\n${error.details}`);
  const answer = await vscode.window.showErrorMessage(error.message, "Show the Log");
  if (answer !== undefined) log.show();
}

/** Why nothing can be done about a draft while no server runs. */
export async function explainNotRunning(
  state: SessionState,
  log: vscode.LogOutputChannel,
): Promise<void> {
  if (state === "missing") await explainMissingServer();
  else if (state === "stopped") await explainStoppedServer(log);
  else {
    void vscode.window.showInformationMessage(
      "The checking program is still starting. Try again in a moment.",
    );
  }
}

export async function explainStoppedServer(log: vscode.LogOutputChannel): Promise<void> {
  const answer = await vscode.window.showErrorMessage(
    "Drafts are not being checked: the checking program did not start, or has ended several times in a row.",
    "Start It Again",
    "Show the Log",
  );
  if (answer === "Start It Again") await vscode.commands.executeCommand("unlinkable.restart");
  if (answer === "Show the Log") log.show();
}

async function chooseServer(): Promise<void> {
  const chosen = await vscode.window.showOpenDialog({
    title: "Choose the program named unlinkable",
    openLabel: "Use this program",
    canSelectMany: false,
  });
  if (chosen?.[0] === undefined) return;
  await vscode.workspace
    .getConfiguration("unlinkable")
    .update("server.path", chosen[0].fsPath, vscode.ConfigurationTarget.Global);
}

/** A folder with what cannot be downloaded on a computer without a network. */
export function chooseWheels(): Promise<string | undefined> {
  return chooseFolder("Choose the folder of wheels", "Install from this folder");
}

/** The wheel of the server in the folder of the extension. */
async function bundledServer(extension: string): Promise<string> {
  const folder = path.join(extension, "dist");
  const wheel = (await readdir(folder)).find((name) => name.endsWith(".whl"));
  if (wheel === undefined) throw new Error("the extension was packaged without its server");
  return path.join(folder, wheel);
}
