/**
 * Lets the user choose among alternatives of a rewriting: a list to walk through by keyboard, and
 * the alternative under the cursor compared with the original in the editor behind it.
 */
import * as vscode from "vscode";
import { rangeOf } from "../findings/drafts.ts";
import { type Proposals, editedText } from "./proposals.ts";
import type { Choice } from "../server/protocol.ts";

interface Item extends vscode.QuickPickItem {
  /** Null keeps the original. */
  readonly index: number | null;
}

/** The index of the alternative chosen, or null to keep the original. */
export async function chooseAlternative(
  choice: Choice,
  proposals: Proposals,
): Promise<number | null> {
  const uri = vscode.Uri.parse(choice.uri);
  const document = await vscode.workspace.openTextDocument(uri);
  const range = rangeOf(choice.range);
  const textWith = (index: number | null) =>
    index === null
      ? document.getText()
      : editedText(document, [{ range, newText: choice.alternatives[index]?.text ?? "" }]);
  const proposal = await proposals.openBelow(
    document,
    textWith(0),
    "Original ↔ Alternative",
    range,
  );
  try {
    const index = await pick(choice, (active) => {
      proposal.update(textWith(active));
    });
    return document.version === choice.version ? index : null;
  } finally {
    await proposal.close();
    await vscode.window.showTextDocument(document, {
      selection: new vscode.Range(range.start, range.start),
      preview: false,
    });
  }
}

function pick(choice: Choice, onActive: (index: number | null) => void): Promise<number | null> {
  const list = vscode.window.createQuickPick<Item>();
  list.title = "Choose an alternative";
  list.placeholder = `Original: ${choice.original}`;
  list.ignoreFocusOut = true;
  list.matchOnDetail = true;
  list.items = [
    ...choice.alternatives.map(({ text, explanation }, index) => ({
      index,
      label: `${index + 1}. ${text}`,
      detail: explanation,
    })),
    { index: null, label: "Keep the original", detail: "Nothing is changed." },
  ];
  return new Promise((resolve) => {
    list.onDidChangeActive(([item]) => {
      if (item !== undefined) onActive(item.index);
    });
    list.onDidAccept(() => {
      resolve(list.selectedItems[0]?.index ?? null);
      list.hide();
    });
    list.onDidHide(() => {
      resolve(null);
      list.dispose();
    });
    list.show();
  });
}
