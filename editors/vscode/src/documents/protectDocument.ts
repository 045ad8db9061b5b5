/**
 * Writes the protected version of a document: asks how and where, has the command line do it, and
 * shows before and after, and the report. It must never know how documents are written.
 */
import { access } from "node:fs/promises";
import * as vscode from "vscode";
import { lastWords, runStoppable } from "../programs/longWork.ts";
import { launch, type Outcome } from "../programs/processes.ts";
import { MASKING, REWORDING } from "../rewriting/ways.ts";
import type { SetValues } from "../settings/setValues.ts";
import { protectedVersion } from "./names.ts";
import type { ShownFiles } from "./shownFiles.ts";

/** The exit statuses of a run that has written its result: clean, and not to be relied on. */
const [CLEAN, DOUBTFUL] = [0, 3];

type Way = vscode.QuickPickItem & { readonly flags: readonly string[] };

const WAYS: readonly Way[] = [
  { ...MASKING, flags: ["--rewriter", "mask"] },
  { ...REWORDING, flags: [] },
];
/** Of the formats that are written, the one whose changes can be tracked. */
const TRACKED_ENDING = "docx";
const TRACKING: Way = {
  label: "$(git-compare) Reword and mask as tracked changes",
  detail:
    "To accept or reject in the word processor. Until then the words that lead back are in the file: it is not to be published.",
  flags: ["--tracked-changes", "Unlinkable"],
};

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
  const ways = version.ending === TRACKED_ENDING ? [...WAYS, TRACKING] : WAYS;
  const way = await vscode.window.showQuickPick(ways, {
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
  await shown.compare(file, target);
  showPage(`Report on ${nameOf(target)}`, outcome.output);
  await tellWritten(target, outcome, way);
}

/** Says that the file was written, and offers to open it where documents are opened. */
async function tellWritten(target: vscode.Uri, { status, errors }: Outcome, way: Way) {
  const written = `${nameOf(target)} was written. The report beside it says what was changed, what was removed, and at what you must look yourself.`;
  const open = "Open in the Word Processor";
  const offered = onThisComputer() ? [open] : [];
  const answer =
    status === CLEAN
      ? await vscode.window.showInformationMessage(written, ...offered)
      : await vscode.window.showWarningMessage(
          way === TRACKING
            ? `${nameOf(target)} was written with tracked changes. Go through them, and have the result checked: until then it leads back.`
            : `${written} It cannot be relied on yet: ${doubts(errors)}`,
          ...offered,
        );
  if (answer === open) await openDocument(target);
}

/**
 * Whether the person sits at the computer where documents are written. A window in a browser may be
 * anywhere: there it is so where the editor itself runs on a desktop of Linux.
 */
function onThisComputer(): boolean {
  if (vscode.env.uiKind === vscode.UIKind.Desktop) return vscode.env.remoteName === undefined;
  return (process.env["DISPLAY"] ?? process.env["WAYLAND_DISPLAY"]) !== undefined;
}

/** Opens a document in the program that the system has for it. */
async function openDocument(file: vscode.Uri): Promise<void> {
  if (process.platform !== "linux") {
    await vscode.env.openExternal(file);
    return;
  }
  const status = await launch("xdg-open", [file.fsPath]).catch(() => undefined);
  if (status !== 0) {
    void vscode.window.showErrorMessage(
      `This computer names no program that opens ${nameOf(file)}: open it from its folder.`,
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
