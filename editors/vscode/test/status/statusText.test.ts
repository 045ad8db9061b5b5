import assert from "node:assert/strict";
import { test } from "node:test";
import type { DraftStatus } from "../../src/server/protocol.ts";
import { findingsInWords, statusText } from "../../src/status/statusText.ts";

function status(changes: Partial<DraftStatus>): DraftStatus {
  return {
    uri: "file:///draft.txt",
    version: 1,
    state: "ready",
    message: "",
    phrases: 0,
    combinations: 0,
    near: 0,
    leading: 0,
    guessable: 0,
    against: "exact search",
    ranked: null,
    accepted: 0,
    words: 100,
    complete: true,
    clean: false,
    cleanAt: null,
    k: 2,
    maxTerms: 3,
    termWords: 1,
    model: null,
    likelySource: null,
    index: null,
    milliseconds: 1,
    truncated: false,
    shown: 0,
    doubts: [],
    narrowed: [],
    ignored: [],
    ...changes,
  };
}

test("the status counts findings by kind, in the singular and the plural", () => {
  const none = { phrases: 0, combinations: 0, near: 0, leading: 0, guessable: 0 };
  assert.equal(
    findingsInWords({ ...none, phrases: 3, combinations: 1 }),
    "3 phrases, 1 combination",
  );
  assert.equal(findingsInWords({ ...none, combinations: 10 }), "10 combinations");
  assert.equal(findingsInWords({ ...none, leading: 2 }), "2 leading passages");
  assert.equal(findingsInWords({ ...none, guessable: 1 }), "1 guessable mask");
  assert.equal(findingsInWords(none), "no findings");
});

test("only a draft that the server calls clean is called clean", () => {
  assert.equal(statusText(status({ clean: true })).words, "Clean against exact search, k 2");
  const both = { clean: true, against: "exact search and ranking", k: 3 };
  assert.equal(statusText(status(both)).words, "Clean against exact search and ranking, k 3");
  assert.equal(statusText(status({ near: 1 })).words, "1 word near others");
  assert.equal(statusText(status({ accepted: 2 })).words, "2 accepted");
  assert.equal(statusText(status({ guessable: 1 })).words, "1 guessable mask");
  assert.equal(statusText(status({ state: "checking" })).words, "Checking");
});

test("a draft that was not searched to the end is never shown as done", () => {
  for (const accepted of [0, 2]) {
    const shown = statusText(status({ complete: false, accepted }));
    assert.deepEqual([shown.words, shown.emphasis], ["Not searched to the end", "warning"]);
  }
  assert.equal(statusText(status({ complete: false, phrases: 1 })).words, "1 phrase");
});

test("a draft that is recognised is not called clean without that", () => {
  const ranked = { document: "x", rank: 1 };
  assert.equal(
    statusText(status({ clean: true, ranked })).words,
    "Clean against exact search, k 2; whole text found",
  );
  assert.equal(
    statusText(status({ clean: true, ranked: { ...ranked, rank: 4 } })).words,
    "Clean against exact search, k 2",
  );
});

test("what narrows a check, or speaks against relying on it, is said where others say clean", () => {
  const narrowed = statusText(
    status({ clean: true, narrowed: ["max_terms = 1 (/d/unlinkable.toml)"] }),
  );
  assert.equal(narrowed.words, "Clean, but narrowed: exact search, k 2");
  assert.equal(narrowed.emphasis, "warning");
  assert.match(narrowed.explanation, /Narrowed: max_terms = 1 \(\/d\/unlinkable.toml\)/);
  const doubtful = statusText(status({ doubts: ["there are no words here to check."] }));
  assert.equal(doubtful.words, "Not to be relied on");
  assert.equal(doubtful.emphasis, "warning");
});

test("every state says in words what its icon and colour say", () => {
  for (const state of ["no-index", "opening", "checking", "ready", "failed"] as const) {
    assert.notEqual(statusText(status({ state, phrases: 1 })).words, "");
  }
});

test("the explanation names the likely source with its title", () => {
  const likelySource = { document: "17-4", title: "A v B", findings: 1 };
  const { explanation } = statusText(status({ phrases: 1, likelySource }));
  assert.match(explanation, /Likely source: 17-4 \(A v B\), to which 1 finding leads/);
});

test("that not all findings are underlined is said", () => {
  const { explanation } = statusText(status({ truncated: true, phrases: 3237, shown: 1000 }));
  assert.match(explanation, /Of 3237 findings 1000 are underlined/);
});

test("what is left to do is counted in sentences", () => {
  const left = { uri: "", version: 1, sentences: 31, left: 12, passages: [], unlisted: 0 };
  assert.equal(statusText(status({ phrases: 40 }), left).words, "12 of 31 sentences left");
  assert.equal(statusText(status({ phrases: 40 }), { ...left, left: 0 }).words, "40 phrases");
});
