import assert from "node:assert/strict";
import { test } from "node:test";
import { documentPath, isDocument, protectedVersion, textPath } from "../../src/documents/names.ts";

test("documents are known by their endings, however these are written", () => {
  for (const path of ["/a.docx", "/A.DOCX", "/a.b.odt", "c:\\a.pdf"]) assert(isDocument(path));
  for (const path of ["/a.txt", "/docx", "/a.docx.txt", "/a.doc", "/a.rtf"])
    assert(!isDocument(path));
});

test("the text of a document leads back to the document", () => {
  for (const path of ["/a.docx", "/a.txt.odt", "/a b/ü.pdf"])
    assert.equal(documentPath(textPath(path)), path);
});

test("the protected version is another file, of a kind that can be written", () => {
  assert.deepEqual(protectedVersion("/a.b/c.docx"), {
    path: "/a.b/c-protected.docx",
    ending: "docx",
  });
  assert.deepEqual(protectedVersion("/c.DOCM"), { path: "/c-protected.docx", ending: "docx" });
  assert.deepEqual(protectedVersion("/c.odt"), { path: "/c-protected.odt", ending: "odt" });
  assert.equal(protectedVersion("/c.pdf"), undefined);
});
