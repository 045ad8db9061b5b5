/**
 * A tree in the side bar that is about the draft of the active editor. It knows when there may be
 * something new to list; what is listed is its heirs' to say.
 */
import * as vscode from "vscode";
import type { Session } from "../server/session.ts";

export abstract class DraftTree<Row> implements vscode.Disposable, vscode.TreeDataProvider<Row> {
  private readonly changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  protected readonly session: Session;
  protected readonly view: vscode.TreeView<Row>;
  protected readonly listening: vscode.Disposable[];
  /** The draft that is listed; it stays while no editor of a draft is active. */
  protected document: vscode.TextDocument | undefined;

  constructor(session: Session, view: string) {
    this.session = session;
    this.view = vscode.window.createTreeView(view, { treeDataProvider: this });
    const refresh = () => {
      this.refresh();
    };
    this.listening = [
      session.onDidChange(refresh),
      vscode.window.onDidChangeActiveTextEditor(refresh),
    ];
  }

  abstract getTreeItem(row: Row): vscode.TreeItem;
  abstract getChildren(row?: Row): vscode.ProviderResult<Row[]>;
  /** Looks whether what is listed still holds. */
  protected abstract refresh(): void;

  /** Has the tree drawn anew. */
  protected redraw(): void {
    this.changed.fire(undefined);
  }

  /** The command that shows a place of the draft in the editor; the keyboard stays in the tree, so
   * that a key meant for it can't change the text. */
  protected going(place: vscode.Range): vscode.Command {
    return {
      title: "Show in the Draft",
      command: "unlinkable.showPlace",
      arguments: [this.document?.uri, place, true],
    };
  }

  dispose(): void {
    vscode.Disposable.from(...this.listening).dispose();
    this.view.dispose();
    this.changed.dispose();
  }
}
