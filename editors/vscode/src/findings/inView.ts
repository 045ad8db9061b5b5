/**
 * Tells the server which part of a draft is in view, where there are more findings than VS Code
 * shows: those in view come first. It must never know which ones they are.
 */
import * as vscode from "vscode";
import type { Session } from "../server/session.ts";

const PAUSE_MS = 200;

export function followView(session: Session): vscode.Disposable {
  let waiting: NodeJS.Timeout | undefined;
  let told = "";
  const tell = () => {
    const editor = vscode.window.activeTextEditor;
    const [first] = editor?.visibleRanges ?? [];
    const last = editor?.visibleRanges.at(-1);
    if (editor === undefined || first === undefined || last === undefined) return;
    const { document } = editor;
    if (session.statusOf(document)?.truncated !== true) return;
    const range = new vscode.Range(first.start, last.end);
    const now = `${document.uri.toString()} ${range.start.line} ${range.end.line}`;
    if (now === told) return;
    told = now;
    void session.inView(document.uri, range);
  };
  const later = () => {
    clearTimeout(waiting);
    waiting = setTimeout(tell, PAUSE_MS);
  };
  return vscode.Disposable.from(
    vscode.window.onDidChangeTextEditorVisibleRanges(later),
    vscode.window.onDidChangeActiveTextEditor(later),
    session.onDidChange(later),
    new vscode.Disposable(() => {
      clearTimeout(waiting);
    }),
  );
}
