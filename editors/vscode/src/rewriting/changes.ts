/**
 * The changes that the server proposes, each with its reason, and the edit that is left once some of
 * them are dropped. It knows the protocol; it must never know VS Code.
 */
import type {
  AnnotatedTextEdit,
  ApplyWorkspaceEditParams,
  TextDocumentEdit,
  TextEdit,
} from "vscode-languageclient";
import { counted } from "../status/words.ts";

/** One change of a draft, and why it is proposed. */
export interface ProposedChange {
  readonly edit: TextEdit;
  /** What is done, such as "Masked". */
  readonly label: string;
  readonly why: string;
}

/** The one draft that is to be changed, and how. */
export interface ProposedEdit {
  readonly uri: string;
  readonly version: number | null;
  readonly changes: readonly ProposedChange[];
}

/** What an edit of one draft proposes; `undefined` when it is none. */
export function proposedIn({ edit }: ApplyWorkspaceEditParams): ProposedEdit | undefined {
  const [draft, ...others] = edit.documentChanges ?? [];
  if (draft === undefined || others.length > 0 || !("textDocument" in draft)) return undefined;
  const annotations = edit.changeAnnotations ?? {};
  const changes = draft.edits.filter(isTextEdit).map((change) => {
    const said = "annotationId" in change ? annotations[change.annotationId] : undefined;
    const { range, newText } = change;
    return { edit: { range, newText }, label: said?.label ?? "", why: said?.description ?? "" };
  });
  return { uri: draft.textDocument.uri, version: draft.textDocument.version, changes };
}

/** The request with these changes alone; VS Code makes them without asking again. */
export function withChanges(
  params: ApplyWorkspaceEditParams,
  { uri, version }: ProposedEdit,
  kept: readonly ProposedChange[],
): ApplyWorkspaceEditParams {
  const draft: TextDocumentEdit = {
    textDocument: { uri, version },
    edits: kept.map(({ edit }) => edit),
  };
  return { ...params, edit: { documentChanges: [draft] } };
}

/** "3 of 12 changes". */
export function keptInWords(kept: number, all: number): string {
  const changes = counted(all, "change", "changes");
  return kept === all ? changes : `${kept} of ${changes}`;
}

/** Words as they were and as they would be, on one line. */
export function changeInWords(before: string, after: string): string {
  return `${line(before)} → ${line(after) || "nothing"}`;
}

function line(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}

function isTextEdit(change: object): change is TextEdit | AnnotatedTextEdit {
  return "newText" in change;
}
