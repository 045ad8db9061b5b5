/**
 * Which of the first steps are done, so that they are ticked when they are done and not when they
 * are opened. It knows what the server says; the steps themselves stand in package.json.
 */
import * as vscode from "vscode";
import type { Session } from "../server/session.ts";
import { aiIsOn } from "./privacy.ts";

/**
 * VS Code reads the steps some seconds after it first needs them, which may be when they are opened,
 * and then never ticks one whose context held before. So what is done is told of twice: when it is
 * done, and by another context once the steps were opened.
 */
const READ_WITHIN_MS = 7000;

type Step = "hasIndex" | "hasChecked" | "hasFixed" | "hasModel" | "isPrivate";

export class FirstSteps implements vscode.Disposable {
  private readonly session: Session;
  private readonly walkthrough: string;
  private readonly done = new Set<Step>();
  /** How many sentences of a draft were left when it was last looked at. */
  private readonly left = new Map<string, number>();
  private readonly listening: vscode.Disposable;
  private readingEnds: NodeJS.Timeout | undefined;
  private read = false;

  constructor(session: Session, extension: string) {
    this.session = session;
    this.walkthrough = `${extension}#firstSteps`;
    this.look();
    this.listening = vscode.Disposable.from(
      session.onDidChange(() => {
        this.look();
      }),
      vscode.workspace.onDidChangeConfiguration(() => {
        this.look();
      }),
    );
  }

  async open(): Promise<void> {
    await vscode.commands.executeCommand("workbench.action.openWalkthrough", this.walkthrough);
    this.readingEnds ??= setTimeout(() => {
      this.read = true;
      for (const step of this.done) setContext(`${step}Still`);
    }, READ_WITHIN_MS);
  }

  dispose(): void {
    clearTimeout(this.readingEnds);
    this.listening.dispose();
  }

  private look(): void {
    if (!aiIsOn()) this.tick("isPrivate");
    for (const document of vscode.workspace.textDocuments) {
      const status = this.session.statusOf(document);
      if (status === undefined) continue;
      if (status.index !== null) this.tick("hasIndex");
      if (status.state === "ready") this.tick("hasChecked");
      if (status.model !== null) this.tick("hasModel");
      const now = this.session.leftOf(document)?.left;
      if (now === undefined) continue;
      if (now < (this.left.get(status.uri) ?? 0)) this.tick("hasFixed");
      this.left.set(status.uri, now);
    }
  }

  private tick(step: Step): void {
    if (this.done.has(step)) return;
    this.done.add(step);
    setContext(step);
    if (this.read) setContext(`${step}Still`);
  }
}

function setContext(name: string): void {
  void vscode.commands.executeCommand("setContext", `unlinkable.${name}`, true);
}
