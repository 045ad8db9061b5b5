/**
 * The fixes of a finding in a list of their own: all of them behind the entry "More…", and those of
 * the text of a document, where nothing can be edited and VS Code shows none.
 *
 * VS Code itself lets go of a list of fixes soon after it was asked for; what is chosen in it later
 * then ends in "Actual command not found". So the server is asked here.
 */
import * as vscode from "vscode";
import type { Session } from "../server/session.ts";

/** Has the user choose a fix of a kind at a place, and makes it, unless the text has changed. */
export async function chooseFix(
  session: Session,
  document: vscode.TextDocument,
  place: vscode.Range,
  kind: string,
  title: string,
): Promise<void> {
  const { version } = document;
  const fixes = await session.fixes(document, place, kind);
  if (fixes.length === 0) {
    void vscode.window.showInformationMessage("Put the cursor on an underlined finding first.");
    return;
  }
  const entries = fixes.map((fix) => ({ label: fix.title, fix }));
  const chosen = await vscode.window.showQuickPick(entries, { title });
  if (chosen === undefined) return;
  if (document.version !== version) {
    void vscode.window.showInformationMessage("The text has changed. Choose again.");
    return;
  }
  await chosen.fix.apply();
}
