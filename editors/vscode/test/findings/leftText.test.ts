import assert from "node:assert/strict";
import { test } from "node:test";
import {
  aboveList,
  besideLead,
  fromFirstChange,
  inOrderOfText,
  leadInWords,
  leftInWords,
  passageAloud,
  passageInWords,
} from "../../src/findings/leftText.ts";
import type { Left, Passage } from "../../src/server/protocol.ts";

const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 14 } };
const passage: Passage = {
  range,
  words: "Millbrook",
  place: range,
  text: "Off Millbrook.",
  masked: "Off [REDACTED].",
  masks: 1,
  lead: 0.184,
  reasons: [],
  more: 0,
};
const left: Left = {
  uri: "file:///a.txt",
  version: 1,
  sentences: 31,
  left: 12,
  passages: [passage, passage],
  unlisted: 0,
};

test("what is left is counted in sentences, in the singular and the plural", () => {
  assert.equal(leftInWords(left), "12 of 31 sentences left");
  assert.equal(leftInWords({ ...left, left: 1, sentences: 1 }), "1 of 1 sentence left");
});

test("a passage says how much it matters and what would be done", () => {
  assert.equal(passageInWords(passage), "18 % of the lead, 1 mask");
  assert.equal(
    passageInWords({ ...passage, lead: 0.001, masks: 2 }),
    "less than 1 % of the lead, 2 masks",
  );
  assert.equal(passageInWords({ ...passage, lead: 0 }), "0 % of the lead, 1 mask");
});

test("a row says the words that lead, how much, and the sentence", () => {
  assert.equal(leadInWords(passage), "“Millbrook”");
  assert.equal(leadInWords({ ...passage, masks: 3 }), "“Millbrook” and 2 more");
  assert.equal(besideLead(passage), "18 %: Off Millbrook.");
  const long = (words: string) => leadInWords({ ...passage, words, masks: 2 });
  assert.equal(long("remain, to keep itself"), "“remain, to keep…” and 1 more");
  assert.equal(long("Lagenomersättningvidfrihets"), "“Lagenomersättningvid…” and 1 more");
  assert.equal(long("an aggravated offence"), "“an aggravated…” and 1 more");
});

test("passages are sorted as they stand in the text", () => {
  const at = (line: number, character: number): Passage => ({
    ...passage,
    range: { start: { line, character }, end: { line, character: character + 1 } },
  });
  const [first, second, third] = [at(0, 9), at(2, 1), at(2, 30)];
  assert.deepEqual(inOrderOfText([third, first, second]), [first, second, third]);
});

test("a line begins a few words before what changes, and marks it still", () => {
  const text = "The miller who lived beyond the river lodged an appeal.";
  const start = text.indexOf("lodged");
  const seen = fromFirstChange(text, [[start, start + 6]]);
  assert.equal(seen.text, "… lived beyond the river lodged an appeal.");
  const [[from, to]] = seen.parts as [[number, number]];
  assert.equal(seen.text.slice(from, to), "lodged");
  assert.deepEqual(fromFirstChange("Off then.", [[4, 8]]), { text: "Off then.", parts: [[4, 8]] });
  assert.deepEqual(fromFirstChange(text, []), { text, parts: [] });
});

test("a screen reader hears the rank, the words, and what would become of them", () => {
  assert.equal(
    passageAloud(passage, 2, left),
    "Passage 2 of 2, 18 % of the lead, 1 mask: Off Millbrook. It would become: Off [REDACTED].",
  );
});

test("an empty list says why it is empty", () => {
  assert.match(aboveList(undefined, undefined), /^Open a draft/);
  assert.match(aboveList("no-index", undefined), /no index/);
  assert.match(aboveList("failed", undefined), /not checked/);
  assert.match(aboveList("opening", undefined), /being counted/);
  assert.match(aboveList("checking", undefined), /being counted/);
  assert.match(aboveList("ready", { ...left, left: 0, passages: [] }), /^Nothing is left/);
});

test("a list says how much it leaves out, and nothing where it is whole", () => {
  assert.equal(aboveList("ready", left), "");
  assert.equal(aboveList("checking", left), "");
  assert.equal(aboveList("ready", { ...left, unlisted: 3 }), "These come first; 3 more follow.");
});
