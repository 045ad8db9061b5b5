/**
 * Which document a command is about: the one that was clicked, or the one that is open.
 */
import * as vscode from "vscode";
import { isDocument } from "./names.ts";
import { documentUri } from "./uris.ts";

/** Says so when there is none. */
export function chosenDocument(clicked: vscode.Uri | undefined): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const open =
    input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom
      ? input.uri
      : undefined;
  const file = [clicked, open]
    .map((uri) => uri && documentUri(uri))
    .find((uri) => uri !== undefined);
  if (file?.scheme === "file" && isDocument(file.path)) return file;
  void vscode.window.showInformationMessage(
    "Click a document (DOCX, ODT, PDF, …) in the list of files first, or open one.",
  );
  return undefined;
}
