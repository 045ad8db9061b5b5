/**
 * Writes the protected version of a document: asks how and where, has the command line do it, and
 * shows the new file beside the report on it. It must never know how documents are written.
 */
import { access } from "node:fs/promises";
import * as vscode from "vscode";
import { lastWords, runStoppable } from "../programs/longWork.ts";
import { MASKING, REWORDING } from "../rewriting/ways.ts";
import type { SetValues } from "../settings/setValues.ts";
import { protectedVersion } from "./names.ts";
import type { ShownFiles } from "./shownFiles.ts";

/** The exit statuses of a run that has written its result: clean, and not to be relied on. */
const [CLEAN, DOUBTFUL] = [0, 3];

const WAYS: readonly (vscode.QuickPickItem & { readonly flags: readonly string[] })[] = [
  { ...MASKING, flags: ["--rewriter", "mask"] },
  { ...REWORDING, flags: [] },
];

export async function protectDocument(
  command: string,
  file: vscode.Uri,
  values: SetValues,
  shown: ShownFiles,
): Promise<void> {
  const version = protectedVersion(file.path);
  if (version === undefined) {
    void vscode.window.showErrorMessage(
      `${nameOf(file)} can be checked, but not be written anew: save it as DOCX, ODT or text, and protect that.`,
    );
    return;
  }
  const way = await vscode.window.showQuickPick(WAYS, {
    title: `Protect ${nameOf(file)}`,
    placeHolder: "A new file is written; the document itself stays as it is",
  });
  if (way === undefined) return;
  const target = await vscode.window.showSaveDialog({
    title: "Where the protected document goes",
    saveLabel: "Protect",
    defaultUri: file.with({ path: version.path }),
    filters: { Document: [version.ending] },
  });
  if (target === undefined) return;
  const args = ["protect", file.fsPath, "-o", target.fsPath, "--print-page", ...way.flags];
  args.push(`--editor-settings=${JSON.stringify(values)}`);
  if (await exists(target)) args.push("--force"); // the dialog has asked
  // The settings of an untrusted folder are not to be believed.
  if (!vscode.workspace.isTrusted) args.push("--no-workspace");
  const outcome = await runStoppable(`Protecting ${nameOf(file)}`, command, args);
  if (outcome === undefined) return;
  if (outcome.status !== CLEAN && outcome.status !== DOUBTFUL) {
    void vscode.window.showErrorMessage(lastWords(outcome));
    return;
  }
  await shown.show(target, { viewColumn: vscode.ViewColumn.Active, preview: false });
  showPage(`Report on ${nameOf(target)}`, outcome.output);
  const written = `${nameOf(target)} was written. The report beside it says what was changed, what was removed, and at what you must look yourself.`;
  if (outcome.status === CLEAN) void vscode.window.showInformationMessage(written);
  else {
    void vscode.window.showWarningMessage(
      `${written} It cannot be relied on yet: ${doubts(outcome.errors)}`,
    );
  }
}

function showPage(title: string, page: string): void {
  const panel = vscode.window.createWebviewPanel(
    "unlinkable.protection",
    title,
    { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
    { enableScripts: false, enableFindWidget: true },
  );
  panel.webview.html = page;
}

/** Why the command line says that a result cannot be relied on. */
function doubts(said: string): string {
  const found = [...said.matchAll(/Not to be relied on: (.*)/gu)].map(([, why]) => why ?? "");
  return found.length > 0 ? found.join(" ") : "the report says why.";
}

async function exists(file: vscode.Uri): Promise<boolean> {
  return access(file.fsPath).then(
    () => true,
    () => false,
  );
}

function nameOf(file: vscode.Uri): string {
  return file.path.slice(file.path.lastIndexOf("/") + 1);
}
