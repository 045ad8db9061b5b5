/**
 * Runs a program to its end. It knows processes; it must never know what they are run for, nor
 * hand anything to a shell.
 */
import { spawn } from "node:child_process";

export interface Outcome {
  /** The exit status, or -1 when the program was stopped. */
  readonly status: number;
  readonly output: string;
  readonly errors: string;
}

export interface Run {
  /** Stops the program when it fires. */
  readonly signal?: AbortSignal;
  /** Told every line of standard error, without its line end, as it comes. */
  readonly onLine?: (line: string) => void;
  readonly folder?: string;
}

/** Throws when the program cannot be started at all. */
export function run(command: string, args: readonly string[], how: Run = {}): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: how.folder,
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
    });
    const stop = () => child.kill();
    how.signal?.addEventListener("abort", stop);
    if (how.signal?.aborted) stop();
    let output = "";
    let errors = "";
    let line = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors += text;
      const lines = (line + text).split(/\r\n|\r|\n/);
      line = lines.pop() ?? "";
      for (const whole of lines) how.onLine?.(whole);
    });
    child.on("error", reject);
    child.on("close", (status) => {
      how.signal?.removeEventListener("abort", stop);
      resolve({ status: status ?? -1, output, errors });
    });
  });
}
