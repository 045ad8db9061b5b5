import assert from "node:assert/strict";
import { test } from "node:test";
import { checkFlags } from "../../src/settings/checkFlags.ts";

test("settings of the editor become flags of the command line", () => {
  assert.deepEqual(
    checkFlags({ index: "/a b/i", k: 3, crossSentences: true, masks: ["X+", "_+"], pauseMs: 5 }),
    ["--index=/a b/i", "-k=3", "--cross-sentences", "--mask=X+", "--mask=_+"],
  );
});

test("what is off or not set gives no flag", () => {
  assert.deepEqual(checkFlags({ crossSentences: false }), []);
});
