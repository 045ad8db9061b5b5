/**
 * The entry "More…" of the quick-fixes: all others, in the editor's own list of them.
 */
import * as vscode from "vscode";
import type { ExecuteCommandMiddleware } from "vscode-languageclient/node";
import type { PlaceRange } from "../server/protocol.ts";
import { rangeOf } from "./drafts.ts";

type ExecuteCommand = NonNullable<ExecuteCommandMiddleware["executeCommand"]>;

export const showMore: ExecuteCommand = async (command, args: unknown[], next) => {
  const [asked] = args as ({ readonly range: PlaceRange } | undefined)[];
  const editor = vscode.window.activeTextEditor;
  if (command !== "unlinkable.more" || asked === undefined || editor === undefined) {
    return next(command, args) as Promise<unknown>;
  }
  const place = rangeOf(asked.range);
  if (!place.contains(editor.selection)) {
    editor.selection = new vscode.Selection(place.start, place.start);
  }
  const kind = "quickfix.unlinkable";
  return vscode.commands.executeCommand("editor.action.codeAction", { kind, apply: "never" });
};
