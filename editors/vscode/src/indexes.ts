/**
 * Chooses the index that drafts are checked against, and builds one from a folder of originals.
 * It knows dialogs and settings; the building is done by the command line.
 */
import * as path from "node:path";
import * as vscode from "vscode";
import { run } from "./processes.ts";

export async function chooseIndex(): Promise<void> {
  const file = await chooseFile("Choose the index file", "Use this index");
  if (file !== undefined) await useIndex(file.fsPath);
}

export async function chooseModel(): Promise<void> {
  const file = await chooseFile("Choose the model file (GGUF)", "Use this model", {
    "Models (GGUF)": ["gguf"],
    "All files": ["*"],
  });
  if (file !== undefined) await set("model.path", file.fsPath);
}

/** Builds an index with `command`, the server's program, and offers to use it. */
export async function buildIndex(command: string, log: vscode.LogOutputChannel): Promise<void> {
  const [source] =
    (await vscode.window.showOpenDialog({
      title: "Choose the folder of the originals (or a .jsonl file)",
      openLabel: "Build the index from this",
      canSelectFolders: true,
      canSelectFiles: true,
      canSelectMany: false,
    })) ?? [];
  if (source === undefined) return;
  const target = await vscode.window.showSaveDialog({
    title: "Where shall the index be kept?",
    saveLabel: "Build the index here",
    defaultUri: vscode.Uri.file(`${source.fsPath.replace(/\.jsonl.*$/u, "")}.unlinkable`),
  });
  if (target === undefined) return;
  const outcome = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: "Building the index",
      cancellable: true,
    },
    (progress, token) => {
      const stop = new AbortController();
      token.onCancellationRequested(() => {
        stop.abort();
      });
      let done = 0;
      const args = ["index", source.fsPath, "-o", target.fsPath, "--progress-lines"];
      return run(command, args, {
        signal: stop.signal,
        onLine: (line) => {
          const percent = Number(/: (\d+) %$/u.exec(line)?.[1] ?? done);
          progress.report({ message: line, increment: percent - done });
          done = percent;
        },
      }).then((ended) => ({ ...ended, cancelled: token.isCancellationRequested }));
    },
  );
  if (outcome.cancelled) return;
  if (outcome.status !== 0) {
    const lines = outcome.errors.trim().split(/[\r\n]+/u);
    log.error(`Building an index ended with status ${outcome.status}.`);
    void vscode.window.showErrorMessage(lines.at(-1) ?? "The index could not be built.");
    return;
  }
  const answer = await vscode.window.showInformationMessage(
    `The index ${path.basename(target.fsPath)} has been built. Keep it as confidential as the originals.`,
    "Use It",
  );
  if (answer === "Use It") await useIndex(target.fsPath);
}

async function useIndex(file: string): Promise<void> {
  await set("index", file);
}

/** For this folder when one is open and trusted, else for the user. */
async function set(name: string, value: string): Promise<void> {
  const folders = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
  const places = [
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
  const place =
    places.length === 1
      ? places[0]
      : await vscode.window.showQuickPick(places, { title: "Where shall it be used?" });
  if (place === undefined) return;
  await vscode.workspace
    .getConfiguration("unlinkable", place.scope ?? null)
    .update(name, value, place.target);
}

async function chooseFile(
  title: string,
  openLabel: string,
  filters: Record<string, string[]> = { "All files": ["*"] },
): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title,
    openLabel,
    filters,
    canSelectMany: false,
  });
  return chosen?.[0];
}
