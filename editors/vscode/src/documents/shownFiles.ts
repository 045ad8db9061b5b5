/**
 * Documents shown as text that nobody can edit: what is visible of a file, as the server reads it,
 * with the place of every paragraph before it. The server checks that text like any draft. It must
 * never know how such files are read.
 */
import * as vscode from "vscode";
import type { Session } from "../server/session.ts";
import type { ShownFile } from "../server/protocol.ts";
import { untilHolds } from "../server/waiting.ts";
import { SCHEME } from "./names.ts";
import { documentUri, textUri } from "./uris.ts";

/** What stands, on a line of its own, between two parts that nobody reads on from. */
const BETWEEN_PARTS = "\x1e";

export class ShownFiles
  implements vscode.Disposable, vscode.TextDocumentContentProvider, vscode.InlayHintsProvider
{
  private readonly session: Session;
  private readonly files = new Map<string, ShownFile>();
  private readonly watchers = new Map<string, vscode.Disposable>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly placed = new vscode.EventEmitter<void>();
  readonly onDidChangeInlayHints = this.placed.event;
  private readonly boundary = vscode.window.createTextEditorDecorationType({ opacity: "0" });
  private readonly listening: vscode.Disposable;

  constructor(session: Session) {
    this.session = session;
    this.listening = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.languages.registerInlayHintsProvider({ scheme: SCHEME }, this),
      vscode.window.onDidChangeVisibleTextEditors((editors) => {
        editors.forEach(this.hideBoundaries);
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        vscode.window.visibleTextEditors
          .filter((editor) => editor.document === document)
          .forEach(this.hideBoundaries);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.forget(uri);
      }),
    );
  }

  /** Shows a document as text; gives whether it could be read. If not, the user was told why. */
  async show(file: vscode.Uri, how: vscode.TextDocumentShowOptions = {}): Promise<boolean> {
    const uri = await this.readAnew(file);
    if (uri === undefined) return false;
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), how);
    return true;
  }

  /** Shows the texts of two documents beside each other, with what differs marked. */
  async compare(before: vscode.Uri, after: vscode.Uri): Promise<void> {
    const [left, right] = [await this.readAnew(before), await this.readAnew(after)];
    if (left === undefined || right === undefined) return;
    const name = (file: vscode.Uri) => file.path.slice(file.path.lastIndexOf("/") + 1);
    const title = `${name(before)} ↔ ${name(after)}`;
    await vscode.commands.executeCommand("vscode.diff", left, right, title, { preview: false });
  }

  provideInlayHints({ uri }: vscode.TextDocument, range: vscode.Range): vscode.InlayHint[] {
    const places = this.files.get(uri.toString())?.places ?? [];
    return places
      .filter(({ line }) => range.start.line <= line && line <= range.end.line)
      .map(({ line, place }) => {
        const hint = new vscode.InlayHint(new vscode.Position(line, 0), place);
        hint.paddingRight = true;
        return hint;
      });
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    if (!this.files.has(uri.toString()) && !(await this.read(uri))) {
      throw new Error("This document was not read.");
    }
    return this.files.get(uri.toString())?.text ?? "";
  }

  dispose(): void {
    this.listening.dispose();
    for (const watcher of this.watchers.values()) watcher.dispose();
    this.boundary.dispose();
    this.changed.dispose();
    this.placed.dispose();
  }

  /** The URI of a document's text as it now is; `undefined` where the user was told why it can't be
   * read. */
  private async readAnew(file: vscode.Uri): Promise<vscode.Uri | undefined> {
    const uri = textUri(file);
    if (uri.scheme !== SCHEME) {
      void vscode.window.showErrorMessage(
        `${vscode.workspace.asRelativePath(file)} cannot be shown as text: it is no document on this computer.`,
      );
      return undefined;
    }
    if (!(await this.read(uri))) return undefined;
    this.changed.fire(uri); // it may be open already, as it was
    return uri;
  }

  /** Reads a document, and again whenever its file changes; gives whether that was possible. */
  private async read(uri: vscode.Uri): Promise<boolean> {
    if (!(await this.serverRuns())) {
      void vscode.window.showErrorMessage(
        "This document is not shown, as the checking program does not run.",
      );
      return false;
    }
    const file = documentUri(uri);
    const shown = await this.session.command<ShownFile | null>("unlinkable.showFile", {
      uri: file.toString(),
    });
    if (!shown) return false;
    this.files.set(uri.toString(), shown);
    this.placed.fire();
    if (!this.watchers.has(uri.toString()))
      this.watchers.set(uri.toString(), this.watch(uri, file));
    return true;
  }

  private watch(uri: vscode.Uri, file: vscode.Uri): vscode.Disposable {
    const folder = vscode.Uri.joinPath(file, "..");
    const name = file.path.slice(file.path.lastIndexOf("/") + 1);
    const watcher = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(folder, "*"),
    );
    const again = async (changed: vscode.Uri) => {
      if (!changed.path.endsWith(`/${name}`)) return;
      if (await this.read(uri)) this.changed.fire(uri);
    };
    return vscode.Disposable.from(watcher, watcher.onDidChange(again), watcher.onDidCreate(again));
  }

  private forget(uri: vscode.Uri): void {
    if (uri.scheme !== SCHEME) return;
    this.files.delete(uri.toString());
    this.watchers.get(uri.toString())?.dispose();
    this.watchers.delete(uri.toString());
  }

  /** Whether the server runs, once it is known; it may still be starting. */
  private async serverRuns(): Promise<boolean> {
    const known = () => this.session.state === "running" || this.session.state === "missing";
    await untilHolds(known, this.session.onDidChange);
    return this.session.state === "running";
  }

  /** Hides what only parts the paragraphs. */
  private readonly hideBoundaries = (editor: vscode.TextEditor): void => {
    const { document } = editor;
    if (document.uri.scheme !== SCHEME) return;
    const lines = Array.from({ length: document.lineCount }, (_, line) => document.lineAt(line));
    const boundaries = lines.filter(({ text }) => text === BETWEEN_PARTS);
    editor.setDecorations(
      this.boundary,
      boundaries.map(({ range }) => range),
    );
  };
}
