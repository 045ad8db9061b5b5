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

function draft(name: string, findings: ReportedFinding[]): ReportedDraft {
  const report: Report = {
    draft: name,
    index: { documents: 40 },
    settings: { k: 2, max_terms: 3, term_words: 1 },
    words: 10,
    findings,
    likely_source: null,
  };
  return { name, report, link: () => "command:there" };
}

test("a report shows the text of a draft as text, never as markup", () => {
  const page = reportPage("Report", [draft("a.txt", [finding])]);
  assert.ok(page.includes("&lt;b&gt;&amp;"));
  assert.ok(!page.includes("<b>"));
});

test("a report allows neither scripts nor anything from elsewhere", () => {
  assert.ok(reportPage("Report", []).includes("default-src 'none'"));
});

test("a report on several drafts says which are clean", () => {
  const page = reportPage("Folder", [draft("a.txt", [finding]), draft("b.txt", [])]);
  assert.ok(page.includes("1 of 2 drafts has findings."));
  assert.ok(page.includes("<td>clean</td>"));
});
