import assert from "node:assert/strict";
import * as path from "node:path";
import { test } from "node:test";
import { isWithin } from "../../src/programs/paths.ts";

test("a folder is within itself and those above it, and in no other", () => {
  for (const [inner, outer, expected] of [
    ["/a/b", "/a/b", true],
    ["/a/b/c", "/a", true],
    ["/a", "/a/b", false],
    ["/a/bc", "/a/b", false],
    ["/a/..b", "/a", true],
  ] as const) {
    assert.equal(isWithin(inner, outer, path.posix), expected, `${inner} in ${outer}`);
  }
  assert.equal(isWithin("D:\\a", "C:\\", path.win32), false);
});
