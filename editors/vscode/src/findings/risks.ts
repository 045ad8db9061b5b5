/**
 * Asks for the reason when a risk is accepted, since someone must answer for it. What accepting
 * means, and where it is kept, is the server's.
 */
import * as vscode from "vscode";
import type { ExecuteCommandMiddleware } from "vscode-languageclient/node";
import type { AcceptRisk, Scope } from "../server/protocol.ts";
import { SCOPES } from "./scopes.ts";

type ExecuteCommand = NonNullable<ExecuteCommandMiddleware["executeCommand"]>;

export const askForReason: ExecuteCommand = async (command, args: unknown[], next) => {
  const [risk] = args as (AcceptRisk | undefined)[];
  if (command !== "unlinkable.acceptRisk" || risk === undefined || risk.reason !== undefined) {
    return next(command, args) as Promise<unknown>;
  }
  const words = risk.phrase ?? "this";
  const scope = risk.scope ?? (await askedScope(risk.scopes ?? [], words));
  if (scope === undefined) return undefined;
  const reason = await vscode.window.showInputBox({
    title: `Accept ${words} ${SCOPES[scope]}`,
    prompt: `Why may ${words} stay? The reason is kept with your name and today's date. Escape accepts nothing.`,
    placeHolder: "for example: a legal formula, not particular to this case",
    ignoreFocusOut: true,
    validateInput: (given) => (given.trim() === "" ? "Somebody must answer for it: why?" : null),
  });
  if (reason === undefined) return undefined;
  return next(command, [{ ...risk, scope, reason: reason.trim() }]) as Promise<unknown>;
};

/** For which places the user accepts a risk; undefined for none. */
async function askedScope(scopes: readonly Scope[], words: string): Promise<Scope | undefined> {
  const places = scopes.map((scope) => ({ label: SCOPES[scope], scope }));
  const title = `Where may ${words} stay as it is?`;
  return (await vscode.window.showQuickPick(places, { title }))?.scope;
}
