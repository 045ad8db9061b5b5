/**
 * One running server and what it says: starts, restarts and stops it, keeps the state of every
 * open draft. It knows the language client; how things are shown is decided by those who listen.
 */
import * as vscode from "vscode";
import {
  CloseAction,
  type CodeAction,
  CodeActionRequest,
  CodeActionResolveRequest,
  ErrorAction,
  LanguageClient,
  type LanguageClientOptions,
  type Middleware,
  RevealOutputChannelOn,
  State,
} from "vscode-languageclient/node";
import { SCHEME as DOCUMENT_SCHEME } from "../documents/names.ts";
import { serverProgram } from "../programs/processes.ts";
import type { Choice, DraftStatus, Left, Locations, RewritingUnavailable } from "./protocol.ts";
import { type Schema, setValues } from "../settings/setValues.ts";
import { silentChannel } from "./silentChannel.ts";
import { untilHolds } from "./waiting.ts";

/** VS Code shows no more diagnostics of a document. */
const MOST_DIAGNOSTICS = 1000;
const RESTARTS_ALLOWED = 4;
const RESTARTS_COUNTED_FOR_MS = 3 * 60_000;

/** What the rest of the extension does when the server asks for something. */
export interface Answers {
  readonly showLocations: (shown: Locations) => void;
  readonly chooseAlternative: (choice: Choice) => Promise<number | null>;
  readonly rewritingUnavailable: (why: RewritingUnavailable) => unknown;
  readonly middleware: Middleware;
}

/** What can be done about a finding, as the server offers it. */
export interface Fix {
  readonly title: string;
  readonly apply: () => Promise<void>;
}

/** "missing": no server was found; "stopped": it ended and will not be started by itself. */
export type SessionState = "missing" | "starting" | "running" | "stopped";

export class Session implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private readonly statuses = new Map<string, DraftStatus>();
  private readonly lefts = new Map<string, Left>();
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly checked = new vscode.EventEmitter<void>();
  private readonly gaveUp = new vscode.EventEmitter<void>();
  private restarts: number[] = [];
  private current: SessionState = "stopped";
  private readonly log: vscode.LogOutputChannel;
  private readonly schema: Schema;
  private readonly answers: Answers;
  private readonly closing: vscode.Disposable;

  constructor(log: vscode.LogOutputChannel, schema: Schema, answers: Answers) {
    this.log = log;
    this.schema = schema;
    this.answers = answers;
    // Opened again, a draft may have another text and the same version.
    this.closing = vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      this.statuses.delete(uri.toString());
      this.lefts.delete(uri.toString());
      this.changed.fire();
    });
  }

  /** Fires when the state of the session or of a draft has changed. */
  readonly onDidChange = this.changed.event;
  /** Fires when a draft has been checked to its end. */
  readonly onDidCheck = this.checked.event;
  /** Fires when the server has ended too often to be started again by itself. */
  readonly onDidGiveUp = this.gaveUp.event;

  get state(): SessionState {
    return this.current;
  }

  statusOf(document: vscode.TextDocument): DraftStatus | undefined {
    return this.statuses.get(document.uri.toString());
  }

  /** What was left to do in a draft when it was last counted; perhaps in an earlier text. */
  leftOf(document: vscode.TextDocument): Left | undefined {
    const state = this.statusOf(document)?.state;
    return state === "ready" || state === "checking"
      ? this.lefts.get(document.uri.toString())
      : undefined;
  }

  /** The state of a draft once all work on its text, as it now is, is done; or what it is by then. */
  async settled(document: vscode.TextDocument): Promise<DraftStatus | undefined> {
    const done = () => {
      const [status, left] = [this.statusOf(document), this.leftOf(document)];
      const counted = status?.state !== "ready" || left?.version === status.version;
      return status?.version === document.version && status.state !== "checking" && counted;
    };
    await untilHolds(done, this.changed.event);
    return this.statusOf(document);
  }

  /** Starts `command` as the server, after stopping the one that runs. */
  async start(command: string): Promise<void> {
    await this.stop();
    this.restarts = [];
    const client = new LanguageClient(
      "unlinkable",
      "Unlinkable",
      serverProgram(command),
      this.options(),
    );
    this.client = client;
    client.onDidChangeState(({ newState }) => {
      if (this.client === client) this.enter(sessionState(newState));
    });
    client.onNotification("unlinkable/status", (status: DraftStatus) => {
      this.statuses.set(vscode.Uri.parse(status.uri).toString(), status);
      this.changed.fire();
      if (status.state === "ready") this.checked.fire();
    });
    client.onNotification("unlinkable/left", (left: Left) => {
      this.lefts.set(vscode.Uri.parse(left.uri).toString(), left);
      this.changed.fire();
    });
    client.onNotification("unlinkable/locations", this.answers.showLocations);
    client.onNotification("unlinkable/rewritingUnavailable", (why: RewritingUnavailable) => {
      this.answers.rewritingUnavailable(why); // not waited for, since the user may take long
    });
    client.onRequest("unlinkable/chooseAlternative", this.answers.chooseAlternative);
    await client.start();
  }

  async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.enter("stopped");
    if (client === undefined) return;
    try {
      await client.dispose();
    } catch (error) {
      this.log.warn(`The server did not end in order: ${String(error)}`);
      client.serverProcess?.kill();
    }
  }

  /** Notes that a server is looked for. */
  searching(): void {
    if (this.current !== "starting") this.enter("starting");
  }

  /** Notes that there is no server to start. */
  missing(): void {
    this.enter("missing");
  }

  /** Has the server ask for the settings anew. */
  async settingsChanged(): Promise<void> {
    if (this.current !== "running") return;
    await this.client?.sendNotification("workspace/didChangeConfiguration", { settings: null });
  }

  /** Tells the server which part of a draft is in view. */
  async inView(uri: vscode.Uri, { start, end }: vscode.Range): Promise<void> {
    if (this.current !== "running") return;
    const place = (at: vscode.Position) => ({ line: at.line, character: at.character });
    const range = { start: place(start), end: place(end) };
    await this.client?.sendNotification("unlinkable/inView", { uri: uri.toString(), range });
  }

  /** Runs a command of the server with its one object as argument. */
  async command<Result>(name: string, argument: object): Promise<Result | undefined> {
    if (this.current !== "running") return undefined;
    return vscode.commands.executeCommand<Result>(name, argument);
  }

  /** The fixes of a kind for a range of a draft; each is complete and stays valid. */
  async fixes({ uri }: vscode.TextDocument, range: vscode.Range, kind: string): Promise<Fix[]> {
    const client = this.current === "running" ? this.client : undefined;
    if (client === undefined) return [];
    const found = await client.sendRequest(CodeActionRequest.type, {
      textDocument: { uri: client.code2ProtocolConverter.asUri(uri) },
      range: client.code2ProtocolConverter.asRange(range),
      context: { diagnostics: [], only: [kind] },
    });
    const actions = (found ?? []).filter((one): one is CodeAction => !("arguments" in one));
    return actions.map((action) => ({
      title: action.title,
      apply: async () => {
        const { edit, command } =
          action.edit || action.command
            ? action
            : await client.sendRequest(CodeActionResolveRequest.type, action);
        const edits = await client.protocol2CodeConverter.asWorkspaceEdit(edit);
        if (edits !== undefined) await vscode.workspace.applyEdit(edits);
        if (command !== undefined) {
          await vscode.commands.executeCommand(
            command.command,
            ...((command.arguments ?? []) as unknown[]),
          );
        }
      },
    }));
  }

  dispose(): void {
    void this.stop();
    this.closing.dispose();
    this.changed.dispose();
    this.checked.dispose();
    this.gaveUp.dispose();
  }

  private enter(state: SessionState): void {
    this.current = state;
    if (state !== "running") {
      this.statuses.clear();
      this.lefts.clear();
    }
    this.changed.fire();
  }

  private options(): LanguageClientOptions {
    const languages = vscode.workspace
      .getConfiguration("unlinkable")
      .get("server.languages", ["plaintext", "markdown"]);
    return {
      documentSelector: [
        ...languages.flatMap((language) =>
          ["file", "untitled"].map((scheme) => ({ scheme, language })),
        ),
        { scheme: DOCUMENT_SCHEME },
      ],
      diagnosticCollectionName: "unlinkable",
      outputChannel: this.log,
      traceOutputChannel: silentChannel(), // Traces hold the text of drafts.
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationOptions: () => ({
        trusted: vscode.workspace.isTrusted,
        locations: true,
        alternatives: true,
        rewritingUnavailable: true,
        left: true,
        push: true,
        noIndex: true,
        mostDiagnostics: MOST_DIAGNOSTICS,
        status: true,
        settings: setValues(this.schema, undefined),
      }),
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue }),
        closed: () => this.closed(),
      },
      markdown: { isTrusted: false, supportHtml: false },
      middleware: {
        ...this.answers.middleware,
        workspace: {
          ...this.answers.middleware.workspace,
          configuration: ({ items }) =>
            items.map(({ scopeUri }) =>
              setValues(this.schema, scopeUri ? vscode.Uri.parse(scopeUri) : undefined),
            ),
        },
      },
    };
  }

  private closed(): { action: CloseAction; handled: boolean } {
    const now = Date.now();
    this.restarts = [...this.restarts.filter((at) => now - at < RESTARTS_COUNTED_FOR_MS), now];
    if (this.restarts.length <= RESTARTS_ALLOWED) {
      this.log.warn("The server has ended and is started again.");
      return { action: CloseAction.Restart, handled: true };
    }
    this.gaveUp.fire();
    return { action: CloseAction.DoNotRestart, handled: true };
  }
}

function sessionState(state: State): SessionState {
  switch (state) {
    case State.Running:
      return "running";
    case State.Starting:
      return "starting";
    case State.Stopped:
    case State.StartFailed:
      return "stopped";
  }
}
