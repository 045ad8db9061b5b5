/**
 * The item in the status bar that tells the state of the draft in the active editor. The words
 * come from `statusText`.
 */
import * as vscode from "vscode";
import type { Session } from "../server/session.ts";
import { type StatusText, statusText } from "./statusText.ts";

export function createStatusBar(session: Session): vscode.Disposable {
  const item = vscode.window.createStatusBarItem(
    "unlinkable.status",
    vscode.StatusBarAlignment.Right,
    100,
  );
  item.name = "Unlinkable";
  item.command = "unlinkable.showMenu";
  const refresh = () => {
    const text = shown(session);
    if (text === undefined) {
      item.hide();
      return;
    }
    item.text = `$(${text.icon}) Unlinkable: ${text.words}`;
    const tooltip = new vscode.MarkdownString();
    tooltip.appendText(text.explanation);
    item.tooltip = tooltip;
    item.backgroundColor =
      text.emphasis === "none"
        ? undefined
        : new vscode.ThemeColor(`statusBarItem.${text.emphasis}Background`);
    item.accessibilityInformation = { label: `Unlinkable: ${text.words}. ${text.explanation}` };
    item.show();
  };
  refresh();
  return vscode.Disposable.from(
    item,
    session.onDidChange(refresh),
    vscode.window.onDidChangeActiveTextEditor(refresh),
  );
}

function shown(session: Session): StatusText | undefined {
  switch (session.state) {
    case "missing":
      return {
        icon: "error",
        words: "Not installed",
        emphasis: "error",
        explanation: "The checking program was not found on this computer.",
      };
    case "stopped":
      return {
        icon: "circle-slash",
        words: "Stopped",
        emphasis: "error",
        explanation: "Drafts are not being checked.",
      };
    case "starting":
      return { icon: "loading~spin", words: "Starting", emphasis: "none", explanation: "" };
    case "running": {
      const document = vscode.window.activeTextEditor?.document;
      const status = document && session.statusOf(document);
      return status && statusText(status, session.leftOf(document));
    }
  }
}
