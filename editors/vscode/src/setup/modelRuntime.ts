/**
 * Installs llama-cpp-python, which runs the language model, into the environment of the server. It
 * knows where that package's ready-made wheels are and how it is compiled; it must never know
 * VS Code.
 */
import { InstallationFailed, pipInstall } from "./installation.ts";
import { run } from "../programs/processes.ts";
import { programIn } from "../server/location.ts";

/** What the server asks for, and the one place beside the package index where wheels of it are. */
const PACKAGE = "llama-cpp-python";
export const REQUIREMENT = `${PACKAGE}>=0.3.16`;
const WHEELS = "https://abetlen.github.io/llama-cpp-python/whl";

/** What the model is to run on: the processor, or a graphics card by one of three interfaces. */
export type Hardware = "processor" | "metal" | "vulkan" | "cuda";

export interface RuntimeInstallation {
  /** The folder of the environment of the server. */
  readonly environment: string;
  /** From the network for some hardware, or from a folder of wheels without a network. */
  readonly source: { readonly hardware: Hardware } | { readonly wheels: string };
  readonly platform: NodeJS.Platform;
  readonly signal: AbortSignal;
  /** Told each step, in words for the user. */
  readonly onStep: (step: string) => void;
}

/** One way of installing; the next one is tried where it does not lead to a package that starts. */
interface Way {
  readonly step: string;
  readonly flags: readonly string[];
  readonly needs: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
}

/** Installs it in place of what is there. Throws InstallationFailed where that cannot be used. */
export async function installRuntime(wanted: RuntimeInstallation): Promise<void> {
  const { source, platform } = wanted;
  const ways = "wheels" in source ? [fromFolder(source.wheels)] : await fromNetwork(source);
  const said: string[] = [];
  for (const way of ways) {
    wanted.onStep(way.step);
    const outcome = await installed(wanted, way);
    if (outcome === "it starts") return;
    if (wanted.signal.aborted) break;
    said.push(outcome);
  }
  throw new InstallationFailed(
    "wheels" in source
      ? `The folder holds no ${PACKAGE} that works on this computer.`
      : FAILED[source.hardware](platform),
    said.join("\n"),
  );
}

/** The package alone is put in anew; what it needs is only added to. */
async function installed(wanted: RuntimeInstallation, way: Way): Promise<string> {
  const anew = ["--force-reinstall", "--no-deps", ...way.flags, REQUIREMENT];
  const first = await pipInstall(wanted, anew, way.variables);
  if (first.status !== 0) return first.errors;
  const rest = await pipInstall(wanted, [...way.needs, REQUIREMENT]);
  if (rest.status !== 0) return rest.errors;
  const python = programIn(wanted.environment, "python", wanted.platform);
  const start = await run(python, ["-I", "-c", "import llama_cpp"], { signal: wanted.signal });
  return start.status === 0 ? "it starts" : start.errors;
}

function fromFolder(folder: string): Way {
  const flags = ["--no-index", "--find-links", folder];
  return { step: `installing ${PACKAGE}`, flags, needs: flags };
}

/** Ready-made where there is one that starts here, else compiled. */
async function fromNetwork({ hardware }: { hardware: Hardware }): Promise<Way[]> {
  const folder = await folderOfWheels(hardware);
  const options = OPTIONS[hardware];
  return [
    {
      step: `looking for a ready-made ${PACKAGE}`,
      flags: ["--only-binary", PACKAGE, "--extra-index-url", `${WHEELS}/${folder}`],
      needs: [],
    },
    {
      step: `compiling ${PACKAGE}, which takes some minutes`,
      // Without these, pip takes what it has compiled before, with whatever options.
      flags: ["--no-binary", PACKAGE, "--no-cache-dir"],
      needs: [],
      ...(options !== undefined && { variables: { CMAKE_ARGS: options } }),
    },
  ];
}

const OPTIONS: Partial<Record<Hardware, string>> = {
  vulkan: "-DGGML_VULKAN=on",
  cuda: "-DGGML_CUDA=on",
};

/** Those for CUDA are ordered by its version, such as cu124. */
async function folderOfWheels(hardware: Hardware): Promise<string> {
  if (hardware === "processor") return "cpu";
  if (hardware !== "cuda") return hardware;
  const compiler = await run("nvcc", ["--version"]).catch(() => undefined);
  const [, major, minor] = /release (\d+)\.(\d+)/u.exec(compiler?.output ?? "") ?? [];
  if (major === undefined || minor === undefined) {
    throw new InstallationFailed(
      "NVIDIA's CUDA Toolkit was not found on this computer (its program nvcc is not on PATH). " +
        "Install it from NVIDIA, or choose a graphics card of any make (Vulkan), which needs " +
        "nothing but the card's driver.",
    );
  }
  return `cu${major}${minor}`;
}

const FAILED: Record<Hardware, (platform: NodeJS.Platform) => string> = {
  processor: (platform) => failed(compiler(platform)),
  metal: (platform) => failed(compiler(platform)),
  vulkan: (platform) => failed(`${compiler(platform)} and the Vulkan SDK`),
  cuda: (platform) => failed(`${compiler(platform)} and NVIDIA's CUDA Toolkit`),
};

function failed(needed: string): string {
  return (
    `${PACKAGE} could not be installed. It takes a network and, where there is no ready-made one ` +
    `for this computer, ${needed}. Your administrator can also give you a folder of wheels.`
  );
}

function compiler(platform: NodeJS.Platform): string {
  switch (platform) {
    case "win32":
      return "Visual Studio's C++ build tools";
    case "darwin":
      return "Xcode's command line tools";
    default:
      return "a C++ compiler (on Debian and Ubuntu the package g++)";
  }
}
