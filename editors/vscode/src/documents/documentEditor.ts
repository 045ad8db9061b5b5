/**
 * What VS Code opens a document with, which it cannot show itself: a tab that gives its place to the
 * text of the document. It must never know what that text is.
 */
import * as vscode from "vscode";
import type { ShownFiles } from "./shownFiles.ts";

/** As in the manifest: documents that VS Code has no editor for, and those for which others do. */
const VIEW_TYPES = ["unlinkable.document", "unlinkable.otherDocument"];

export function offerDocumentEditor(shown: ShownFiles): vscode.Disposable {
  const provider: vscode.CustomReadonlyEditorProvider = {
    openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
    resolveCustomEditor: ({ uri }, panel) => {
      panel.webview.html = page("Reading the document…");
      void giveWay(shown, uri, panel);
    },
  };
  return vscode.Disposable.from(
    ...VIEW_TYPES.map((type) => vscode.window.registerCustomEditorProvider(type, provider)),
  );
}

async function giveWay(
  shown: ShownFiles,
  uri: vscode.Uri,
  panel: vscode.WebviewPanel,
): Promise<void> {
  const column = panel.viewColumn ?? vscode.ViewColumn.Active;
  if (await shown.show(uri, { viewColumn: column, preserveFocus: !panel.active })) panel.dispose();
  else panel.webview.html = page("This document could not be read; a message says why.");
}

function page(sentence: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<title>Unlinkable</title>
</head>
<body><p>${sentence}</p></body>
</html>`;
}
