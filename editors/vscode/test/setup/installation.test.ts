import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { test } from "node:test";
import { install, InstallationFailed } from "../../src/setup/installation.ts";

/** Makes the wheel of a server that says hello, or of what it needs: folder, name, requirement. */
const MAKE_WHEEL = `
import sys, zipfile
folder, name, needs = sys.argv[1:]
info = name + "-0.0.dist-info"
with zipfile.ZipFile(f"{folder}/{name}-0.0-py3-none-any.whl", "w") as wheel:
    wheel.writestr(name + ".py", "def main(): print('hello')")
    wheel.writestr(info + "/METADATA", f"Metadata-Version: 2.1\\nName: {name}\\nVersion: 0.0\\n{needs}")
    wheel.writestr(info + "/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr(info + "/entry_points.txt", f"[console_scripts]\\n{name} = {name}:main\\n")
    wheel.writestr(info + "/RECORD", "")
`;

test("the server is installed from a folder of wheels, without a network", async (t) => {
  const room = mkdtempSync(path.join(tmpdir(), "unlinkable-"));
  t.after(() => {
    rmSync(room, { recursive: true });
  });
  const wanted = {
    environment: path.join(room, "environment"),
    server: path.join(room, "unlinkable-0.0-py3-none-any.whl"),
    wheels: room,
    platform: process.platform,
    signal: new AbortController().signal,
    onStep: () => undefined,
  };
  execFileSync("python3", ["-I", "-c", MAKE_WHEEL, room, "unlinkable", "Requires-Dist: needed\n"]);
  await assert.rejects(install(wanted), (error: unknown) => {
    assert.ok(error instanceof InstallationFailed);
    return error.message.includes("does not hold all wheels");
  });
  execFileSync("python3", ["-I", "-c", MAKE_WHEEL, room, "needed", ""]);
  const server = await install(wanted);
  assert.equal(execFileSync(server, { encoding: "utf8" }).trim(), "hello");
});

test("where there is no Python, uv gets one; without uv it is said what to do", async (t) => {
  const room = mkdtempSync(path.join(tmpdir(), "unlinkable-"));
  const { PATH, HOME } = process.env;
  t.after(() => {
    Object.assign(process.env, { PATH, HOME });
    rmSync(room, { recursive: true });
  });
  const python = execFileSync("python3", ["-I", "-c", "import sys; print(sys.executable)"], {
    encoding: "utf8",
  }).trim();
  execFileSync(python, ["-I", "-c", MAKE_WHEEL, room, "unlinkable", ""]);
  const steps: string[] = [];
  const wanted = {
    environment: path.join(room, "environment"),
    server: path.join(room, "unlinkable-0.0-py3-none-any.whl"),
    wheels: room,
    platform: process.platform,
    signal: new AbortController().signal,
    onStep: (step: string) => steps.push(step),
  };
  const programs = path.join(room, "programs");
  mkdirSync(programs);
  Object.assign(process.env, { PATH: programs, HOME: room });
  await assert.rejects(install(wanted), (error: unknown) => {
    assert.ok(error instanceof InstallationFailed);
    return error.message.includes("from python.org, or uv");
  });
  // A uv that notes what it is asked for, and gets the Python of the test.
  symlinkSync("/bin/sh", path.join(programs, "sh"));
  const asked = path.join(room, "asked");
  const uv = `#!/bin/sh\necho "$@" >>"${asked}"\n[ "$2" = find ] && echo "${python}"\nexit 0\n`;
  const place = path.join(room, ".local/bin"); // not on PATH, as in an editor begun from a menu
  mkdirSync(place, { recursive: true });
  writeFileSync(path.join(place, "uv"), uv, { mode: 0o755 });
  const server = await install(wanted);
  assert.equal(execFileSync(server, { encoding: "utf8" }).trim(), "hello");
  assert.deepEqual(readFileSync(asked, "utf8").trim().split("\n"), [
    "--version",
    "python install --quiet 3.12",
    "python find 3.12",
  ]);
  assert.ok(steps.includes("getting Python with uv"));
});
