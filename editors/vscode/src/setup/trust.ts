/**
 * In a folder that is not trusted its own index and settings are not used: says so, with the button
 * that trusts it. It must never know what the settings are.
 */
import * as vscode from "vscode";

const SETTINGS_FILE = "unlinkable.toml";

/** Says it once, where the folder has anything that is not used. */
export async function explainRestrictedMode(): Promise<void> {
  if (vscode.workspace.isTrusted || !(await hasSettings())) return;
  const answer = await vscode.window.showWarningMessage(
    "This folder is not trusted, so its index and its settings are not used: its drafts are checked by your own settings alone.",
    "Manage Trust…",
  );
  if (answer !== undefined) await vscode.commands.executeCommand("workbench.trust.manage");
}

async function hasSettings(): Promise<boolean> {
  const index = vscode.workspace.getConfiguration("unlinkable").inspect("index");
  if (index?.workspaceValue !== undefined || index?.workspaceFolderValue !== undefined) return true;
  for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
    const file = vscode.Uri.joinPath(uri, SETTINGS_FILE);
    const found = await vscode.workspace.fs.stat(file).then(
      () => true,
      () => false,
    );
    if (found) return true;
  }
  return false;
}
