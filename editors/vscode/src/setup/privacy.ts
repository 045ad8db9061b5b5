/**
 * VS Code's own AI, where it has one, sends what it is asked about to a service on the network: says so
 * once for each folder of drafts, and switches it off there. It must never know what is checked.
 */
import * as vscode from "vscode";

const SECTION = "chat";
const SWITCH = "disableAIFeatures";
const ASKED = "unlinkable.askedAboutAi";

/** Whether VS Code has AI features of its own that are on here. */
export function aiIsOn(): boolean {
  const configuration = vscode.workspace.getConfiguration(SECTION);
  const known = configuration.inspect(SWITCH)?.defaultValue !== undefined;
  return known && configuration.get(SWITCH) !== true;
}

/** Asks once for each folder, if there is anything to switch off. */
export async function offerPrivacy(memory: vscode.Memento): Promise<void> {
  if (!aiIsOn() || memory.get(ASKED) === true) return;
  await memory.update(ASKED, true);
  const answer = await vscode.window.showWarningMessage(
    "VS Code has AI features of its own, which send text of your drafts to a service on the network when they are used. Unlinkable does not need them. Switch them off in this folder?",
    "Switch Off",
    "Leave Them On",
  );
  if (answer === "Switch Off") await switchOffAi();
}

/** Switches them off in this folder, or for the user where none is open. */
export async function switchOffAi(): Promise<void> {
  const target =
    vscode.workspace.workspaceFolders === undefined
      ? vscode.ConfigurationTarget.Global
      : vscode.ConfigurationTarget.Workspace;
  await vscode.workspace.getConfiguration(SECTION).update(SWITCH, true, target);
  void vscode.window.showInformationMessage(
    "VS Code's own AI features are off here. What other extensions send is theirs to say.",
  );
}
