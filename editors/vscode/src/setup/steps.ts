/**
 * Which of the first steps are done, so that they are ticked when they are done and not when they
 * are opened. It knows what the server says; the steps themselves stand in package.json.
 */
import * as vscode from "vscode";
import type { Session } from "../server/session.ts";
import { aiIsOn } from "./privacy.ts";

type Step = "hasIndex" | "hasChecked" | "hasFixed" | "hasModel" | "isPrivate";

export function followSteps(session: Session): vscode.Disposable {
  const done = new Set<Step>();
  const left = new Map<string, number>();
  const tick = (step: Step) => {
    if (done.has(step)) return;
    done.add(step);
    void vscode.commands.executeCommand("setContext", `unlinkable.${step}`, true);
  };
  const look = () => {
    if (!aiIsOn()) tick("isPrivate");
    for (const document of vscode.workspace.textDocuments) {
      const status = session.statusOf(document);
      if (status === undefined) continue;
      if (status.index !== null) tick("hasIndex");
      if (status.state === "ready") tick("hasChecked");
      if (status.model !== null) tick("hasModel");
      const now = session.leftOf(document)?.left;
      if (now === undefined) continue;
      if (now < (left.get(status.uri) ?? 0)) tick("hasFixed");
      left.set(status.uri, now);
    }
  };
  look();
  return vscode.Disposable.from(
    session.onDidChange(look),
    vscode.workspace.onDidChangeConfiguration(look),
  );
}
