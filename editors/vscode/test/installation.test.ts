import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { test } from "node:test";
import { install, InstallationFailed } from "../src/installation.ts";

/** Makes a wheel named unlinkable whose program says hello. */
const MAKE_WHEEL = `
import sys, zipfile
info = "unlinkable-0.0.dist-info"
with zipfile.ZipFile(sys.argv[1] + "/unlinkable-0.0-py3-none-any.whl", "w") as wheel:
    wheel.writestr("unlinkable.py", "def main(): print('hello')")
    wheel.writestr(info + "/METADATA", "Metadata-Version: 2.1\\nName: unlinkable\\nVersion: 0.0\\n")
    wheel.writestr(info + "/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr(info + "/entry_points.txt", "[console_scripts]\\nunlinkable = unlinkable:main\\n")
    wheel.writestr(info + "/RECORD", "")
`;

test("the server is installed from a folder of wheels, without a network", async (t) => {
  const room = mkdtempSync(path.join(tmpdir(), "unlinkable-"));
  t.after(() => {
    rmSync(room, { recursive: true });
  });
  const wanted = {
    environment: path.join(room, "environment"),
    wheels: room,
    platform: process.platform,
    signal: new AbortController().signal,
    onStep: () => undefined,
  };
  await assert.rejects(install(wanted), (error: unknown) => {
    assert.ok(error instanceof InstallationFailed);
    return error.message.includes("does not hold all wheels");
  });
  execFileSync("python3", ["-c", MAKE_WHEEL, room]);
  const server = await install(wanted);
  assert.equal(execFileSync(server, { encoding: "utf8" }).trim(), "hello");
});
