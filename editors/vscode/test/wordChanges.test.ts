import assert from "node:assert/strict";
import { test } from "node:test";
import { wordChanges } from "../src/wordChanges.ts";

test("changed words are shown with what replaces them", () => {
  assert.equal(
    wordChanges(
      "He was convicted of battery and robbery in May.",
      "He was convicted of assault in May.",
    ),
    "battery and robbery → assault",
  );
});

test("words that only come or only go are shown too", () => {
  assert.equal(wordChanges("He left.", "He then left."), "(nothing) → then");
  assert.equal(wordChanges("He then left.", "He left."), "then → (nothing)");
});

test("nothing is shown where no word differs", () => {
  assert.equal(wordChanges("He  left.", "He left."), "");
});
