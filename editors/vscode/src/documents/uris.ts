/**
 * From a document to its text, and back, as VS Code names them.
 */
import * as vscode from "vscode";
import { documentPath, isDocument, SCHEME, textPath } from "./names.ts";

/** The URI of the text of a document; of any other file its own. */
export function textUri(file: vscode.Uri): vscode.Uri {
  if (file.scheme !== "file" || !isDocument(file.path)) return file;
  return file.with({ scheme: SCHEME, path: textPath(file.path) });
}

/** The document whose text is shown; any other file itself. */
export function documentUri(shown: vscode.Uri): vscode.Uri {
  if (shown.scheme !== SCHEME) return shown;
  return shown.with({ scheme: "file", path: documentPath(shown.path) });
}
