/**
 * The accepted risks that hold for the draft of the active editor: a tree in the side bar, where
 * each can be withdrawn. What is accepted, and where it is kept, is the server's to say.
 */
import * as vscode from "vscode";
import type { AcceptedRisk } from "../server/protocol.ts";
import type { Session } from "../server/session.ts";
import { rangeOf } from "./drafts.ts";
import { SCOPES } from "./scopes.ts";

export class AcceptedView implements vscode.Disposable, vscode.TreeDataProvider<AcceptedRisk> {
  private readonly changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly session: Session;
  private readonly view: vscode.TreeView<AcceptedRisk>;
  private readonly listening: vscode.Disposable;
  /** The draft whose risks are listed, and how many were accepted when they were asked for. */
  private listed: string | undefined;
  private document: vscode.TextDocument | undefined;

  constructor(session: Session) {
    this.session = session;
    this.view = vscode.window.createTreeView("unlinkable.accepted", { treeDataProvider: this });
    const refresh = () => {
      this.refresh();
    };
    this.listening = vscode.Disposable.from(
      session.onDidChange(refresh),
      vscode.window.onDidChangeActiveTextEditor(refresh),
    );
    refresh();
  }

  getTreeItem(risk: AcceptedRisk): vscode.TreeItem {
    const words = [risk.phrase, ...risk.terms].map((one) => `“${one}”`).join(" with ");
    const item = new vscode.TreeItem(words);
    item.description = `${risk.reason} (${risk.by}, ${risk.date})`;
    item.tooltip = `Accepted ${SCOPES[risk.scope]} by ${risk.by} on ${risk.date}: ${risk.reason}\n\nKept in ${risk.path}`;
    item.contextValue = "acceptedRisk";
    const [place] = risk.places;
    if (place !== undefined) {
      item.command = {
        title: "Show in the Draft",
        command: "unlinkable.showPlace",
        arguments: [this.document?.uri, rangeOf(place)],
      };
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
      `Withdraw the accepted risk “${risk.phrase}”?`,
      {
        modal: true,
        detail:
          `It was accepted ${SCOPES[risk.scope]} by ${risk.by} on ${risk.date}: ${risk.reason}\n\n` +
          "From then on it counts again.",
      },
      "Withdraw",
    );
    if (answer === undefined) return;
    const uri = this.document.uri.toString();
    await this.session.command("unlinkable.withdrawRisk", { uri, id: risk.id });
    this.changed.fire(undefined);
  }

  dispose(): void {
    this.listening.dispose();
    this.view.dispose();
    this.changed.dispose();
  }

  private refresh(): void {
    const active = vscode.window.activeTextEditor?.document;
    const status = active && this.session.statusOf(active);
    if (active === undefined || status === undefined) return;
    const state =
      status.state === "no-index" || status.state === "failed" ? "unchecked" : "checked";
    const listed = `${status.uri} ${state} ${status.accepted}`;
    if (listed === this.listed) return;
    this.listed = listed;
    this.document = state === "checked" ? active : undefined;
    this.changed.fire(undefined);
  }
}
