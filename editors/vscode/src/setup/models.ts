/**
 * The language model for rewriting, as a file: chosen, downloaded, looked at. It knows dialogs and
 * what the command line says of models.
 */
import * as vscode from "vscode";
import { chooseFile, setFile } from "../settings/chosenFiles.ts";
import { lastWords, runStoppable, stoppable } from "../programs/longWork.ts";
import { run } from "../programs/processes.ts";

/** What `unlinkable model info --format json` prints. */
export interface ModelInfo {
  readonly recommended: { readonly name: string; readonly size: number; readonly url: string };
  /** The llama-cpp-python of the program's environment; null when there is none that starts. */
  readonly runtime: { readonly version: string; readonly uses_cards: boolean } | null;
  /** The command that installs it there. */
  readonly install: string;
}

/**
 * What `command`, the server's program, says of models and of what runs them; `undefined` from one
 * that cannot say it yet.
 */
export async function modelInfo(command: string): Promise<ModelInfo | undefined> {
  const outcome = await run(command, ["model", "info", "--format", "json"]);
  return outcome.status === 0 ? (JSON.parse(outcome.output) as ModelInfo) : undefined;
}

/** True when a model was chosen and set; looked at before, with `command`, when that is given. */
export async function chooseModel(command?: string): Promise<boolean> {
  const file = await chooseFile("Choose the model file (GGUF)", "Use this model", {
    "Models (GGUF)": ["gguf"],
    "All files": ["*"],
  });
  if (file === undefined) return false;
  if (command !== undefined && !(await isModel(command, file))) return false;
  return setFile("model.path", file);
}

/** Whether a file is a whole model; says so when it is not. */
async function isModel(command: string, file: string): Promise<boolean> {
  const outcome = await stoppable("Looking at the model", (_, signal) =>
    run(command, ["model", "info", file, "--format", "json"], { signal }),
  );
  if (outcome === undefined || outcome.status === 0) return outcome !== undefined;
  void vscode.window.showErrorMessage(lastWords(outcome));
  return false;
}

/** Downloads the recommended model, with as many tries as the user wants; true when it is set. */
export async function downloadModel(
  command: string,
  size: string,
  log: vscode.LogOutputChannel,
): Promise<boolean> {
  const title = `The model (${size})`;
  for (;;) {
    const outcome = await runStoppable(title, command, ["model", "fetch"]);
    if (outcome === undefined) return false;
    if (outcome.status === 0) return setFile("model.path", outcome.output.trim());
    log.error(`Downloading the model ended with status ${outcome.status}.\n${outcome.errors}`);
    const answer = await vscode.window.showErrorMessage(
      `The model was not downloaded: ${lastWords(outcome)}.`,
      "Try Again",
      "Show the Log",
    );
    if (answer === "Show the Log") log.show();
    if (answer !== "Try Again") return false;
  }
}
