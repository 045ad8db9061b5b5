/**
 * Which document a command is about, and where in it a finding stands.
 */
import * as vscode from "vscode";
import { textUri } from "../documents/uris.ts";
import type { PlaceRange } from "../server/protocol.ts";

/** The draft in the active editor; says so when there is none. */
export function activeDraft(): vscode.TextDocument | undefined {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined) {
    void vscode.window.showInformationMessage("Open a draft first, then try again.");
  }
  return document;
}

/** Whether a document has a tab. VS Code itself keeps documents for a while after the last one. */
export function isOpen({ uri }: vscode.TextDocument): boolean {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .flatMap(({ input }) => {
      if (input instanceof vscode.TabInputText) return [input.uri];
      return input instanceof vscode.TabInputTextDiff ? [input.original, input.modified] : [];
    })
    .some((open) => open.toString() === uri.toString());
}

/** Shows a place of a draft in its editor, which then has the keyboard unless that stays. */
export async function showPlace(
  draft: vscode.TextDocument | vscode.Uri,
  place: vscode.Range,
  preserveFocus = false,
): Promise<void> {
  const document =
    draft instanceof vscode.Uri ? await vscode.workspace.openTextDocument(draft) : draft;
  const shown = vscode.window.visibleTextEditors.find((one) => one.document === document);
  const editor = await vscode.window.showTextDocument(document, {
    preview: false,
    preserveFocus,
    ...(shown?.viewColumn !== undefined && { viewColumn: shown.viewColumn }),
  });
  editor.selection = new vscode.Selection(place.start, place.end);
  editor.revealRange(place, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** A range of the protocol in the form of VS Code. */
export function rangeOf({ start, end }: PlaceRange): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

/** Opens a draft, at a finding when its offsets are given; they count Unicode code points. */
export async function openDraft(uri: string, start?: number, end?: number): Promise<void> {
  const document = await vscode.workspace.openTextDocument(textUri(vscode.Uri.parse(uri)));
  if (start === undefined || end === undefined) {
    await vscode.window.showTextDocument(document, { preview: false });
    return;
  }
  const characters = Array.from(document.getText());
  const at = (offset: number) => document.positionAt(characters.slice(0, offset).join("").length);
  await showPlace(document, new vscode.Range(at(start), at(end)));
}

/** The link of a page that runs `openDraft`. */
export function draftLink(uri: vscode.Uri, finding?: { start: number; end: number }): string {
  const place = finding === undefined ? [] : [finding.start, finding.end];
  const argument = encodeURIComponent(JSON.stringify([uri.toString(), ...place]));
  return `command:unlinkable.openDraft?${argument}`;
}
