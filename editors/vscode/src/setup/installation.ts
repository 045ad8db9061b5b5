/**
 * Installs the server, which comes with the extension, into an environment of its own; what it
 * needs comes from the package index or from a folder of wheels. It knows Python, uv and pip; it must
 * never know VS Code, nor touch another environment.
 */
import { homedir } from "node:os";
import * as path from "node:path";
import { type Outcome, run } from "../programs/processes.ts";
import { programIn } from "../server/location.ts";

const PYTHONS: readonly (readonly string[])[] = [
  ["python3"],
  ["python3.13"],
  ["python3.12"],
  ["python3.11"],
  ["python"],
];
/** What uv is to get where there is no Python. */
const UV_PYTHON = "3.12";
/** uv is to trust whom the computer trusts (the second name is the older one), and to add no programs. */
const UV_VARIABLES = { UV_SYSTEM_CERTS: "1", UV_NATIVE_TLS: "1", UV_PYTHON_INSTALL_BIN: "0" };
const NEW_ENOUGH = "import sys, venv; sys.exit(sys.version_info < (3, 11))";

export interface Installation {
  /** The folder of the environment, made when it does not exist. */
  readonly environment: string;
  /** The wheel of the server, which comes with the extension. */
  readonly server: string;
  /** A folder with what the server needs, without a network; `undefined` for the package index. */
  readonly wheels: string | undefined;
  readonly platform: NodeJS.Platform;
  readonly signal: AbortSignal;
  /** Told each step, in words for the user. */
  readonly onStep: (step: string) => void;
}

/** Why an installation ended without a server, in words for the user. */
export class InstallationFailed extends Error {
  /** What the failing program said, for the log. */
  readonly details: string;

  constructor(message: string, details = "") {
    super(message);
    this.details = details;
  }
}

/** Installs, or upgrades what is there, and returns the path of the server. */
export async function install(wanted: Installation): Promise<string> {
  const { environment, platform, signal } = wanted;
  wanted.onStep("looking for Python");
  const python = (await findPython(platform)) ?? (await pythonOfUv(wanted));
  const [program = "", ...first] = python;
  wanted.onStep("making an environment of its own");
  await must(
    run(program, [...first, "-I", "-m", "venv", environment], { signal }),
    "The environment for the server could not be made. On Debian and Ubuntu the package " +
      "python3-venv may be missing.",
  );
  wanted.onStep("installing the server");
  const source = wanted.wheels === undefined ? [] : ["--no-index", "--find-links", wanted.wheels];
  await must(
    pipInstall(wanted, ["--upgrade", ...source, wanted.server]),
    wanted.wheels === undefined
      ? "What the server needs could not be downloaded. Without a network, install it from a folder of wheels."
      : "The folder does not hold all wheels that the server needs on this computer.",
  );
  return programIn(environment, "unlinkable", platform);
}

/** Installs something into the environment of the server, where it is there. */
export function pipInstall(
  { environment, platform, signal }: Pick<Installation, "environment" | "platform" | "signal">,
  what: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const args = ["-I", "-m", "pip", "install", "--disable-pip-version-check", ...what];
  return run(programIn(environment, "python", platform), args, { signal, variables });
}

/** Where there is no Python: the one that uv gets, if uv is installed. */
async function pythonOfUv({ signal, onStep }: Installation): Promise<readonly string[]> {
  const uv = await findUv();
  if (uv === undefined) {
    throw new InstallationFailed(
      "No Python 3.11 or later was found on this computer. Install Python from python.org, or uv " +
        "from docs.astral.sh/uv (or ask your administrator to), then try again.",
    );
  }
  onStep("getting Python with uv");
  const how = { signal, variables: UV_VARIABLES };
  const message = "There is no Python 3.11 or later on this computer, and uv could not get one.";
  await must(run(uv, ["python", "install", "--quiet", UV_PYTHON], how), message);
  const found = await must(run(uv, ["python", "find", UV_PYTHON], how), message);
  return [found.output.trim()];
}

/** On PATH, or where its installer puts it, where not every editor looks. */
async function findUv(): Promise<string | undefined> {
  for (const uv of ["uv", path.join(homedir(), ".local", "bin", "uv")]) {
    const outcome = await run(uv, ["--version"]).catch(() => undefined);
    if (outcome?.status === 0) return uv;
  }
  return undefined;
}

async function findPython(platform: NodeJS.Platform): Promise<readonly string[] | undefined> {
  const pythons = platform === "win32" ? [["py", "-3"], ...PYTHONS] : PYTHONS;
  for (const [program = "", ...first] of pythons) {
    const outcome = await run(program, [...first, "-I", "-c", NEW_ENOUGH]).catch(() => undefined);
    if (outcome?.status === 0) return [program, ...first];
  }
  return undefined;
}

async function must(running: Promise<Outcome>, message: string): Promise<Outcome> {
  const outcome = await running.catch((error: unknown) => ({
    status: -1,
    output: "",
    errors: String(error),
  }));
  if (outcome.status !== 0) throw new InstallationFailed(message, outcome.errors);
  return outcome;
}
