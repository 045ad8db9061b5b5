/**
 * The changes that are proposed for a draft: a list in the side bar, with the reason of each, from
 * which any can be dropped before the others are made. The question stays until it is answered. It
 * must never know how the changes came about.
 */
import * as vscode from "vscode";
import { rangeOf } from "../findings/drafts.ts";
import { changeInWords, keptInWords, type ProposedChange } from "./changes.ts";

/** What is done, with all changes that do it; or one change; or why it is proposed. */
type Row =
  | { readonly kind: "group"; readonly label: string; readonly changes: readonly ProposedChange[] }
  | { readonly kind: "change"; readonly change: ProposedChange }
  | { readonly kind: "why"; readonly text: string };

export class ChangesView implements vscode.Disposable, vscode.TreeDataProvider<Row> {
  private readonly changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly choice = new vscode.EventEmitter<readonly ProposedChange[]>();
  /** Fires with what is kept whenever that changes. */
  readonly onDidChoose = this.choice.event;
  private readonly view: vscode.TreeView<Row>;
  private document: vscode.TextDocument | undefined;
  private changes: readonly ProposedChange[] = [];
  private readonly dropped = new Set<ProposedChange>();

  constructor() {
    this.view = vscode.window.createTreeView("unlinkable.changes", {
      treeDataProvider: this,
      manageCheckboxStateManually: true,
    });
    this.view.onDidChangeCheckboxState(({ items }) => {
      for (const [row, state] of items) {
        const drop = state === vscode.TreeItemCheckboxState.Unchecked;
        for (const change of changesOf(row)) {
          if (drop) this.dropped.add(change);
          else this.dropped.delete(change);
        }
      }
      this.refresh();
      this.choice.fire(this.kept);
    });
  }

  /** What is to be changed: all but what the user has dropped. */
  get kept(): readonly ProposedChange[] {
    return this.changes.filter((change) => !this.dropped.has(change));
  }

  /** Lists changes, all of them kept at first, and puts the keyboard there. */
  async show(document: vscode.TextDocument, changes: readonly ProposedChange[]): Promise<void> {
    this.document = document;
    this.changes = changes;
    this.dropped.clear();
    this.refresh();
    await vscode.commands.executeCommand("unlinkable.changes.focus");
  }

  clear(): void {
    this.document = undefined;
    this.changes = [];
    this.dropped.clear();
    this.refresh();
  }

  getChildren(row?: Row): Row[] {
    if (row === undefined) {
      const labels = [...new Set(this.changes.map(({ label }) => label))];
      return labels.map((label) => ({
        kind: "group",
        label,
        changes: this.changes.filter((change) => change.label === label),
      }));
    }
    switch (row.kind) {
      case "group":
        return row.changes.map((change) => ({ kind: "change", change }));
      case "change":
        return row.change.why === "" ? [] : [{ kind: "why", text: row.change.why }];
      case "why":
        return [];
    }
  }

  getTreeItem(row: Row): vscode.TreeItem {
    if (row.kind === "why") {
      const item = new vscode.TreeItem(row.text);
      item.tooltip = row.text;
      return item;
    }
    const changes = changesOf(row);
    const kept = changes.filter((change) => !this.dropped.has(change)).length;
    const item =
      row.kind === "group"
        ? new vscode.TreeItem(
            `${row.label}: ${keptInWords(kept, changes.length)}`,
            vscode.TreeItemCollapsibleState.Expanded,
          )
        : new vscode.TreeItem(this.words(row.change), vscode.TreeItemCollapsibleState.Collapsed);
    item.checkboxState =
      kept > 0 ? vscode.TreeItemCheckboxState.Checked : vscode.TreeItemCheckboxState.Unchecked;
    if (row.kind === "change") {
      item.description = row.change.why;
      item.tooltip = `${this.words(row.change)}\n\n${row.change.why}`;
      item.command = {
        title: "Show the Change",
        command: "unlinkable.showChange",
        arguments: [rangeOf(row.change.edit.range)],
      };
      item.accessibilityInformation = {
        label: `${row.change.label}: ${this.words(row.change)}. ${row.change.why}`,
      };
    }
    return item;
  }

  dispose(): void {
    this.view.dispose();
    this.changed.dispose();
    this.choice.dispose();
  }

  private words({ edit }: ProposedChange): string {
    return changeInWords(this.document?.getText(rangeOf(edit.range)) ?? "", edit.newText);
  }

  private refresh(): void {
    this.view.message =
      this.changes.length === 0
        ? ""
        : "Nothing is changed yet. Untick what shall stay as it is, then Apply or Discard above.";
    this.view.description = keptInWords(this.kept.length, this.changes.length);
    this.changed.fire(undefined);
  }
}

function changesOf(row: Row): readonly ProposedChange[] {
  switch (row.kind) {
    case "group":
      return row.changes;
    case "change":
      return [row.change];
    case "why":
      return [];
  }
}
