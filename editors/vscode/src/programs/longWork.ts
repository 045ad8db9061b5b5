/**
 * Work that takes a while, with a notification that tells how far it is and lets the user stop it.
 * It knows VS Code and the lines of progress of the command line.
 */
import * as vscode from "vscode";
import { type Outcome, run } from "./processes.ts";

/** What `work` gives, or `undefined` once the user has stopped it, however it then ended. */
export async function stoppable<Result>(
  title: string,
  work: (
    report: (message: string, percent?: number) => void,
    signal: AbortSignal,
  ) => Promise<Result>,
): Promise<Result | undefined> {
  const stop = new AbortController();
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (progress, token) => {
      token.onCancellationRequested(() => {
        stop.abort();
      });
      let done = 0;
      const report = (message: string, percent?: number) => {
        progress.report({ message, ...(percent !== undefined && { increment: percent - done }) });
        done = percent ?? done;
      };
      try {
        const result = await work(report, stop.signal);
        return stop.signal.aborted ? undefined : result;
      } catch (error) {
        if (stop.signal.aborted) return undefined;
        throw error;
      }
    },
  );
}

/** Runs a command that tells its progress by lines such as `reading: 12 %`. */
export function runStoppable(
  title: string,
  command: string,
  args: readonly string[],
): Promise<Outcome | undefined> {
  return stoppable(title, (report, signal) =>
    run(command, [...args, "--progress-lines"], {
      signal,
      variables: { PYTHONUTF8: "1" },
      onLine: (line) => {
        const percent = /: (\d+) %$/u.exec(line)?.[1];
        if (percent !== undefined) report(line, Number(percent));
      },
    }),
  );
}

/** What a program said last, for the user. */
export function lastWords({ errors }: Outcome): string {
  const last = errors.trim().split(/[\r\n]+/u);
  return (last.at(-1) ?? "").replace(/^unlinkable: /u, "");
}
