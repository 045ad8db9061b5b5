/**
 * Draws a thin line before each underlined finding that follows right upon another, so that two
 * findings do not look like one. It must never know what was found.
 */
import * as vscode from "vscode";
import { touching } from "./touching.ts";

const SOURCE = "unlinkable";

export function drawBoundaries(): vscode.Disposable {
  const line = vscode.window.createTextEditorDecorationType({
    borderStyle: "solid",
    borderWidth: "0 0 0 1px",
    borderColor: new vscode.ThemeColor("editorWarning.foreground"),
  });
  const draw = (editor: vscode.TextEditor) => {
    const { document } = editor;
    const found = vscode.languages
      .getDiagnostics(document.uri)
      .filter(({ source }) => source === SOURCE)
      .map(({ range }) => ({
        start: document.offsetAt(range.start),
        end: document.offsetAt(range.end),
      }));
    const places = touching(found, document.getText()).map((start) => {
      const at = document.positionAt(start);
      return new vscode.Range(at, at.translate(0, 1));
    });
    editor.setDecorations(line, places);
  };
  return vscode.Disposable.from(
    line,
    vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      const changed = new Set(uris.map(String));
      vscode.window.visibleTextEditors
        .filter(({ document }) => changed.has(document.uri.toString()))
        .forEach(draw);
    }),
    vscode.window.onDidChangeVisibleTextEditors((editors) => {
      editors.forEach(draw);
    }),
  );
}
