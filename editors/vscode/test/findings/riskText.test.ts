import assert from "node:assert/strict";
import { test } from "node:test";
import { acceptanceInWords, riskInWords } from "../../src/findings/riskText.ts";
import type { AcceptedRisk } from "../../src/server/protocol.ts";

const risk: AcceptedRisk = {
  id: "1",
  kind: "words",
  phrase: "night market",
  terms: [],
  scope: "workspace",
  file: null,
  reason: "said of every market",
  by: "M. Clerk",
  date: "2026-11-22",
  path: "/drafts/unlinkable.toml",
  places: [],
};

test("words that lead back are told by themselves, those of a combination together", () => {
  assert.equal(riskInWords(risk), "“night market”");
  assert.equal(riskInWords({ ...risk, terms: ["baker"] }), "“night market” with “baker”");
});

test("a passage and a mask are told as such, so that words alone are never meant", () => {
  assert.equal(
    riskInWords({ ...risk, kind: "ranking" }),
    "Passage “night market”, found by searches that rank",
  );
  assert.equal(
    riskInWords({ ...risk, kind: "guessable-mask", phrase: "sold at [...] for" }),
    "Mask in “sold at [...] for”, which other rulings tell",
  );
});

test("whoever withdraws a risk is told who answers for it, and where it holds", () => {
  assert.equal(
    acceptanceInWords(risk),
    "Accepted in every draft of this folder by M. Clerk on 2026-11-22: said of every market",
  );
});
