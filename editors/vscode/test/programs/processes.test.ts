import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "../../src/programs/processes.ts";

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
