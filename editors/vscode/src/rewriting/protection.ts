/**
 * Protects the open draft as a whole and shows the differences before they are applied. The server
 * makes the edit; this module only holds it back until the user has seen it.
 */
import * as vscode from "vscode";
import type { WorkspaceMiddleware } from "vscode-languageclient/node";
import { type Proposals, editedText, whenClosed } from "./proposals.ts";
import type { Session } from "../server/session.ts";
import { counted } from "../status/words.ts";

type HandleApplyEdit = NonNullable<WorkspaceMiddleware["handleApplyEdit"]>;
type Decision = "apply" | "discard";

interface Way extends vscode.QuickPickItem {
  readonly protect: (session: Session, uri: string) => Promise<unknown>;
}

const WAYS: readonly Way[] = [
  {
    label: "$(eye-closed) Mask",
    detail: "Replaces the fewest words that break each finding. Quick, and works without a model.",
    protect: (session, uri) => session.command("unlinkable.maskAll", { uri }),
  },
  {
    label: "$(edit) Rewrite, and mask what remains",
    detail: "The language model on this computer rewords what it can. Takes a while.",
    protect: (session, uri) => session.command("unlinkable.protectAll", { uri }),
  },
];

export class Protection implements vscode.Disposable {
  /** The draft whose next edit by the server is held back, if any. */
  private held: string | undefined;
  private decide: ((decision: Decision) => void) | undefined;
  private readonly proposals: Proposals;

  constructor(proposals: Proposals) {
    this.proposals = proposals;
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
  }

  /** Shows an edit that was asked for by `protect` first; lets every other edit pass. */
  readonly handleApplyEdit: HandleApplyEdit = async (params, next) => {
    const edits = (params.edit.documentChanges ?? []).filter((change) => "textDocument" in change);
    const [edit] = edits;
    const pass = () => next(params, new vscode.CancellationTokenSource().token);
    if (edit === undefined || edits.length !== 1) return pass();
    const uri = vscode.Uri.parse(edit.textDocument.uri);
    if (uri.toString() !== this.held) return pass();
    this.held = undefined;
    const document = await vscode.workspace.openTextDocument(uri);
    const changes = edit.edits
      .filter((change) => "newText" in change)
      .map(({ range: { start, end }, newText }) => ({
        range: new vscode.Range(start.line, start.character, end.line, end.character),
        newText,
      }));
    const decision = await this.review(document, changes);
    if (decision === "discard") return { applied: false, failureReason: "discarded by the user" };
    return pass();
  };

  /** Ends the review that is under way, as the buttons above the differences do. */
  readonly answer = (decision: Decision): void => {
    this.decide?.(decision);
  };

  dispose(): void {
    this.answer("discard");
  }

  private async review(
    document: vscode.TextDocument,
    changes: readonly { range: vscode.Range; newText: string }[],
  ): Promise<Decision> {
    const text = editedText(document, changes);
    const proposal = await this.proposals.open(document, text, "Draft ↔ Protected draft");
    const tab = whenClosed(proposal.uri);
    await setReviewing(true);
    const question = `Apply ${counted(changes.length, "change", "changes")} to this draft?`;
    try {
      const decision = await Promise.race([
        new Promise<Decision>((resolve) => (this.decide = resolve)),
        tab.closed.then((): Decision => "discard"),
        vscode.window
          .showInformationMessage(question, "Apply", "Discard")
          .then((answer): Decision | Promise<never> => {
            if (answer === "Apply") return "apply";
            // A notification that was only put away decides nothing.
            return answer === "Discard" ? "discard" : new Promise<never>(() => undefined);
          }),
      ]);
      return decision;
    } finally {
      this.decide = undefined;
      await setReviewing(false);
      tab.dispose();
      await proposal.close();
      await vscode.window.showTextDocument(document, { preview: false });
    }
  }
}

/** Shows or hides the buttons above the differences. */
async function setReviewing(reviewing: boolean): Promise<void> {
  await vscode.commands.executeCommand("setContext", "unlinkable.reviewing", reviewing);
}
