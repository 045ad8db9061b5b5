import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { test, type TestContext } from "node:test";
import { InstallationFailed } from "../../src/setup/installation.ts";
import {
  installRuntime,
  REQUIREMENT,
  type RuntimeInstallation,
} from "../../src/setup/modelRuntime.ts";

const SITE = "https://abetlen.github.io/llama-cpp-python/whl";

/** A Python that notes what it is asked for, and fails at what contains one of `failing`. */
function environment(t: TestContext, failing: string[] = []) {
  const room = mkdtempSync(path.join(tmpdir(), "unlinkable-"));
  t.after(() => {
    rmSync(room, { recursive: true });
  });
  mkdirSync(path.join(room, "bin"));
  const cases = failing.map((part) => `*"${part}"*) echo sorry >&2; exit 1;;`).join(" ");
  const python = `#!/bin/sh\nPATH=/usr/bin:/bin\necho "\${CMAKE_ARGS:-} $*" >> '${room}/notes'\n`;
  script(path.join(room, "bin/python"), `${python}case "$*" in ${cases} esac\n`);
  const notes = () => {
    const file = path.join(room, "notes");
    return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  };
  return { room, notes };
}

function script(file: string, text: string): void {
  writeFileSync(file, text);
  chmodSync(file, 0o755);
}

function wanted(room: string, source: RuntimeInstallation["source"]): RuntimeInstallation {
  return {
    environment: room,
    source,
    platform: "linux",
    signal: new AbortController().signal,
    onStep: () => undefined,
  };
}

test("a ready-made package that starts is all that is installed", async (t) => {
  const { room, notes } = environment(t);
  await installRuntime(wanted(room, { hardware: "vulkan" }));
  const [first = "", rest = "", start = "", ...more] = notes();
  assert.ok(first.includes("--force-reinstall --no-deps --only-binary llama-cpp-python"));
  assert.ok(first.includes(`--extra-index-url ${SITE}/vulkan`));
  assert.ok(rest.includes(`pip install --disable-pip-version-check ${REQUIREMENT}`));
  assert.ok(start.includes("-c import llama_cpp"));
  assert.deepEqual(more, []);
});

test("where there is no ready-made package, it is compiled for the hardware chosen", async (t) => {
  const { room, notes } = environment(t, ["--only-binary"]);
  await installRuntime(wanted(room, { hardware: "vulkan" }));
  const compiled = notes()[1] ?? "";
  assert.ok(compiled.trim().startsWith("-DGGML_VULKAN=on -I -m pip install"));
  assert.ok(compiled.includes("--no-binary llama-cpp-python --no-cache-dir"));
});

test("a package that does not start counts as none, and what is needed is said", async (t) => {
  const { room, notes } = environment(t, ["import llama_cpp"]);
  await assert.rejects(
    installRuntime(wanted(room, { hardware: "processor" })),
    (error: unknown) =>
      error instanceof InstallationFailed &&
      error.message.includes("a C++ compiler") &&
      error.details.includes("sorry"),
  );
  assert.equal(notes().filter((note) => note.includes("import llama_cpp")).length, 2);
});

test("wheels for CUDA are those of the toolkit's version; without one that is said", async (t) => {
  const { room, notes } = environment(t);
  const before = process.env["PATH"];
  t.after(() => (process.env["PATH"] = before));
  process.env["PATH"] = path.join(room, "tools");
  await assert.rejects(installRuntime(wanted(room, { hardware: "cuda" })), /CUDA Toolkit/u);
  assert.deepEqual(notes(), []);
  mkdirSync(path.join(room, "tools"));
  script(path.join(room, "tools/nvcc"), "#!/bin/sh\necho 'Cuda tools, release 12.4, V12.4.99'\n");
  await installRuntime(wanted(room, { hardware: "cuda" }));
  assert.ok(notes()[0]?.includes(`${SITE}/cu124 `));
});

test("from a folder nothing is asked of a network", async (t) => {
  const { room, notes } = environment(t, ["import llama_cpp"]);
  await assert.rejects(installRuntime(wanted(room, { wheels: "/wheels" })), /The folder holds no/u);
  const installs = notes().filter((note) => note.includes("pip install"));
  assert.equal(installs.length, 2);
  assert.ok(installs.every((note) => note.includes("--no-index --find-links /wheels")));
});

test("once stopped, no other way is tried", async (t) => {
  const { room, notes } = environment(t, ["pip install"]);
  const signal = AbortSignal.abort();
  await assert.rejects(
    installRuntime({ ...wanted(room, { hardware: "processor" }), signal }),
    InstallationFailed,
  );
  assert.ok(notes().length <= 1);
});

test("what is installed is what the server asks for", () => {
  const project = readFileSync(new URL("../../../../pyproject.toml", import.meta.url), "utf8");
  assert.ok(project.includes(`llm = ["${REQUIREMENT}"]`));
});

test("a real pip installs it from a folder of wheels into a real environment", async (t) => {
  const room = mkdtempSync(path.join(tmpdir(), "unlinkable-"));
  const constraint = process.env["PIP_CONSTRAINT"];
  delete process.env["PIP_CONSTRAINT"]; // whatever versions the tests run with
  t.after(() => {
    rmSync(room, { recursive: true });
    if (constraint !== undefined) process.env["PIP_CONSTRAINT"] = constraint;
  });
  const made = path.join(room, "environment");
  execFileSync("python3", ["-I", "-m", "venv", made]);
  const source = { wheels: room };
  await assert.rejects(installRuntime(wanted(made, source)), InstallationFailed);
  execFileSync("python3", ["-I", "-c", MAKE_WHEEL, room]);
  await installRuntime(wanted(made, source));
  execFileSync(path.join(made, "bin/python"), ["-I", "-c", "import llama_cpp"]);
});

/** Makes a wheel of the same name with nothing in it. */
const MAKE_WHEEL = `
import sys, zipfile
info = "llama_cpp_python-0.3.99.dist-info"
with zipfile.ZipFile(sys.argv[1] + "/llama_cpp_python-0.3.99-py3-none-any.whl", "w") as wheel:
    wheel.writestr("llama_cpp.py", "")
    wheel.writestr(info + "/METADATA", "Metadata-Version: 2.1\\nName: llama_cpp_python\\nVersion: 0.3.99\\n")
    wheel.writestr(info + "/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr(info + "/RECORD", "")
`;
