/**
 * The menu behind the status bar: the draft's state in one line, and what can be done about it. It
 * knows the names of commands; it must never know how they work.
 */
import * as vscode from "vscode";
import type { DraftStatus } from "../server/protocol.ts";
import type { Session } from "../server/session.ts";
import { aiIsOn } from "../setup/privacy.ts";
import { statusText } from "./statusText.ts";

interface Entry extends vscode.QuickPickItem {
  readonly command?: string;
  readonly arguments?: readonly unknown[];
}

export async function showMenu(session: Session): Promise<void> {
  const chosen = await vscode.window.showQuickPick(entries(session), {
    title: heading(session),
    placeHolder: "What would you like to do?",
    matchOnDetail: true,
  });
  if (chosen?.command !== undefined) {
    await vscode.commands.executeCommand(chosen.command, ...(chosen.arguments ?? []));
  }
}

function heading(session: Session): string {
  if (session.state === "missing") return "Unlinkable is not installed";
  if (session.state !== "running") return "Unlinkable is not running";
  const status = activeStatus(session);
  const left =
    vscode.window.activeTextEditor && session.leftOf(vscode.window.activeTextEditor.document);
  return status ? `This draft: ${statusText(status, left).words}` : "Unlinkable";
}

function entries(session: Session): Entry[] {
  const setUp: Entry[] = [
    entry("database", "Choose the index…", "unlinkable.chooseIndex"),
    entry("package", "Build an index from a folder…", "unlinkable.buildIndex"),
    entry("wand", "Set up rewriting…", "unlinkable.setUpRewriting"),
    entry("chip", "Choose the model for rewriting…", "unlinkable.chooseModel"),
    entry("gear", "Settings", "unlinkable.openSettings"),
    entry("book", "First steps", "unlinkable.openWalkthrough"),
    entry("beaker", "Try the demo", "unlinkable.tryDemo"),
    ...(aiIsOn()
      ? [entry("eye", "VS Code's own AI is on here: switch it off", "unlinkable.switchOffAi")]
      : []),
  ];
  const program: Entry[] = [
    entry("debug-restart", "Restart", "unlinkable.restart"),
    entry("output", "Show the log", "unlinkable.showLog"),
  ];
  const draft: Entry[] = [
    entry("checklist", "What is left to do", "unlinkable.left.focus"),
    entry("arrow-down", "Go to the next finding", "editor.action.marker.nextInFiles"),
    entry("shield", "Protect this draft…", "unlinkable.protect"),
    entry("eye-closed", "Mask every finding", "unlinkable.maskFindings"),
    entry("law", "The original of this draft is…", "unlinkable.chooseOriginal"),
    entry("list-unordered", "Show the report", "unlinkable.showReport"),
    entry("tag", "Show what protecting would take", "unlinkable.showPrices"),
    entry("folder", "Check the whole folder…", "unlinkable.checkFolder"),
  ];
  if (session.state === "missing") {
    return [entry("cloud-download", "Install the checker…", "unlinkable.install"), ...program];
  }
  if (session.state !== "running") return program;
  const unchecked = activeStatus(session)?.state === "no-index";
  const trust = vscode.workspace.isTrusted
    ? []
    : [entry("workspace-untrusted", "This folder is not trusted…", "workbench.trust.manage")];
  return [
    ...trust,
    ...(unchecked ? [] : draft),
    separator("Setting up"),
    ...setUp,
    separator("If something is wrong"),
    ...program,
  ];
}

function activeStatus(session: Session): DraftStatus | undefined {
  const document = vscode.window.activeTextEditor?.document;
  return document && session.statusOf(document);
}

function entry(icon: string, label: string, command: string): Entry {
  return { label: `$(${icon}) ${label}`, command };
}

function separator(label: string): Entry {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
