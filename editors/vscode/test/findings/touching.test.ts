import assert from "node:assert/strict";
import { test } from "node:test";
import { touching } from "../../src/findings/touching.ts";

const text = "kept bees behind the rectory, gently";
const at = (words: string) => {
  const start = text.indexOf(words);
  return { start, end: start + words.length };
};

test("a finding that follows upon another with a blank between begins with a mark", () => {
  assert.deepEqual(touching([at("behind the"), at("kept bees")], text), [at("behind").start]);
});

test("a finding with words or punctuation before it needs none", () => {
  assert.deepEqual(touching([at("kept"), at("behind the"), at("gently")], text), []);
  assert.deepEqual(touching([at("the rectory"), at("gently")], text), []);
  assert.deepEqual(touching([], text), []);
});

test("findings that overlap are told apart by their underlines", () => {
  assert.deepEqual(touching([at("kept bees"), at("bees behind")], text), []);
});
