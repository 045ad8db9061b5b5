import assert from "node:assert/strict";
import { test } from "node:test";
import type { Report, ReportedFinding } from "../../src/server/protocol.ts";
import { type ReportedDraft, reportPage } from "../../src/findings/reportPage.ts";

const finding: ReportedFinding = {
  kind: "phrase",
  start: 0,
  end: 5,
  text: "<b>&",
  words: 1,
  df: 1,
  documents: ["17-4"],
};

const WHOLE = { unread: [], stoppedAt: undefined };

function draft(name: string, findings: ReportedFinding[]): ReportedDraft {
  const report: Report = {
    draft: name,
    index: { documents: 40 },
    settings: { k: 2, max_terms: 3, term_words: 1 },
    words: 10,
    findings,
    likely_source: null,
    doubts: [],
  };
  return { name, report, link: () => "command:there" };
}

test("a report shows the text of a draft as text, never as markup", () => {
  const page = reportPage("Report", [draft("a.txt", [finding])], WHOLE);
  assert.ok(page.includes("&lt;b&gt;&amp;"));
  assert.ok(!page.includes("<b>"));
});

test("a report allows neither scripts nor anything from elsewhere", () => {
  assert.ok(reportPage("Report", [], WHOLE).includes("default-src 'none'"));
});

test("a report on several drafts says which are clean", () => {
  const page = reportPage("Folder", [draft("a.txt", [finding]), draft("b.txt", [])], WHOLE);
  assert.ok(page.includes("1 of 2 drafts has findings."));
  assert.ok(page.includes("<td>nothing leads back</td>"));
  assert.ok(!page.includes("clean"));
});

test("a report on what was stopped says so first, and does not call all drafts clean", () => {
  const page = reportPage("Folder", [draft("a.txt", []), draft("b.txt", [])], {
    unread: [],
    stoppedAt: { checked: 2, of: 403 },
  });
  assert.ok(!page.includes("In all drafts"));
  const said = page.indexOf("2 of 403 drafts were checked");
  assert.ok(
    said > 0 &&
      said < page.indexOf("In those that were checked, nothing leads back by these searches."),
  );
});

test("drafts that could not be read are named first, and none of them is called clean", () => {
  const page = reportPage("Folder", [draft("a.txt", [])], {
    unread: ["c.txt: byte 3 is not valid UTF-8; save the draft as <UTF-8>"],
    stoppedAt: undefined,
  });
  assert.ok(page.includes("1 draft was not checked:"));
  assert.ok(page.includes("save the draft as &lt;UTF-8&gt;"));
  assert.ok(!page.includes("In all drafts"));
  assert.ok(
    reportPage("Folder", [], { unread: ["c"], stoppedAt: undefined }).includes(
      "No draft was checked.",
    ),
  );
});

test("the findings of a draft stand in the order of its text", () => {
  const late = { ...finding, start: 90, end: 95, text: "late" };
  const page = reportPage("Report", [draft("a.txt", [late, { ...finding, text: "early" }])], WHOLE);
  assert.ok(page.indexOf("early") < page.indexOf("late"));
});

test("a draft whose result is not to be relied on is not called clean", () => {
  const { report, ...rest } = draft("a.txt", []);
  const doubtful = { ...rest, report: { ...report, doubts: [{ message: "no <word> is known" }] } };
  const page = reportPage("Folder", [doubtful, draft("b.txt", [])], WHOLE);
  assert.ok(!page.includes("In all drafts"));
  assert.ok(page.includes("In 1 draft nothing was found, but that is not to be relied on."));
  assert.ok(page.includes("no &lt;word&gt; is known"));
});

test("a report says that guessing is another matter, and what a mask is guessed as", () => {
  const guessed: ReportedFinding = {
    kind: "guessable-mask",
    start: 0,
    end: 10,
    text: "[REDACTED]",
    guess: "<costs>",
    documents: ["17-4"],
  };
  const page = reportPage("Report", [draft("a.txt", [guessed])], WHOLE);
  assert.ok(page.includes("1 guessable mask</h2>"));
  assert.ok(page.includes("guessed as “&lt;costs&gt;”"));
  assert.ok(page.includes("once a guesser has filled in"));
});
