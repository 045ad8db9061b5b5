/**
 * The accepted risks that hold for the draft of the active editor: a tree in the side bar, where
 * each can be withdrawn. What is accepted, and where it is kept, is the server's to say.
 */
import * as vscode from "vscode";
import type { AcceptedRisk } from "../server/protocol.ts";
import type { Session } from "../server/session.ts";
import { rangeOf } from "./drafts.ts";
import { DraftTree } from "./draftTree.ts";
import { acceptanceInWords, riskInWords } from "./riskText.ts";
import { SCOPES } from "./scopes.ts";

export class AcceptedView extends DraftTree<AcceptedRisk> {
  /** The draft whose risks are listed, and how many were accepted when they were asked for. */
  private listed: string | undefined;

  constructor(session: Session) {
    super(session, "unlinkable.accepted");
    this.refresh();
  }

  getTreeItem(risk: AcceptedRisk): vscode.TreeItem {
    const words = riskInWords(risk);
    const item = new vscode.TreeItem(words);
    item.description = `${risk.reason} (${risk.by}, ${risk.date})`;
    item.tooltip = `${words}\n\n${acceptanceInWords(risk)}\n\nKept in ${risk.path}`;
    item.contextValue = "acceptedRisk";
    const [place] = risk.places;
    if (place !== undefined) {
      item.command = this.going(rangeOf(place));
    }
    item.accessibilityInformation = {
      label: `${words}, accepted ${SCOPES[risk.scope]}: ${item.description}`,
    };
    return item;
  }

  async getChildren(risk?: AcceptedRisk): Promise<AcceptedRisk[]> {
    if (risk !== undefined || this.document === undefined) return [];
    const uri = this.document.uri.toString();
    const risks = await this.session.command<AcceptedRisk[]>("unlinkable.acceptedRisks", { uri });
    const found = risks ?? [];
    this.view.message = found.length === 0 ? "No risk is accepted for this draft." : "";
    return found;
  }

  /** Withdraws the risk clicked, else the one selected, once the user has confirmed. */
  async withdraw(clicked?: AcceptedRisk): Promise<void> {
    const risk = clicked ?? this.view.selection[0];
    if (risk === undefined || this.document === undefined) return;
    const answer = await vscode.window.showWarningMessage(
      "Withdraw this accepted risk?",
      {
        modal: true,
        detail: `${riskInWords(risk)}\n\n${acceptanceInWords(risk)}\n\nFrom then on it counts again.`,
      },
      "Withdraw",
    );
    if (answer === undefined) return;
    const uri = this.document.uri.toString();
    await this.session.command("unlinkable.withdrawRisk", { uri, id: risk.id });
    this.redraw();
  }

  protected refresh(): void {
    const active = vscode.window.activeTextEditor?.document;
    const status = active && this.session.statusOf(active);
    if (active === undefined || status === undefined) return;
    const state =
      status.state === "no-index" || status.state === "failed" ? "unchecked" : "checked";
    const listed = `${status.uri} ${state} ${status.accepted}`;
    if (listed === this.listed) return;
    this.listed = listed;
    this.document = state === "checked" ? active : undefined;
    this.redraw();
  }
}
