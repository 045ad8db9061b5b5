/**
 * The entry "More…" of the quick-fixes: all others.
 */
import * as vscode from "vscode";
import type { ExecuteCommandMiddleware } from "vscode-languageclient/node";
import type { PlaceRange } from "../server/protocol.ts";
import type { Session } from "../server/session.ts";
import { rangeOf } from "./drafts.ts";
import { chooseFix } from "./fixes.ts";

type ExecuteCommand = NonNullable<ExecuteCommandMiddleware["executeCommand"]>;

export function showMore(session: Session): ExecuteCommand {
  return async (command, args: unknown[], next) => {
    const [asked] = args as ({ readonly range: PlaceRange } | undefined)[];
    const editor = vscode.window.activeTextEditor;
    if (command !== "unlinkable.more" || asked === undefined || editor === undefined) {
      return next(command, args) as Promise<unknown>;
    }
    const place = rangeOf(asked.range);
    const at = place.contains(editor.selection)
      ? editor.selection
      : new vscode.Range(place.start, place.start);
    await chooseFix(
      session,
      editor.document,
      at,
      "quickfix.unlinkable",
      "What shall be done here?",
    );
    return undefined;
  };
}
