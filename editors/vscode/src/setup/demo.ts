/**
 * A folder of invented rulings to try everything on, made by the command line and opened with a draft
 * in it. It must never know what is in the folder beyond that draft.
 */
import { access } from "node:fs/promises";
import * as os from "node:os";
import * as path from "node:path";
import * as vscode from "vscode";
import { lastWords } from "../programs/longWork.ts";
import { run } from "../programs/processes.ts";

const FOLDER = "unlinkable-demo";
const DRAFT = path.join("drafts", "robbery.txt");
const TO_OPEN = "unlinkable.demoDraft";

/** Makes the demo with `command`, unless it is there already, and opens it. */
export async function tryDemo(command: string, memory: vscode.Memento): Promise<void> {
  const folder = path.join(os.homedir(), FOLDER);
  const draft = path.join(folder, DRAFT);
  const there = await access(draft).then(
    () => true,
    () => false,
  );
  if (!there) {
    const title = "Unlinkable: making the demo";
    const location = vscode.ProgressLocation.Notification;
    const outcome = await vscode.window.withProgress({ location, title }, () =>
      run(command, ["demo", folder], { variables: { PYTHONUTF8: "1" } }),
    );
    if (outcome.status !== 0) {
      const message = lastWords(outcome) || "The demo could not be made.";
      void vscode.window.showErrorMessage(message);
      return;
    }
  }
  await memory.update(TO_OPEN, draft);
  await vscode.commands.executeCommand("vscode.openFolder", vscode.Uri.file(folder), {
    forceNewWindow: vscode.workspace.workspaceFolders !== undefined,
  });
}

/** Opens the draft of the demo, in the window that was just opened for it. */
export async function openDemoDraft(memory: vscode.Memento): Promise<void> {
  const draft = memory.get<string>(TO_OPEN);
  if (draft === undefined) return;
  const uri = vscode.Uri.file(draft);
  if (vscode.workspace.getWorkspaceFolder(uri) === undefined) return;
  await memory.update(TO_OPEN, undefined);
  await vscode.window.showTextDocument(uri, { preview: false });
}
