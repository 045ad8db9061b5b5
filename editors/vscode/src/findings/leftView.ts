/**
 * The list of what is left to do in the draft of the active editor, the worst passage first: a tree
 * in the side bar. What is left, and in which order, is the server's to say.
 */
import * as vscode from "vscode";
import { SCHEME as DOCUMENT_SCHEME } from "../documents/names.ts";
import type { Left, Passage } from "../server/protocol.ts";
import { isOpen, rangeOf, showPlace } from "./drafts.ts";
import { DraftTree } from "./draftTree.ts";
import type { Session } from "../server/session.ts";
import { aboveList, leftInWords, passageAloud, passageInWords } from "./leftText.ts";

/** A passage, or a line below one that says why, or what would become of it. */
type Row =
  | { readonly kind: "passage"; readonly passage: Passage; readonly rank: number }
  | { readonly kind: "line"; readonly text: string; readonly place: vscode.Range };

export class LeftView extends DraftTree<Row> {
  private shown: Left | undefined;

  constructor(session: Session) {
    super(session, "unlinkable.left");
    this.listening.push(
      vscode.window.tabGroups.onDidChangeTabs(() => {
        this.refresh();
      }),
    );
    this.refresh();
  }

  getTreeItem(row: Row): vscode.TreeItem {
    if (row.kind === "line") {
      const item = new vscode.TreeItem(row.text);
      item.tooltip = row.text;
      item.command = this.going(row.place);
      return item;
    }
    const { passage, rank } = row;
    const item = new vscode.TreeItem(passage.text, vscode.TreeItemCollapsibleState.Collapsed);
    item.description = passageInWords(passage);
    item.tooltip = `${passage.text}\n\n→ ${passage.masked}`;
    item.contextValue = "passage";
    item.command = this.going(rangeOf(passage.range));
    if (this.shown !== undefined) {
      item.accessibilityInformation = { label: passageAloud(passage, rank, this.shown) };
    }
    return item;
  }

  getChildren(row?: Row): Row[] {
    if (row === undefined) {
      return (this.shown?.passages ?? []).map((passage, index) => ({
        kind: "passage",
        passage,
        rank: index + 1,
      }));
    }
    if (row.kind === "line") return [];
    const { reasons, more, masked, range } = row.passage;
    const line = (text: string, place: vscode.Range): Row => ({ kind: "line", text, place });
    return [
      ...reasons.map((reason) => line(reason.message, rangeOf(reason.range))),
      ...(more > 0 ? [line(`and ${more} more in the same words`, rangeOf(range))] : []),
      line(`→ ${masked}`, rangeOf(range)),
    ];
  }

  /** Masks a passage: the one clicked, else the one selected, else the worst. */
  async mask(clicked?: Row): Promise<void> {
    // What is listed may still be of the text before.
    if (clicked === undefined && this.document !== undefined) {
      await this.session.settled(this.document);
    }
    const row = clicked ?? this.view.selection[0] ?? this.getChildren()[0];
    if (row === undefined) this.sayWhyEmpty();
    if (row?.kind !== "passage" || this.shown === undefined) return;
    if (this.document?.uri.scheme === DOCUMENT_SCHEME) {
      await offerNewFile(this.document.uri);
      return;
    }
    const { uri, version } = this.shown;
    const { range } = row.passage;
    await this.session.command("unlinkable.maskPassage", { uri, version, range });
  }

  /** Shows the worst passage in the editor. */
  async goToWorst(): Promise<void> {
    const worst = this.shown?.passages[0];
    if (worst === undefined || this.document === undefined) {
      this.sayWhyEmpty();
      return;
    }
    await showPlace(this.document, rangeOf(worst.range));
  }

  /** What is said above the list, or in its place. */
  private said(left: Left | undefined): string {
    return aboveList(this.document && this.session.statusOf(this.document)?.state, left);
  }

  private sayWhyEmpty(): void {
    void vscode.window.showInformationMessage(this.said(this.shown));
  }

  protected refresh(): void {
    const active = vscode.window.activeTextEditor?.document;
    if (active !== undefined && this.session.statusOf(active) !== undefined) this.document = active;
    if (this.document !== undefined && !isOpen(this.document)) this.document = undefined;
    const left = this.document && this.session.leftOf(this.document);
    this.view.message = this.said(left);
    if (left === this.shown) return;
    this.shown = left;
    this.view.description = left === undefined ? "" : leftInWords(left);
    this.view.badge =
      left && left.left > 0 ? { value: left.left, tooltip: leftInWords(left) } : undefined;
    this.redraw();
  }
}

/** The text of a document cannot be edited where it is shown. */
async function offerNewFile(shown: vscode.Uri): Promise<void> {
  const answer = await vscode.window.showInformationMessage(
    "This is what readers of the document see; it cannot be edited here. A protected version can be written as a new file.",
    "Protect This Document…",
  );
  if (answer === undefined) return;
  await vscode.commands.executeCommand("unlinkable.protectDocument", shown);
}
