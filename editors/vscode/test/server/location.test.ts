import assert from "node:assert/strict";
import { test } from "node:test";
import { findServer, type Surroundings } from "../../src/server/location.ts";

function around(existing: string[], changes: Partial<Surroundings> = {}): Surroundings {
  return {
    setting: "",
    bundled: "/extension/dist/program",
    environments: ["/work/.venv", "/envs/active"],
    searchPath: "/usr/local/bin:/usr/bin",
    ownEnvironment: "/storage/server",
    platform: "linux",
    isExecutable: (file) => Promise.resolve(existing.includes(file)),
    ...changes,
  };
}

test("the setting wins over everything else", async () => {
  const found = await findServer(
    around(["/opt/unlinkable", "/work/.venv/bin/unlinkable"], { setting: "/opt/unlinkable" }),
  );
  assert.deepEqual(found, { command: "/opt/unlinkable", origin: "setting" });
});

test("a setting that names no program is not silently replaced by another server", async () => {
  const found = await findServer(around(["/usr/bin/unlinkable"], { setting: "/opt/nothing" }));
  assert.equal(found, undefined);
});

test("what came with the extension is first, then environments, PATH, our own installation", async () => {
  const everywhere = [
    "/extension/dist/program/bin/unlinkable",
    "/envs/active/bin/unlinkable",
    "/usr/bin/unlinkable",
    "/storage/server/bin/unlinkable",
  ];
  const origins = [];
  for (const nth of everywhere.keys()) {
    origins.push((await findServer(around(everywhere.slice(nth))))?.origin);
  }
  assert.deepEqual(origins, ["extension", "environment", "PATH", "own installation"]);
});

test("relative entries of PATH are never looked at", async () => {
  const found = await findServer(
    around(["unlinkable", "bin/unlinkable"], { searchPath: ".:bin:" }),
  );
  assert.equal(found, undefined);
});

test("relative settings and environments are never looked at", async () => {
  assert.equal(
    await findServer(around(["bin/unlinkable"], { setting: "bin/unlinkable" })),
    undefined,
  );
  const found = await findServer(around(["env/bin/unlinkable"], { environments: ["env"] }));
  assert.equal(found, undefined);
});

test("on Windows programs are looked for in Scripts, with .exe", async () => {
  const found = await findServer(
    around(["C:\\env\\Scripts\\unlinkable.exe"], {
      environments: ["C:\\env"],
      searchPath: "C:\\Windows",
      platform: "win32",
    }),
  );
  assert.equal(found?.command, "C:\\env\\Scripts\\unlinkable.exe");
});
