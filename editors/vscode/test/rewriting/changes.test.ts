import assert from "node:assert/strict";
import { test } from "node:test";
import type { ApplyWorkspaceEditParams } from "vscode-languageclient";
import {
  changeInWords,
  keptInWords,
  proposedIn,
  withChanges,
} from "../../src/rewriting/changes.ts";

const at = (character: number) => ({
  start: { line: 0, character },
  end: { line: 0, character: character + 3 },
});
const params: ApplyWorkspaceEditParams = {
  label: "Protect this text",
  edit: {
    documentChanges: [
      {
        textDocument: { uri: "file:///a.txt", version: 7 },
        edits: [
          { range: at(0), newText: "[X]", annotationId: "0" },
          { range: at(9), newText: "[Y]", annotationId: "1" },
        ],
      },
    ],
    changeAnnotations: {
      "0": { label: "Masked", needsConfirmation: true, description: "Only in one original." },
      "1": { label: "Reworded", needsConfirmation: true },
    },
  },
};

test("each change of a proposal has what is done and why", () => {
  assert.deepEqual(proposedIn(params), {
    uri: "file:///a.txt",
    version: 7,
    changes: [
      { edit: { range: at(0), newText: "[X]" }, label: "Masked", why: "Only in one original." },
      { edit: { range: at(9), newText: "[Y]" }, label: "Reworded", why: "" },
    ],
  });
});

test("what is dropped is not made, and what is made is not asked about again", () => {
  const proposed = proposedIn(params);
  assert.ok(proposed);
  assert.deepEqual(withChanges(params, proposed, proposed.changes.slice(1)), {
    label: "Protect this text",
    edit: {
      documentChanges: [
        {
          textDocument: { uri: "file:///a.txt", version: 7 },
          edits: [{ range: at(9), newText: "[Y]" }],
        },
      ],
    },
  });
});

test("an edit of several drafts, or of none, is no proposal", () => {
  assert.equal(proposedIn({ edit: {} }), undefined);
  const [one] = params.edit.documentChanges ?? [];
  assert.ok(one);
  assert.equal(proposedIn({ edit: { documentChanges: [one, one] } }), undefined);
});

test("changes are said on one line, and counted", () => {
  assert.equal(changeInWords("kept\n  bees", ""), "kept bees → nothing");
  assert.equal(keptInWords(12, 12), "12 changes");
  assert.equal(keptInWords(1, 2), "1 of 2 changes");
});
