/**
 * Protects the open draft as a whole: what the server proposes is listed and compared with the draft,
 * and made once the user says so. The server makes the edit; this module only holds it back.
 */
import * as vscode from "vscode";
import type { ApplyWorkspaceEditParams, WorkspaceMiddleware } from "vscode-languageclient/node";
import { rangeOf } from "../findings/drafts.ts";
import { leftInWords } from "../findings/leftText.ts";
import { keptInWords, type ProposedChange, proposedIn, withChanges } from "./changes.ts";
import type { ChangesView } from "./changesView.ts";
import { type Proposals, editedText } from "./proposals.ts";
import type { Session } from "../server/session.ts";
import { MASKING, REWORDING } from "./ways.ts";

type HandleApplyEdit = NonNullable<WorkspaceMiddleware["handleApplyEdit"]>;
type Decision = "apply" | "discard" | "outdated";

interface Way extends vscode.QuickPickItem {
  readonly protect: (session: Session, uri: string) => Promise<unknown>;
}

const WAYS: readonly Way[] = [
  {
    ...MASKING,
    protect: (session, uri) => session.command("unlinkable.maskAll", { uri }),
  },
  {
    ...REWORDING,
    protect: (session, uri) => session.command("unlinkable.protectAll", { uri }),
  },
];

export class Protection implements vscode.Disposable {
  /** The draft whose next edit by the server is held back, if any. */
  private held: string | undefined;
  private decide: ((decision: Decision) => void) | undefined;
  private showAt: ((place: vscode.Range) => Promise<void>) | undefined;
  /** What was made of the last proposal, in words. */
  private outcome: string | undefined;
  private readonly proposals: Proposals;
  private readonly list: ChangesView;

  constructor(proposals: Proposals, list: ChangesView) {
    this.proposals = proposals;
    this.list = list;
  }

  async protect(session: Session, document: vscode.TextDocument): Promise<void> {
    const way = await vscode.window.showQuickPick(WAYS, {
      title: "Protect this draft",
      placeHolder: "You will see every change before it is made",
    });
    if (way === undefined) return;
    this.held = document.uri.toString();
    try {
      await way.protect(session, this.held);
    } finally {
      this.held = undefined;
    }
    const { outcome } = this;
    this.outcome = undefined;
    if (outcome !== undefined) await sayWhatRemains(session, document, outcome);
  }

  /** Shows an edit that was asked for by `protect` first; makes every other one as it is. */
  readonly handleApplyEdit: HandleApplyEdit = async (params, next) => {
    const proposed = proposedIn(params);
    const make = (edit: ApplyWorkspaceEditParams) =>
      next(edit, new vscode.CancellationTokenSource().token);
    if (proposed === undefined) return make(params);
    const uri = vscode.Uri.parse(proposed.uri);
    if (uri.toString() !== this.held) return make(withChanges(params, proposed, proposed.changes));
    this.held = undefined;
    const document = await vscode.workspace.openTextDocument(uri);
    const { decision, kept } = await this.review(document, proposed.changes);
    if (decision === "outdated") {
      void vscode.window.showWarningMessage(
        "The draft was changed in the meantime, so the proposal fits it no longer and nothing was replaced. Protect it again.",
      );
    }
    if (decision !== "apply" || kept.length === 0) {
      return { applied: false, failureReason: "discarded by the user" };
    }
    const made = await make(withChanges(params, proposed, kept));
    const left = proposed.changes.length - kept.length;
    const not = left > 0 ? `, ${left} left out` : "";
    if ("applied" in made && made.applied)
      this.outcome = `${keptInWords(kept.length, kept.length)} made${not}`;
    return made;
  };

  /** Ends the review that is under way, as the buttons above the list and the comparison do. */
  readonly answer = (decision: "apply" | "discard"): void => {
    this.decide?.(decision);
  };

  /** Shows the comparison at one change, also when its tab was closed. */
  readonly showChange = (place: vscode.Range): Promise<void> | undefined => this.showAt?.(place);

  dispose(): void {
    this.answer("discard");
  }

  private async review(
    document: vscode.TextDocument,
    changes: readonly ProposedChange[],
  ): Promise<{ readonly decision: Decision; readonly kept: readonly ProposedChange[] }> {
    const textWith = (kept: readonly ProposedChange[]) =>
      editedText(
        document,
        kept.map(({ edit }) => ({ range: rangeOf(edit.range), newText: edit.newText })),
      );
    const title = "Draft ↔ Protected draft";
    const { version } = document;
    const proposal = await this.proposals.open(document, textWith(changes), title);
    this.showAt = (place) => proposal.show(place);
    const listening = vscode.Disposable.from(
      this.list.onDidChoose((kept) => {
        proposal.update(textWith(kept));
      }),
      vscode.workspace.onDidChangeTextDocument((change) => {
        if (change.document.version !== version && change.document === document) {
          this.decide?.("outdated");
        }
      }),
    );
    await setReviewing(true);
    const decided = new Promise<Decision>((resolve) => (this.decide = resolve));
    try {
      await this.list.show(document, changes);
      return { decision: await decided, kept: this.list.kept };
    } finally {
      this.decide = undefined;
      this.showAt = undefined;
      listening.dispose();
      await setReviewing(false);
      this.list.clear();
      await proposal.close();
      await vscode.window.showTextDocument(document, { preview: false });
    }
  }
}

/** Says what was done, and what is left once the draft has been checked again. */
async function sayWhatRemains(
  session: Session,
  document: vscode.TextDocument,
  outcome: string,
): Promise<void> {
  const status = await session.settled(document);
  const left = session.leftOf(document);
  const remains = left === undefined || left.left === 0 ? "" : `${leftInWords(left)}. `;
  void vscode.window.showInformationMessage(`${outcome}. ${remains}${status?.message ?? ""}`, "OK");
}

/** Shows or hides the list of changes and the buttons of the review. */
async function setReviewing(reviewing: boolean): Promise<void> {
  await vscode.commands.executeCommand("setContext", "unlinkable.reviewing", reviewing);
}
