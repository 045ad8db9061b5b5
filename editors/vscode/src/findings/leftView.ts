/**
 * The list of what is left to do in the draft of the active editor, the worst passage first: a tree
 * in the side bar. What is left, and in which order, is the server's to say.
 */
import * as vscode from "vscode";
import { SCHEME as DOCUMENT_SCHEME } from "../documents/names.ts";
import type { Left, Part, Passage, Way } from "../server/protocol.ts";
import { isOpen, rangeOf, showPlace } from "./drafts.ts";
import { DraftTree } from "./draftTree.ts";
import type { Session } from "../server/session.ts";
import {
  aboveList,
  besideLead,
  fromFirstChange,
  inOrderOfText,
  leadInWords,
  leftInWords,
  passageAloud,
} from "./leftText.ts";

/** A passage, or a line below one that says why, or what would become of it. */
type Row =
  | { readonly kind: "passage"; readonly passage: Passage; readonly rank: number }
  | { readonly kind: "way"; readonly passage: Passage; readonly way: Way; readonly number: number }
  | {
      readonly kind: "line";
      readonly text: string;
      readonly place: vscode.Range;
      readonly parts?: readonly Part[];
    };

/** The masks of a passage are known at once; whether wording does, may take a while. */
interface Ways {
  readonly masks: Promise<readonly Way[]>;
  readonly wordings: Promise<readonly Way[]>;
  /** What is known of the wordings by now. */
  reworded: readonly Way[];
}

/** So long a key waits for a wording before it takes the masks. */
const PATIENCE_MS = 3000;

/** In which order passages are listed: what leads most first, or as they stand in the text. */
type Order = "lead" | "text";

export class LeftView extends DraftTree<Row> {
  private shown: Left | undefined;
  private order: Order = "lead";
  /** The ways to end each passage that was looked at: by wording, and by masks. */
  private readonly ways = new Map<Passage, Ways>();
  /** The row that was taken by a key, and the version of the text without it: in the list of that
   * version the row in its place is chosen. */
  private taken = { row: -1, version: -1 };
  /** Whether a key changes the text, and the list is still that of the text before. */
  private taking = false;
  /** That row, which the tree may not have chosen yet. */
  private next: Row | undefined;

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
      const { text, parts } = fromFirstChange(row.text, row.parts ?? []);
      const item = new vscode.TreeItem({ label: text, highlights: parts });
      item.tooltip = row.text;
      item.command = this.going(row.place);
      return item;
    }
    if (row.kind === "way") {
      const { way, passage, number } = row;
      const { text, parts } = fromFirstChange(way.after, way.added);
      const item = new vscode.TreeItem({ label: `→ ${text}`, highlights: moved(parts, 2) });
      item.tooltip = `${way.title}\n\n${way.before}\n\n→ ${way.after}`;
      item.contextValue = "way";
      item.command = this.going(rangeOf(passage.place));
      item.accessibilityInformation = {
        label: `Way ${number + 1}: ${way.title}. It would become: ${way.after}`,
      };
      return item;
    }
    const { passage, rank } = row;
    const item = new vscode.TreeItem(
      leadInWords(passage),
      vscode.TreeItemCollapsibleState.Collapsed,
    );
    item.description = besideLead(passage);
    item.tooltip = `${passage.text}\n\n→ ${passage.masked}`;
    item.contextValue = "passage";
    item.id = `${this.shown?.uri ?? ""} ${this.shown?.version ?? 0} ${rank}`;
    item.command = this.going(rangeOf(passage.place));
    if (this.shown !== undefined) {
      item.accessibilityInformation = { label: passageAloud(passage, rank, this.shown) };
    }
    return item;
  }

  getChildren(row?: Row): Row[] | Promise<Row[]> {
    if (row === undefined) return this.rows();
    return row.kind === "passage" ? this.below(row.passage) : [];
  }

  /** Needed only to choose a passage, and passages lie below nothing. */
  getParent(): undefined {
    return undefined;
  }

  /** The passages in the order in which they are listed. */
  private rows(): Row[] {
    const passages = this.shown?.passages ?? [];
    return (this.order === "text" ? inOrderOfText(passages) : passages).map((passage) => ({
      kind: "passage",
      passage,
      rank: passages.indexOf(passage) + 1,
    }));
  }

  /** How the passage reads, what would stand there by each way, and why it is listed. */
  private async below(passage: Passage): Promise<Row[]> {
    const { reasons, more, text, range, place } = passage;
    const known = this.waysOf(passage);
    const ways = [...known.reworded, ...(await known.masks)];
    const line = (said: string, where: vscode.Range, parts?: readonly Part[]): Row => ({
      kind: "line",
      text: said,
      place: where,
      ...(parts && { parts }),
    });
    return [
      line(ways[0]?.before ?? text, rangeOf(place), ways[0]?.removed),
      ...ways.map((way, number): Row => ({ kind: "way", passage, way, number })),
      ...reasons.map((reason) => line(reason.message, rangeOf(reason.range))),
      ...(more > 0 ? [line(`and ${more} more in the same words`, rangeOf(range))] : []),
    ];
  }

  private waysOf(passage: Passage): Ways {
    const known = this.ways.get(passage);
    if (known !== undefined) return known;
    const { uri, version } = this.shown ?? {};
    const asked = async (kind: Way["kind"]): Promise<readonly Way[]> => {
      const place = { uri, version, range: passage.range, kind };
      return (await this.session.command<readonly Way[]>("unlinkable.passageWays", place)) ?? [];
    };
    const masks = asked("mask");
    const ways: Ways = { masks, wordings: masks.then(() => asked("reword")), reworded: [] };
    this.ways.set(passage, ways);
    void ways.wordings.then((reworded) => {
      ways.reworded = reworded;
      if (reworded.length > 0 && this.ways.get(passage) === ways) this.redraw();
    });
    return ways;
  }

  /** Ends the selected passage by one of its ways, or the way that is selected; asked by a key, so
   * that the next passage can be taken by the same key. */
  async take(number: number): Promise<void> {
    const row = this.selected();
    if (this.shown === undefined || this.document === undefined || row === undefined) return;
    if (row.kind === "line") {
      await showPlace(this.document, row.place);
      return;
    }
    if (this.document.uri.scheme === DOCUMENT_SCHEME) {
      await offerNewFile(this.document.uri);
      return;
    }
    if (this.taking) return;
    this.taking = true;
    let made: boolean | undefined = false;
    try {
      made = await this.end(row, number, this.shown);
    } finally {
      if (made !== true) this.taking = false;
    }
    await vscode.commands.executeCommand("unlinkable.left.focus");
  }

  /** Ends a passage by one of its ways; gives whether the text was changed. */
  private async end(
    row: Exclude<Row, { kind: "line" }>,
    number: number,
    { uri, version }: Left,
  ): Promise<boolean | undefined> {
    const known = this.waysOf(row.passage);
    await Promise.race([
      known.wordings,
      new Promise((resolve) => setTimeout(resolve, row.kind === "way" ? 0 : PATIENCE_MS)),
    ]);
    const ways = [...known.reworded, ...(await known.masks)];
    const way = row.kind === "way" ? row.way : (ways[number] ?? ways.at(-1));
    if (way === undefined) {
      this.ways.delete(row.passage); // the server may know some when it is asked again
      return false;
    }
    const { edits, title } = way;
    this.taken = {
      row: this.rows().findIndex((one) => passageOf(one) === row.passage),
      version: version + 1,
    };
    return this.session.command<boolean>("unlinkable.takeWay", { uri, version, edits, title });
  }

  /** The row that is chosen; where that is one of an earlier list, the one in its place. */
  private selected(): Row | undefined {
    const row = this.view.selection[0];
    if (row === undefined) return this.next;
    return row.kind === "line" || this.shown?.passages.includes(row.passage) ? row : this.next;
  }

  /** Lists the passages in another order. */
  async sort(order: Order): Promise<void> {
    this.order = order;
    await vscode.commands.executeCommand("setContext", "unlinkable.leftByText", order === "text");
    this.redraw();
  }

  /** Masks a passage: the one clicked, else the one selected, else the worst. */
  async mask(clicked?: Row): Promise<void> {
    // What is listed may still be of the text before.
    if (clicked === undefined && this.document !== undefined) {
      await this.session.settled(this.document);
    }
    const row = clicked ?? this.view.selection[0];
    const passage = row === undefined ? this.shown?.passages[0] : passageOf(row);
    if (row === undefined && passage === undefined) this.sayWhyEmpty();
    if (passage === undefined || this.shown === undefined) return;
    if (this.document?.uri.scheme === DOCUMENT_SCHEME) {
      await offerNewFile(this.document.uri);
      return;
    }
    const { uri, version } = this.shown;
    const { range } = passage;
    await this.session.command("unlinkable.maskPassage", { uri, version, range });
  }

  /** Shows the worst passage in the editor. */
  async goToWorst(): Promise<void> {
    const worst = this.shown?.passages[0];
    if (worst === undefined || this.document === undefined) {
      this.sayWhyEmpty();
      return;
    }
    await showPlace(this.document, rangeOf(worst.place));
  }

  /** What is said above the list, or in its place. */
  private said(left: Left | undefined): string {
    return aboveList(this.document && this.session.statusOf(this.document)?.state, left);
  }

  /** What is left of a draft; nothing as soon as it is clean, before that is counted. */
  private listed(document: vscode.TextDocument): Left | undefined {
    const left = this.session.leftOf(document);
    const clean = this.session.statusOf(document)?.clean === true;
    if (left === undefined || !clean || left.passages.length === 0) return left;
    return this.shown?.passages.length === 0 && this.shown.uri === left.uri
      ? this.shown
      : { ...left, left: 0, passages: [], unlisted: 0 };
  }

  private sayWhyEmpty(): void {
    void vscode.window.showInformationMessage(this.said(this.shown));
  }

  protected refresh(): void {
    const active = vscode.window.activeTextEditor?.document;
    if (active !== undefined && this.session.statusOf(active) !== undefined) this.document = active;
    if (this.document !== undefined && !isOpen(this.document)) this.document = undefined;
    const left = this.document && this.listed(this.document);
    this.view.message = this.said(left);
    if (left === this.shown) return;
    this.shown = left;
    this.taking = false;
    this.ways.clear();
    this.view.description = left === undefined ? "" : leftInWords(left);
    this.view.badge =
      left && left.left > 0 ? { value: left.left, tooltip: leftInWords(left) } : undefined;
    this.redraw();
    this.next = undefined;
    if (left?.version !== this.taken.version) return;
    const rows = this.rows();
    this.next = rows[this.taken.row] ?? rows.at(-1);
    if (this.next !== undefined) void this.view.reveal(this.next, { focus: true, select: true });
  }
}

function passageOf(row: Row): Passage | undefined {
  return row.kind === "line" ? undefined : row.passage;
}

function moved(parts: readonly Part[], by: number): [number, number][] {
  return parts.map(([start, end]) => [start + by, end + by]);
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
