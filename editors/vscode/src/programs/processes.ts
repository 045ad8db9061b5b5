/**
 * Runs a program to its end. It knows processes; it must never know what they are run for, nor
 * hand anything to a shell.
 */
import { type ChildProcess, spawn } from "node:child_process";
import * as path from "node:path";

/**
 * Where programs run that need no folder of the user: that of the editor's own program. A folder
 * that someone sent may hold programs and modules of the names that are looked for.
 */
const NEUTRAL_FOLDER = path.dirname(process.execPath);
/** Keeps Python from importing modules out of the folder it runs in. */
const SAFE_PATH = { PYTHONSAFEPATH: "1" };

/** The status of a program that was stopped. */
export const STOPPED = -1;

export interface Outcome {
  /** The exit status, or STOPPED. */
  readonly status: number;
  readonly output: string;
  readonly errors: string;
}

export interface Run {
  /** Stops the program when it fires. */
  readonly signal?: AbortSignal;
  /** Told every line that the program writes, on either stream, as it comes. */
  readonly onLine?: (line: string) => void;
  /** Where it runs; the neutral folder unless said otherwise. */
  readonly folder?: string;
  /** Set beside the variables of the environment. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** How the server is started: what the language client takes. */
export function serverProgram(command: string) {
  return { command, args: ["serve"], options: { cwd: NEUTRAL_FOLDER, env: SAFE_PATH } };
}

/** Throws when the program cannot be started at all. */
export function run(command: string, args: readonly string[], how: Run = {}): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: how.folder ?? NEUTRAL_FOLDER,
      env: { ...process.env, ...SAFE_PATH, ...how.variables },
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
      detached: process.platform !== "win32", // the leader of a group, which is stopped as a whole
    });
    const stop = () => {
      interrupt(child);
    };
    how.signal?.addEventListener("abort", stop);
    if (how.signal?.aborted) stop();
    let output = "";
    let errors = "";
    const toLines = [lineSplitter(how.onLine), lineSplitter(how.onLine)] as const;
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      toLines[0](text);
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors += text;
      toLines[1](text);
    });
    child.on("error", reject);
    child.on("close", (status) => {
      how.signal?.removeEventListener("abort", stop);
      resolve({ status: status ?? STOPPED, output, errors });
    });
  });
}

/**
 * Starts a program that lives on when the editor is closed; gives its exit status once it ends.
 * Throws when it cannot be started at all.
 */
export function launch(command: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: NEUTRAL_FOLDER, stdio: "ignore", detached: true });
    child.on("error", reject);
    child.on("exit", (status) => {
      resolve(status ?? STOPPED);
    });
    child.unref();
  });
}

/** Interrupts a program and those that it started, as Ctrl+C does, so that they can tidy up. */
function interrupt(child: ChildProcess): void {
  if (child.pid === undefined) return;
  if (process.platform === "win32") {
    const args = ["/pid", `${child.pid}`, "/t", "/f"];
    spawn("taskkill", args, { cwd: NEUTRAL_FOLDER, windowsHide: true });
    return;
  }
  try {
    process.kill(-child.pid, "SIGINT");
  } catch {
    // It has ended in the meantime.
  }
}

/** Takes text in any portions and hands on its lines; carriage returns end lines too. */
function lineSplitter(onLine: (line: string) => void = () => undefined): (text: string) => void {
  let rest = "";
  return (text) => {
    const lines = (rest + text).split(/\r\n|\r|\n/u);
    rest = lines.pop() ?? "";
    lines.forEach(onLine);
  };
}
