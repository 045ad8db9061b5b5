/**
 * Settings that name a file: has the user choose the file, and where the setting is to hold. It
 * knows dialogs and settings; it must never know what the files are for.
 */
import * as vscode from "vscode";

export async function chooseFile(
  title: string,
  openLabel: string,
  filters: Record<string, string[]> = { "All files": ["*"] },
): Promise<string | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title,
    openLabel,
    filters,
    canSelectMany: false,
  });
  return chosen?.[0]?.fsPath;
}

export async function chooseFolder(title: string, openLabel: string): Promise<string | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title,
    openLabel,
    canSelectFolders: true,
    canSelectFiles: false,
    canSelectMany: false,
  });
  return chosen?.[0]?.fsPath;
}

interface PlaceOfSetting {
  readonly label: string;
  readonly scope: vscode.Uri | undefined;
  readonly target: vscode.ConfigurationTarget;
}

/** For this folder when one is open and trusted, else for the user; true when it was set. */
export async function setFile(name: string, file: string): Promise<boolean> {
  const places = placesOfSettings();
  const place =
    places.length === 1
      ? places[0]
      : await vscode.window.showQuickPick(places, { title: "Where shall it be used?" });
  if (place === undefined) return false;
  await setAt(place, name, file);
  return true;
}

/** The same without a question, in the nearest place; says which. */
export async function setFileHere(name: string, file: string): Promise<string> {
  const [nearest] = placesOfSettings();
  if (nearest === undefined) return "nowhere";
  await setAt(nearest, name, file);
  return nearest.label.charAt(0).toLowerCase() + nearest.label.slice(1);
}

async function setAt(place: PlaceOfSetting, name: string, file: string): Promise<void> {
  await vscode.workspace
    .getConfiguration("unlinkable", place.scope ?? null)
    .update(name, file, place.target);
}

/** The folders that are open and trusted, and last all drafts of the user. */
function placesOfSettings(): PlaceOfSetting[] {
  const folders = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
  return [
    ...folders.map((folder) => ({
      label: `Only in the folder ${folder.name}`,
      scope: folder.uri,
      target:
        vscode.workspace.workspaceFile === undefined
          ? vscode.ConfigurationTarget.Workspace
          : vscode.ConfigurationTarget.WorkspaceFolder,
    })),
    {
      label: "For all my drafts",
      scope: undefined,
      target: vscode.ConfigurationTarget.Global,
    },
  ];
}
