import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { test } from "node:test";
import { launch, run, serverProgram } from "../../src/programs/processes.ts";

test("a program's lines are heard as they come, and its status at the end", async () => {
  const lines: string[] = [];
  const program = "console.error('10 %\\r20 %\\ndone'); console.log('out'); process.exitCode = 3";
  const outcome = await run(process.execPath, ["-e", program], { onLine: (l) => lines.push(l) });
  assert.deepEqual(lines.sort(), ["10 %", "20 %", "done", "out"]);
  assert.deepEqual([outcome.status, outcome.output], [3, "out\n"]);
});

test("a program that is stopped ends at once", async () => {
  const stop = new AbortController();
  const running = run(process.execPath, ["-e", "setInterval(() => 0, 1000)"], {
    signal: stop.signal,
  });
  setTimeout(() => {
    stop.abort();
  }, 50);
  assert.equal((await running).status, -1);
});

test("a program that is stopped takes those with it that it started", async () => {
  const stop = new AbortController();
  const child = "console.log('started'); setInterval(() => 0, 1000)";
  const program = `require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(child)}], { stdio: "inherit" })`;
  // It only ends once nobody holds its output any more.
  await run(process.execPath, ["-e", program], {
    signal: stop.signal,
    onLine: () => {
      stop.abort();
    },
  });
});

test("a program that is not there is an error", async () => {
  await assert.rejects(run("/nowhere/unlinkable", []));
});

test("programs and the server run outside of the folder that the editor was started in", async (t) => {
  const sent = mkdtempSync(path.join(tmpdir(), "unlinkable-"));
  const before = process.cwd();
  t.after(() => {
    process.chdir(before);
    rmSync(sent, { recursive: true });
  });
  process.chdir(sent);
  const folder = path.dirname(realpathSync(process.execPath));
  const where = await run(process.execPath, ["-p", "process.cwd()"]);
  assert.equal(where.output.trim(), folder);
  const there = `process.exitCode = process.cwd() === ${JSON.stringify(folder)} ? 0 : 1`;
  assert.equal(await launch(process.execPath, ["-e", there]), 0);
  const { command, options } = serverProgram("python3");
  const how = {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    encoding: "utf8" as const,
  };
  const question = "import os, sys; print(os.getcwd(), sys.flags.safe_path)";
  assert.equal(execFileSync(command, ["-c", question], how).trim(), `${folder} True`);
});

test("a program of Python is started in any folder without what lies in it", async (t) => {
  const sent = mkdtempSync(path.join(tmpdir(), "unlinkable-"));
  t.after(() => {
    rmSync(sent, { recursive: true });
  });
  writeFileSync(path.join(sent, "json.py"), "print('planted')");
  const outcome = await run("python3", ["-c", "import json"], { folder: sent });
  assert.deepEqual([outcome.status, outcome.output], [0, ""]);
});
