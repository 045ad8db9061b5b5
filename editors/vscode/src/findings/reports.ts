/**
 * Shows what was found in the open draft, or in all drafts of a folder, on a page. It asks the
 * server and the command line; how the page looks is `reportPage`'s.
 */
import * as path from "node:path";
import * as vscode from "vscode";
import { documentUri } from "../documents/uris.ts";
import { draftLink } from "./drafts.ts";
import { run } from "../programs/processes.ts";
import type { Report } from "../server/protocol.ts";
import { type ReportedDraft, reportPage, type Unfinished } from "./reportPage.ts";
import type { Session } from "../server/session.ts";
import type { SetValues } from "../settings/setValues.ts";

export async function showReport(session: Session, document: vscode.TextDocument): Promise<void> {
  const uri = document.uri.toString();
  const report = await session.command<Report | null>("unlinkable.report", { uri });
  if (!report) {
    void vscode.window.showInformationMessage("This draft has not been checked yet.");
    return;
  }
  const draft = documentUri(document.uri);
  const name = path.posix.basename(draft.path);
  // The text of a document can't be edited, so that it is read beside the report.
  const column = draft === document.uri ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside;
  show(`Report on ${name}`, [reported(name, draft, report)], column);
}

/** Shows what protecting the draft against each searcher would take; the server writes the page. */
export async function showPrices(session: Session, document: vscode.TextDocument): Promise<void> {
  const uri = document.uri.toString();
  const prices = await session.command<{ html: string } | null>("unlinkable.prices", { uri });
  if (!prices) return;
  const name = path.posix.basename(documentUri(document.uri).path);
  const panel = vscode.window.createWebviewPanel(
    "unlinkable.prices",
    `Prices of ${name}`,
    { viewColumn: vscode.ViewColumn.Beside },
    { enableScripts: false, enableFindWidget: true },
  );
  panel.webview.html = prices.html;
}

/** Checks the drafts of a folder as they are saved on disk. */
export async function checkFolder(
  command: string,
  folder: vscode.Uri,
  values: SetValues,
): Promise<void> {
  const outcome = await followed(command, folder, values);
  if (outcome.errors !== "") void vscode.window.showErrorMessage(outcome.errors);
  if (outcome.found.length === 0 && outcome.unread.length === 0) return;
  const drafts = outcome.found.map((report) => {
    const file = path.resolve(folder.fsPath, report.draft);
    return reported(path.relative(folder.fsPath, file), vscode.Uri.file(file), report);
  });
  show(`Drafts in ${path.basename(folder.fsPath)}`, drafts, vscode.ViewColumn.Active, outcome);
}

interface FolderOutcome extends Unfinished {
  readonly found: readonly Report[];
  /** What went wrong where nothing could be checked at all. */
  readonly errors: string;
}

/** Runs the command line over a folder, its progress shown. */
async function followed(
  command: string,
  folder: vscode.Uri,
  values: SetValues,
): Promise<FolderOutcome> {
  const found: Report[] = [];
  const unread: string[] = [];
  let total = 0;
  const stopped = await vscode.window.withProgress(
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
      const args = ["check", folder.fsPath, "--format", "json", "--progress-lines"];
      args.push(`--editor-settings=${JSON.stringify(values)}`);
      // The settings of an untrusted folder are not to be believed.
      if (!vscode.workspace.isTrusted) args.push("--no-workspace");
      await run(command, args, {
        signal: stop.signal,
        variables: { PYTHONUTF8: "1" },
        onLine: (line) => {
          const at = /^checking draft (\d+) of (\d+): /u.exec(line);
          if (line.startsWith("{")) found.push(JSON.parse(line) as Report);
          else if (at !== null) {
            total = Number(at[2]);
            progress.report({
              message: `draft ${at[1] ?? ""} of ${total}`,
              increment: 100 / total,
            });
          } else if (line.startsWith(PROBLEM)) unread.push(line.slice(PROBLEM.length));
        },
      });
      return stop.signal.aborted;
    },
  );
  const whole = total > 0;
  return {
    found,
    unread: whole ? unread : [],
    stoppedAt: stopped ? { checked: found.length, of: total } : undefined,
    errors: whole ? "" : unread.join(" "),
  };
}

/** How the command line begins to say what it could not do. */
const PROBLEM = "unlinkable: ";

function reported(name: string, uri: vscode.Uri, report: Report): ReportedDraft {
  return { name, report, link: (finding) => draftLink(uri, finding) };
}

function show(
  title: string,
  drafts: readonly ReportedDraft[],
  column: vscode.ViewColumn,
  unfinished: Unfinished = { unread: [], stoppedAt: undefined },
): void {
  const panel = vscode.window.createWebviewPanel(
    "unlinkable.report",
    title,
    { viewColumn: column },
    { enableScripts: false, enableCommandUris: ["unlinkable.openDraft"], enableFindWidget: true },
  );
  panel.webview.html = reportPage(title, drafts, unfinished);
}
