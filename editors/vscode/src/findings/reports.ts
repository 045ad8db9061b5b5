/**
 * Shows what was found in the open draft, or in all drafts of a folder, on a page. It asks the
 * server and the command line; how the page looks is `reportPage`'s.
 */
import { homedir } from "node:os";
import * as path from "node:path";
import * as vscode from "vscode";
import { checkFlags } from "../settings/checkFlags.ts";
import { draftLink } from "./drafts.ts";
import { run, STOPPED } from "../programs/processes.ts";
import type { Report } from "../server/protocol.ts";
import { type ReportedDraft, reportPage } from "./reportPage.ts";
import type { Session } from "../server/session.ts";
import type { SetValues } from "../settings/setValues.ts";
import { counted } from "../status/statusText.ts";

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
  const found: Report[] = [];
  const outcome = await vscode.window.withProgress(
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
      const args = ["check", folder.fsPath, "--format", "json", ...checkFlags(values)];
      return run(command, args, {
        signal: stop.signal,
        // Settings are looked for here, and those of an untrusted folder are not to be believed.
        folder: vscode.workspace.isTrusted ? folder.fsPath : homedir(),
        onLine: (line) => {
          if (!line.startsWith("{")) return;
          found.push(JSON.parse(line) as Report);
          progress.report({ message: counted(found.length, "draft", "drafts") });
        },
      });
    },
  );
  if (outcome.status === STOPPED) return;
  if (outcome.errors !== "") void vscode.window.showErrorMessage(outcome.errors.trim());
  if (found.length === 0) return;
  const drafts = found.map((report) => {
    const file = path.resolve(folder.fsPath, report.draft);
    return reported(path.relative(folder.fsPath, file), vscode.Uri.file(file), report);
  });
  show(`Drafts in ${path.basename(folder.fsPath)}`, drafts);
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
