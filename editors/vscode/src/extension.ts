/**
 * Puts the parts together: commands, status bar and server. Each part is a module of its own; here
 * is only who knows whom.
 */
import * as vscode from "vscode";
import { chooseAlternative } from "./rewriting/alternatives.ts";
import { AcceptedView } from "./findings/acceptedView.ts";
import { activeDraft, openDraft, showPlace } from "./findings/drafts.ts";
import { drawBoundaries } from "./findings/boundaries.ts";
import { followView } from "./findings/inView.ts";
import { LeftView } from "./findings/leftView.ts";
import { openDemoDraft, tryDemo } from "./setup/demo.ts";
import { buildIndex, chooseIndex, chooseOriginal, forgetOriginal } from "./setup/indexes.ts";
import { showMenu } from "./status/menu.ts";
import { chooseModel } from "./setup/models.ts";
import { acceptFinding } from "./documents/acceptFinding.ts";
import { chosenDocument } from "./documents/chosenDocument.ts";
import { offerDocumentEditor } from "./documents/documentEditor.ts";
import { SCHEME as DOCUMENT_SCHEME } from "./documents/names.ts";
import { protectDocument } from "./documents/protectDocument.ts";
import { ShownFiles } from "./documents/shownFiles.ts";
import { ChangesView } from "./rewriting/changesView.ts";
import { Proposals } from "./rewriting/proposals.ts";
import { Protection } from "./rewriting/protection.ts";
import type { Locations } from "./server/protocol.ts";
import { checkFolder, showPrices, showReport } from "./findings/reports.ts";
import { explainUnavailable, setUpRewriting } from "./setup/rewritingSetup.ts";
import { showMore } from "./findings/more.ts";
import { askForReason } from "./findings/risks.ts";
import type { ServerLocation } from "./server/location.ts";
import { configuredServer, ownEnvironment, searchServer } from "./server/search.ts";
import { Session } from "./server/session.ts";
import { schemaOf, setValues } from "./settings/setValues.ts";
import {
  explainMissingServer,
  explainNotRunning,
  explainStoppedServer,
  installServer,
} from "./setup/missingServer.ts";
import { offer, offerIndex } from "./setup/noIndex.ts";
import { offerPrivacy, switchOffAi } from "./setup/privacy.ts";
import { FirstSteps } from "./setup/steps.ts";
import { explainRestrictedMode } from "./setup/trust.ts";
import { createStatusBar } from "./status/statusBar.ts";

const LOOK_AGAIN_MS = 3000;
/** So long after a window was loaded anew its settings, which may name the server, may be late. */
const SETTINGS_LATE_MS = 4000;
const LOOK_SOON_MS = 250;
let session: Session | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel("Unlinkable", { log: true });
  const schema = schemaOf(context.extension);
  const proposals = new Proposals();
  const changes = new ChangesView();
  const protection = new Protection(proposals, changes);
  const running = new Session(log, schema, {
    showLocations,
    chooseAlternative: (choice) => chooseAlternative(choice, proposals),
    rewritingUnavailable: explainUnavailable,
    middleware: {
      executeCommand: async (command, args: unknown[], next): Promise<unknown> => {
        const ask = (other: string, given: unknown[]): unknown => askForReason(other, given, next);
        return await more(command, args, ask);
      },
      // A command is complete as it is. While the server is asked, VS Code may already have let go
      // of the list that the command came from, and then no longer finds it.
      resolveCodeAction: (action, token, next) => (action.command ? action : next(action, token)),
      workspace: { handleApplyEdit: protection.handleApplyEdit },
    },
  });
  session = running;
  const more = showMore(running);
  const firstSteps = new FirstSteps(running, context.extension.id);

  const settledAt = Date.now() + SETTINGS_LATE_MS;
  /** The server, looked for until the settings must be there. */
  const searchUntilSettled = async () => {
    let location = await searchServer(context);
    while (location === undefined && Date.now() < settledAt) {
      running.searching();
      await new Promise((resolve) => setTimeout(resolve, LOOK_SOON_MS));
      location = await searchServer(context);
    }
    return location;
  };
  /** Starts the server that is found now; says what to do when there is none. */
  const startFound = async () => {
    const location = await searchUntilSettled();
    if (location === undefined) {
      await running.stop();
      running.missing();
      void explainMissingServer();
      log.info(`No server was found; the setting names ${configuredServer() || "none"}.`);
      lookAgainSoon();
      return;
    }
    log.info(`Starting ${location.command}, found by: ${location.origin}.`);
    try {
      await running.start(location.command);
    } catch (error) {
      log.error(`The server did not start: ${String(error)}`);
      void explainStoppedServer(log);
    }
  };
  let again: NodeJS.Timeout | undefined;
  /** Looks again soon, since a server may be installed elsewhere meanwhile. */
  const lookAgainSoon = () => {
    clearTimeout(again);
    again = setTimeout(() => void lookAgain(), LOOK_AGAIN_MS);
  };
  const lookAgain = async () => {
    const found = await searchServer(context);
    if (running.state !== "missing") return;
    if (found === undefined) lookAgainSoon();
    else await start();
  };
  let starting = Promise.resolve();
  /** One start after the other, so that an earlier one never undoes what a later one found. */
  const start = () => (starting = starting.then(startFound, startFound));
  /** Runs `action` with the server's program, which also is the command line. */
  const withProgram = async (action: (program: ServerLocation) => Promise<void>) => {
    const location = await searchServer(context);
    await (location === undefined ? explainMissingServer() : action(location));
  };
  /** Runs `action` with the open draft; says why where drafts are not being checked. */
  const withDraft = async (action: (document: vscode.TextDocument) => Promise<unknown>) => {
    if (running.state !== "running") {
      await explainNotRunning(running.state, log);
      return;
    }
    const document = activeDraft();
    if (document !== undefined) await action(document);
  };

  const shown = new ShownFiles(running);
  /** Runs `action` with the document that was clicked, or is open. */
  const withDocument = async (
    clicked: vscode.Uri | undefined,
    action: (file: vscode.Uri) => Promise<unknown>,
  ) => {
    const file = chosenDocument(clicked);
    if (file !== undefined) await action(file);
  };
  const writeProtected = (clicked?: vscode.Uri) =>
    withDocument(clicked, (file) =>
      withProgram(({ command }) => protectDocument(command, file, setValues(schema, file), shown)),
    );

  const left = new LeftView(running);
  const accepted = new AcceptedView(running);
  const commands: Record<string, (...args: never[]) => unknown> = {
    showMenu: () => showMenu(running),
    chooseIndex,
    chooseOriginal: () => withDraft(({ uri }) => chooseOriginal(running, uri)),
    forgetOriginal: () => withDraft(({ uri }) => forgetOriginal(running, uri)),
    buildIndex: () => withProgram(({ command }) => buildIndex(command, log)),
    chooseModel: () => chooseModel(),
    setUpRewriting: () =>
      withProgram((server) =>
        setUpRewriting({
          server,
          model: modelOf(running, vscode.window.activeTextEditor?.document),
          log,
        }),
      ),
    checkFolder: (clicked?: vscode.Uri) =>
      withProgram(async ({ command }) => {
        const folder = clicked ?? (await chooseFolder());
        if (folder !== undefined) await checkFolder(command, folder, setValues(schema, folder));
      }),
    protect: () =>
      withDraft((document) =>
        document.uri.scheme === DOCUMENT_SCHEME
          ? writeProtected()
          : protection.protect(running, document),
      ),
    showDocument: (clicked?: vscode.Uri) => withDocument(clicked, (file) => shown.show(file)),
    protectDocument: writeProtected,
    acceptFinding: async () => {
      const editor = vscode.window.activeTextEditor;
      if (editor !== undefined) await acceptFinding(running, editor);
    },
    applyProposal: () => {
      protection.answer("apply");
    },
    discardProposal: () => {
      protection.answer("discard");
    },
    showChange: protection.showChange,
    switchOffAi,
    tryDemo: () => withProgram(({ command }) => tryDemo(command, context.globalState)),
    maskFindings: () =>
      withDraft(({ uri }) =>
        uri.scheme === DOCUMENT_SCHEME
          ? writeProtected()
          : running.command("unlinkable.maskAll", { uri: uri.toString() }),
      ),
    maskLeft: left.mask.bind(left),
    takeLeft: () => left.take(0),
    takeLeftOtherwise: () => left.take(1),
    sortLeftByText: () => left.sort("text"),
    sortLeftByLead: () => left.sort("lead"),
    goToWorst: left.goToWorst.bind(left),
    withdrawAccepted: accepted.withdraw.bind(accepted),
    showPlace,
    showReport: () => withDraft((document) => showReport(running, document)),
    showPrices: () => withDraft((document) => showPrices(running, document)),
    openDraft,
    install: async () => {
      if (await installServer(context.extensionPath, ownEnvironment(context), log)) {
        await start();
        if (vscode.workspace.textDocuments.every((open) => !running.statusOf(open))) {
          await offer();
        }
      }
    },
    restart: start,
    showLog: () => {
      log.show();
    },
    openSettings: () =>
      vscode.commands.executeCommand(
        "workbench.action.openSettings",
        `@ext:${context.extension.id}`,
      ),
    openWalkthrough: () => firstSteps.open(),
  };
  context.subscriptions.push(
    new vscode.Disposable(() => {
      clearTimeout(again);
    }),
    log,
    left,
    accepted,
    proposals,
    changes,
    protection,
    running,
    shown,
    offerDocumentEditor(shown),
    createStatusBar(running),
    followView(running),
    drawBoundaries(),
    firstSteps,
    offerIndex(running),
    running.onDidCheck(() => void offerPrivacy(context.workspaceState)),
    running.onDidGiveUp(() => void explainStoppedServer(log)),
    vscode.workspace.onDidGrantWorkspaceTrust(start),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("unlinkable.server")) void start();
      else if (change.affectsConfiguration("unlinkable")) void running.settingsChanged();
    }),
    ...Object.entries(commands).map(([name, action]) =>
      vscode.commands.registerCommand(`unlinkable.${name}`, quietWhenCancelled(action)),
    ),
  );
  void explainRestrictedMode();
  await start();
  await openDemoDraft(context.globalState);
}

export async function deactivate(): Promise<void> {
  await session?.stop();
}

/** `action`, which ends without a word where the server that was asked has been stopped meanwhile. */
function quietWhenCancelled(action: (...args: never[]) => unknown) {
  return async (...args: never[]) => {
    try {
      return await action(...args);
    } catch (error) {
      if (error instanceof Error && error.message === "Canceled") return undefined;
      throw error;
    }
  };
}

/** The model that is set for a draft, or, where none is open, in the settings of VS Code. */
function modelOf(session: Session, draft: vscode.TextDocument | undefined): string | undefined {
  const status = draft && session.statusOf(draft);
  const setting = vscode.workspace.getConfiguration("unlinkable").get("model.path", "");
  return (status?.model ?? setting) || undefined;
}

function showLocations({ locations }: Locations): void {
  const [first, ...others] = locations.map(
    ({ uri, range: { start, end } }) =>
      new vscode.Location(
        vscode.Uri.parse(uri),
        new vscode.Range(start.line, start.character, end.line, end.character),
      ),
  );
  if (first === undefined) return;
  void vscode.commands.executeCommand(
    "editor.action.goToLocations",
    first.uri,
    first.range.start,
    [first, ...others],
    "peek",
    "",
  );
}

async function chooseFolder(): Promise<vscode.Uri | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const [only] = folders;
  if (only !== undefined && folders.length === 1) return only.uri;
  if (folders.length > 1) return (await vscode.window.showWorkspaceFolderPick())?.uri;
  const chosen = await vscode.window.showOpenDialog({
    title: "Choose the folder of drafts",
    openLabel: "Check this folder",
    canSelectFolders: true,
    canSelectFiles: false,
  });
  return chosen?.[0];
}
