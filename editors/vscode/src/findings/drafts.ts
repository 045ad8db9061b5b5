/**
 * Which document a command is about, and where in it a finding stands.
 */
import * as vscode from "vscode";

/** The draft in the active editor; says so when there is none. */
export function activeDraft(): vscode.TextDocument | undefined {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined) {
    void vscode.window.showInformationMessage("Open a draft first, then try again.");
  }
  return document;
}

/** Opens a draft, at a finding when its offsets are given; they count Unicode code points. */
export async function openDraft(uri: string, start?: number, end?: number): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  const editor = await vscode.window.showTextDocument(document, { preview: false });
  if (start === undefined || end === undefined) return;
  const characters = Array.from(document.getText());
  const at = (offset: number) => document.positionAt(characters.slice(0, offset).join("").length);
  editor.selection = new vscode.Selection(at(start), at(end));
  editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** The link of a page that runs `openDraft`. */
export function draftLink(uri: vscode.Uri, finding?: { start: number; end: number }): string {
  const place = finding === undefined ? [] : [finding.start, finding.end];
  const argument = encodeURIComponent(JSON.stringify([uri.toString(), ...place]));
  return `command:unlinkable.openDraft?${argument}`;
}
