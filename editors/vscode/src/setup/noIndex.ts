/**
 * A draft without an index cannot be checked: says so once, with the ways out. It must never know how
 * an index is built.
 */
import * as vscode from "vscode";
import type { Session } from "../server/session.ts";

const WAYS: Readonly<Record<string, string>> = {
  "Build It from My Rulings…": "unlinkable.buildIndex",
  "Choose an Index…": "unlinkable.chooseIndex",
  "Try the Demo": "unlinkable.tryDemo",
};

export function offerIndex(session: Session): vscode.Disposable {
  let offered = false;
  const look = () => {
    const document = vscode.window.activeTextEditor?.document;
    const state = document && session.statusOf(document)?.state;
    if (offered || state !== "no-index") return;
    offered = true;
    void offer();
  };
  return vscode.Disposable.from(
    session.onDidChange(look),
    vscode.window.onDidChangeActiveTextEditor(look),
  );
}

/** The same offer, for whoever has just installed the program. */
export async function offer(): Promise<void> {
  const answer = await vscode.window.showInformationMessage(
    "Drafts are checked against an index of the original rulings. None is set yet.",
    ...Object.keys(WAYS),
  );
  const command = WAYS[answer ?? ""];
  if (command !== undefined) await vscode.commands.executeCommand(command);
}
