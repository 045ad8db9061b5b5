/**
 * A log that keeps nothing, for messages between editor and server: they hold the text of drafts,
 * which belongs in no log at any level.
 */
import * as vscode from "vscode";

const nothing = () => undefined;

export function silentChannel(): vscode.LogOutputChannel {
  return {
    name: "Unlinkable",
    logLevel: vscode.LogLevel.Off,
    onDidChangeLogLevel: () => new vscode.Disposable(nothing),
    append: nothing,
    appendLine: nothing,
    replace: nothing,
    clear: nothing,
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- one of its overloads is
    show: nothing,
    hide: nothing,
    dispose: nothing,
    trace: nothing,
    debug: nothing,
    info: nothing,
    warn: nothing,
    error: nothing,
  };
}
