/**
 * Chooses the index that drafts are checked against, and builds one from a folder of originals.
 * It knows dialogs; the building is done by the command line.
 */
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import * as path from "node:path";
import * as vscode from "vscode";
import { chooseFile, setFile, setFileHere } from "../settings/chosenFiles.ts";
import { isWithin } from "../programs/paths.ts";
import { lastWords, runStoppable } from "../programs/longWork.ts";
import type { Session } from "../server/session.ts";

/** The exit status of a build that left out files of a folder, as no texts. */
const LEFT_OUT = 3;

export async function chooseIndex(): Promise<void> {
  const file = await chooseFile("Choose the index file", "Use this index");
  if (file !== undefined) await setFile("index", file);
}

/** Has the user say from which file a draft was made; the server remembers it. */
export async function chooseOriginal(session: Session, draft: vscode.Uri): Promise<void> {
  const file = await chooseFile("Choose the original of this draft", "This is the original");
  if (file === undefined) return;
  await session.command("unlinkable.setOriginal", { uri: draft.toString(), original: file });
}

/** Has the server forget from which file a draft was made. */
export async function forgetOriginal(session: Session, draft: vscode.Uri): Promise<void> {
  await session.command("unlinkable.setOriginal", { uri: draft.toString(), original: "" });
}

/**
 * Whether a folder may be indexed: not that of the drafts, since every draft in it would count as one
 * more original, and hide what leads back from itself.
 */
async function holdsOriginalsOnly(source: vscode.Uri): Promise<boolean> {
  const drafts = (vscode.workspace.workspaceFolders ?? []).find(({ uri }) =>
    isWithin(uri.fsPath, source.fsPath),
  );
  if (drafts === undefined) return true;
  const answer = await vscode.window.showWarningMessage(
    `Is ${path.basename(source.fsPath)} a folder of originals only?`,
    {
      modal: true,
      detail:
        `It holds ${drafts.name}, the folder that is open here. If there are drafts in it, each ` +
        "would count as one more original, and what leads back from it would no longer be found: " +
        "drafts would be called clean that are not. Keep the originals in a folder of their own.",
    },
    "It Holds Originals Only",
  );
  return answer !== undefined;
}

/** Builds an index beside the originals with `command`, the server's program, and has it used. */
export async function buildIndex(command: string, log: vscode.LogOutputChannel): Promise<void> {
  const [source] =
    (await vscode.window.showOpenDialog({
      title: "Choose the folder of the originals (or a .jsonl file)",
      openLabel: "Build the index from this",
      canSelectFolders: true,
      canSelectFiles: true,
      canSelectMany: false,
    })) ?? [];
  if (source === undefined || !(await holdsOriginalsOnly(source))) return;
  const target = await placeFor(source);
  if (target === undefined) return;
  const args = ["index", source.fsPath, "-o", target.fsPath];
  const outcome = await runStoppable("Building the index", command, args);
  if (outcome === undefined) return;
  if (outcome.status === LEFT_OUT) void vscode.window.showWarningMessage(lastWords(outcome));
  if (outcome.status !== 0 && outcome.status !== LEFT_OUT) {
    log.error(`Building an index ended with status ${outcome.status}.`);
    const message = lastWords(outcome) || "The index could not be built.";
    void vscode.window.showErrorMessage(message);
    return;
  }
  const where = await setFileHere("index", target.fsPath);
  const count = /: ([\d,]+) documents?/u.exec(outcome.output + outcome.errors)?.[1] ?? "All";
  const read = count === "1" ? "1 original" : `${count} originals`;
  void vscode.window.showInformationMessage(
    `${read} read. The index is ${target.fsPath}, used ${where}. Keep it as confidential as the originals.`,
    "OK",
  );
}

/** Beside the originals; where there is something of that name, or no writing, the user says where. */
async function placeFor(source: vscode.Uri): Promise<vscode.Uri | undefined> {
  const beside = vscode.Uri.file(`${source.fsPath.replace(/\.jsonl.*$/u, "")}.unlinkable`);
  const free = await vscode.workspace.fs.stat(beside).then(
    () => false,
    () => true,
  );
  const writable = await access(path.dirname(beside.fsPath), constants.W_OK).then(
    () => true,
    () => false,
  );
  if (free && writable) return beside;
  return vscode.window.showSaveDialog({
    title: "Where shall the index be kept?",
    saveLabel: "Build the index here",
    defaultUri: beside,
  });
}
