/**
 * Where the server may be on this machine, and in which order we believe the places. It knows
 * paths; it must never know VS Code, nor start anything.
 */
import * as path from "node:path";

/** How the server was found, for messages and logs. */
export type Origin = "setting" | "extension" | "environment" | "PATH" | "own installation";

export interface ServerLocation {
  readonly command: string;
  readonly origin: Origin;
}

/** What the search may look at. Folders of a workspace belong here only once it is trusted. */
export interface Surroundings {
  /** The setting `unlinkable.server.path`; empty when not set. */
  readonly setting: string;
  /** The folder of the program that came with the extension, where one did. */
  readonly bundled: string;
  /** Folders of Python environments, the most specific one first. */
  readonly environments: readonly string[];
  /** The value of the variable PATH. */
  readonly searchPath: string;
  /** The folder of the environment that this extension installs into. */
  readonly ownEnvironment: string;
  readonly platform: NodeJS.Platform;
  readonly isExecutable: (file: string) => Promise<boolean>;
}

/** The path of a program inside a Python environment, or a folder laid out as one. */
export function programIn(environment: string, name: string, platform: NodeJS.Platform): string {
  return platform === "win32"
    ? path.win32.join(environment, "Scripts", `${name}.exe`)
    : path.posix.join(environment, "bin", name);
}

/** The folder that a program found there lies in, by the same layout. */
export function environmentOf(program: string): string {
  return path.dirname(path.dirname(program));
}

/**
 * The first server found: setting, the one that came with the extension, environments, PATH, then
 * our own installation. `undefined` when there is none. A setting that names no program is the user's mistake and ends the search,
 * lest another server run unnoticed. Relative paths count for nothing anywhere: they would mean the
 * folder of the workspace.
 */
export async function findServer(around: Surroundings): Promise<ServerLocation | undefined> {
  const rules = around.platform === "win32" ? path.win32 : path.posix;
  if (around.setting !== "") {
    return rules.isAbsolute(around.setting) && (await around.isExecutable(around.setting))
      ? { command: around.setting, origin: "setting" }
      : undefined;
  }
  const candidates: ServerLocation[] = [
    { command: programIn(around.bundled, "unlinkable", around.platform), origin: "extension" },
    ...around.environments
      .filter((folder) => rules.isAbsolute(folder))
      .map((folder) => ({
        command: programIn(folder, "unlinkable", around.platform),
        origin: "environment" as const,
      })),
    ...programsOnPath(around).map((command) => ({ command, origin: "PATH" as const })),
    {
      command: programIn(around.ownEnvironment, "unlinkable", around.platform),
      origin: "own installation",
    },
  ];
  for (const candidate of candidates) {
    if (await around.isExecutable(candidate.command)) return candidate;
  }
  return undefined;
}

function programsOnPath(around: Surroundings): string[] {
  const { posix, win32 } = path;
  const rules = around.platform === "win32" ? win32 : posix;
  const name = around.platform === "win32" ? "unlinkable.exe" : "unlinkable";
  return around.searchPath
    .split(rules.delimiter)
    .filter((folder) => rules.isAbsolute(folder))
    .map((folder) => rules.join(folder, name));
}
