/**
 * Accepts a risk in the text of a document. VS Code has no quick-fixes where nothing can be edited,
 * so that those which edit nothing are listed here.
 */
import * as vscode from "vscode";

const ACCEPT = "quickfix.unlinkable.accept";

export async function acceptFinding({ document, selection }: vscode.TextEditor): Promise<void> {
  const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
    "vscode.executeCodeActionProvider",
    document.uri,
    selection,
    ACCEPT,
  );
  const offers = actions.flatMap(({ title, command }) =>
    command ? [{ label: title, command }] : [],
  );
  if (offers.length === 0) {
    void vscode.window.showInformationMessage("Put the cursor on an underlined finding first.");
    return;
  }
  const chosen = await vscode.window.showQuickPick(offers, { title: "Accept a risk" });
  if (chosen === undefined) return;
  const { command } = chosen.command;
  await vscode.commands.executeCommand(command, ...((chosen.command.arguments ?? []) as unknown[]));
}
