/**
 * Accepts a risk in the text of a document, where VS Code shows no quick-fixes since nothing can be
 * edited.
 */
import type * as vscode from "vscode";
import { chooseFix } from "../findings/fixes.ts";
import type { Session } from "../server/session.ts";

export function acceptFinding(
  session: Session,
  { document, selection }: vscode.TextEditor,
): Promise<void> {
  return chooseFix(session, document, selection, "quickfix.unlinkable.accept", "Accept a risk");
}
