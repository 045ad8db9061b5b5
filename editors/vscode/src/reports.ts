/**
 * Shows what was found in the open draft, or in all drafts of a folder, on a page. It asks the
 * server and the command line; how the page looks is `reportPage`'s.
 */
import * as path from "node:path";
import * as vscode from "vscode";
import { checkFlags } from "./checkFlags.ts";
import { draftLink } from "./drafts.ts";
import { run } from "./processes.ts";
import type { Report } from "./protocol.ts";
import { type ReportedDraft, reportPage } from "./reportPage.ts";
import type { Session } from "./session.ts";
import type { SetValues } from "./setValues.ts";

const DRAFTS = "**/*.{txt,md,markdown}";
const DRAFTS_A_RUN = 40;

export async function showReport(session: Session, document: vscode.TextDocument): Promise<void> {
  const uri = document.uri.toString();
  const report = await session.command<Report | null>("unlinkable.report", { uri });
  if (!report) {
    void vscode.window.showInformationMessage("This draft has not been checked yet.");
    return;
  }
  const name = path.posix.basename(document.uri.path);
  show(`Report on ${name}`, [reported(name, document.uri, report)]);
}

/** Checks the drafts of a folder as they are saved on disk. */
export async function checkFolder(
  command: string,
  folder: vscode.Uri,
  values: SetValues,
): Promise<void> {
  const drafts = (await vscode.workspace.findFiles(new vscode.RelativePattern(folder, DRAFTS)))
    .map((uri) => uri.fsPath)
    .sort();
  const found: ReportedDraft[] = [];
  const complete = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: "Checking the folder",
      cancellable: true,
    },
    async (progress, token) => {
      const stop = new AbortController();
      token.onCancellationRequested(() => {
        stop.abort();
      });
      for (let first = 0; first < drafts.length; first += DRAFTS_A_RUN) {
        const some = drafts.slice(first, first + DRAFTS_A_RUN);
        progress.report({ message: `${first} of ${drafts.length} drafts` });
        const args = ["check", ...some, "--format", "json", ...checkFlags(values)];
        const outcome = await run(command, args, { signal: stop.signal, folder: folder.fsPath });
        if (token.isCancellationRequested) return false;
        if (outcome.status !== 0 && outcome.status !== 1) {
          void vscode.window.showErrorMessage(
            outcome.errors.trim() || "The folder could not be checked.",
          );
          return false;
        }
        for (const line of outcome.output.split("\n").filter((text) => text !== "")) {
          const report = JSON.parse(line) as Report;
          const file = vscode.Uri.file(path.resolve(folder.fsPath, report.draft));
          found.push(reported(path.relative(folder.fsPath, file.fsPath), file, report));
        }
      }
      return true;
    },
  );
  if (complete) show(`Drafts in ${path.basename(folder.fsPath)}`, found);
}

function reported(name: string, uri: vscode.Uri, report: Report): ReportedDraft {
  return { name, report, link: (finding) => draftLink(uri, finding) };
}

function show(title: string, drafts: readonly ReportedDraft[]): void {
  const panel = vscode.window.createWebviewPanel(
    "unlinkable.report",
    title,
    { viewColumn: vscode.ViewColumn.Active },
    { enableScripts: false, enableCommandUris: ["unlinkable.openDraft"], enableFindWidget: true },
  );
  panel.webview.html = reportPage(title, drafts);
}
