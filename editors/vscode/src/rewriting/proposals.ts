/**
 * A changed draft beside the draft itself, shown as differences before anything is applied. It
 * knows editors and tabs; it must never know why a change is proposed.
 */
import * as vscode from "vscode";

const SCHEME = "unlinkable-proposal";

export class Proposals implements vscode.Disposable, vscode.TextDocumentContentProvider {
  private readonly texts = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly registration = vscode.workspace.registerTextDocumentContentProvider(
    SCHEME,
    this,
  );
  private serial = 0;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? "";
  }

  /** Shows `text` beside `document`, each in half of the editor, in a tab that stays. */
  async open(document: vscode.TextDocument, text: string, title: string): Promise<Proposal> {
    return this.show(document, text, title, { preview: false });
  }

  /** The same, in the lower half of the window and at `range`, where no list covers it. */
  async openBelow(
    document: vscode.TextDocument,
    text: string,
    title: string,
    range: vscode.Range,
  ): Promise<Proposal> {
    await vscode.commands.executeCommand("workbench.action.newGroupBelow");
    return this.show(document, text, title, {
      preview: true,
      selection: range,
      preserveFocus: true,
    });
  }

  private async show(
    document: vscode.TextDocument,
    text: string,
    title: string,
    how: vscode.TextDocumentShowOptions,
  ): Promise<Proposal> {
    const uri = vscode.Uri.from({
      scheme: SCHEME,
      path: document.uri.path,
      query: String(++this.serial),
    });
    this.texts.set(uri.toString(), text);
    const compare = async (options: vscode.TextDocumentShowOptions) => {
      await vscode.commands.executeCommand("vscode.diff", document.uri, uri, title, options);
    };
    await compare(how);
    return {
      update: (changed) => {
        this.texts.set(uri.toString(), changed);
        this.changed.fire(uri);
      },
      show: (selection) => compare({ ...how, selection, preserveFocus: true }),
      close: async () => {
        await closeTabs(uri);
        this.texts.delete(uri.toString());
      },
    };
  }

  dispose(): void {
    this.registration.dispose();
    this.changed.dispose();
  }
}

export interface Proposal {
  readonly update: (text: string) => void;
  /** Goes to a place of the comparison, and opens it again where its tab was closed. */
  readonly show: (place: vscode.Range) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The text of `document` after `edits`, none of which overlap. */
export function editedText(
  document: vscode.TextDocument,
  edits: readonly { readonly range: vscode.Range; readonly newText: string }[],
): string {
  let text = document.getText();
  const lastFirst = edits
    .map((edit) => ({
      start: document.offsetAt(edit.range.start),
      end: document.offsetAt(edit.range.end),
      newText: edit.newText,
    }))
    .sort((a, b) => b.start - a.start);
  for (const { start, end, newText } of lastFirst) {
    text = text.slice(0, start) + newText + text.slice(end);
  }
  return text;
}

async function closeTabs(uri: vscode.Uri): Promise<void> {
  const tabs = vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter((tab) => shows(tab, uri));
  await vscode.window.tabGroups.close(tabs);
}

function shows(tab: vscode.Tab, uri: vscode.Uri): boolean {
  return (
    tab.input instanceof vscode.TabInputTextDiff && tab.input.modified.toString() === uri.toString()
  );
}
