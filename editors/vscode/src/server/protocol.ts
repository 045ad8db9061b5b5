/**
 * What the server says beside LSP: the shapes of its own notifications, requests and commands.
 * It must never hold behaviour.
 */

export interface Place {
  readonly line: number;
  readonly character: number;
}

export interface PlaceRange {
  readonly start: Place;
  readonly end: Place;
}

/** The notification `unlinkable/status`, and the answer to the command `unlinkable.status`. */
export interface DraftStatus {
  readonly uri: string;
  readonly version: number;
  readonly state: "no-index" | "opening" | "checking" | "ready" | "failed";
  /** One sentence for people. */
  readonly message: string;
  readonly phrases: number;
  readonly combinations: number;
  /** Words near each other, or around masks. */
  readonly near: number;
  /** Passages that lead a searcher who ranks to the original. */
  readonly leading: number;
  /** Masks that other rulings tell. */
  readonly guessable: number;
  /** What such a searcher finds with the whole draft, asked about or not; null: nothing. */
  readonly ranked: { readonly document: string; readonly rank: number } | null;
  readonly accepted: number;
  readonly words: number;
  /** Whether all was searched; a text with very many words may be too large for that. */
  readonly complete: boolean;
  readonly clean: boolean;
  readonly cleanAt: { readonly maxTerms: number; readonly termWords: number } | null;
  /** The searchers asked about, in words. */
  readonly against: string;
  /** The level that is asked; null as long as nothing is checked. */
  readonly k: number | null;
  readonly maxTerms: number | null;
  readonly termWords: number | null;
  /** The path of the model for rewriting, wherever it is set. */
  readonly model: string | null;
  readonly likelySource: {
    readonly document: string;
    readonly title: string;
    readonly findings: number;
  } | null;
  readonly index: {
    readonly path: string;
    readonly documents: number;
    readonly fingerprint: string;
  } | null;
  readonly milliseconds: number;
  /** Whether there are more findings than are shown, and how many are shown. */
  readonly truncated: boolean;
  readonly shown: number;
  /** Why the result is not to be relied on. */
  readonly doubts: readonly string[];
  /** By what the check found less than it would by default, and where that is set. */
  readonly narrowed: readonly string[];
  /** What was not heeded on purpose. */
  readonly ignored: readonly string[];
}

/** The notification `unlinkable/left`: what is left to do, the worst passage first. */
export interface Left {
  readonly uri: string;
  readonly version: number;
  /** How many sentences the draft has, and in how many of them something is to be done. */
  readonly sentences: number;
  readonly left: number;
  readonly passages: readonly Passage[];
  readonly unlisted: number;
}

export interface Passage {
  readonly range: PlaceRange;
  /** The words that are underlined in it, and where they stand. */
  readonly words: string;
  readonly place: PlaceRange;
  /** On one line, shortened: as it is, and as it would be with its masks. */
  readonly text: string;
  readonly masked: string;
  readonly masks: number;
  /** How much of all that leads to the source this passage carries, from 0 to 1. */
  readonly lead: number;
  readonly reasons: readonly { readonly range: PlaceRange; readonly message: string }[];
  readonly more: number;
}

/** One of the answers to the command `unlinkable.passageWays`: a way to end a passage. */
export interface Way {
  readonly kind: "reword" | "mask";
  /** What is done, in a few words. */
  readonly title: string;
  /** The passage on one line, as it is and as it would be; which parts of each differ. */
  readonly before: string;
  readonly removed: readonly Part[];
  readonly after: string;
  readonly added: readonly Part[];
  readonly masks: number;
  readonly edits: readonly { readonly range: PlaceRange; readonly newText: string }[];
}

/** From one character of a text up to another. */
export type Part = readonly [start: number, end: number];

/** One of the answers to the command `unlinkable.acceptedRisks`. */
export interface AcceptedRisk {
  readonly id: string;
  /** Words that lead back, a passage that leads a searcher who ranks, or a mask that is told. */
  readonly kind: "words" | "ranking" | "guessable-mask";
  /** Its words; of a passage all of them, of a mask those beside it. */
  readonly phrase: string;
  readonly terms: readonly string[];
  readonly scope: Scope;
  readonly file: string | null;
  readonly reason: string;
  readonly by: string;
  readonly date: string;
  /** The settings file that it is kept in. */
  readonly path: string;
  /** Where it stands in the draft. */
  readonly places: readonly PlaceRange[];
}

/** For which places a risk is accepted. */
export type Scope = "finding" | "file" | "workspace" | "user";

/** The notification `unlinkable/locations`. */
export interface Locations {
  readonly title: string;
  readonly locations: readonly { readonly uri: string; readonly range: PlaceRange }[];
}

/** The notification `unlinkable/rewritingUnavailable`. */
export interface RewritingUnavailable {
  /** One sentence for people: why no model can be used. */
  readonly message: string;
}

/** The request `unlinkable/chooseAlternative`; the answer is an index, or null for none. */
export interface Choice {
  readonly uri: string;
  readonly version: number;
  readonly range: PlaceRange;
  readonly original: string;
  readonly alternatives: readonly Alternative[];
}

export interface Alternative {
  readonly text: string;
  readonly explanation: string;
}

/** The argument of the command `unlinkable.acceptRisk`. */
export interface AcceptRisk {
  readonly uri: string;
  readonly range: PlaceRange;
  readonly version?: number;
  readonly code: string;
  /** For which places; where it is not said, the user is asked, who may choose among `scopes`. */
  readonly scope?: Scope;
  readonly scopes?: readonly Scope[];
  /** The words that are accepted, in quotation marks. */
  readonly phrase?: string;
  readonly reason?: string;
}

/** The answer to the command `unlinkable.showFile`: what is visible of a file that is no text. */
export interface ShownFile {
  readonly text: string;
  /** Where each paragraph stands in the file, in words, and the line of the text it begins on. */
  readonly places: readonly { readonly line: number; readonly place: string }[];
}

/** One draft as `check --format json` prints it. Offsets count code points. */
export interface Report {
  readonly draft: string;
  readonly index: { readonly documents: number };
  readonly settings: {
    readonly k: number;
    readonly max_terms: number;
    readonly term_words: number;
  };
  readonly words: number;
  readonly findings: readonly ReportedFinding[];
  readonly likely_source: { readonly document: string; readonly phrases: number } | null;
  /** What a searcher who ranks finds with the whole draft. */
  readonly ranked?: { readonly document: string; readonly rank: number } | null;
  /** Why the result is not to be relied on. */
  readonly doubts: readonly { readonly message: string }[];
}

export interface ReportedFinding {
  readonly kind: "phrase" | "combination" | "ranking" | "guessable-mask";
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Where it stands in a document. */
  readonly place?: { readonly text: string };
  /** Not of a passage that leads a searcher who ranks. */
  readonly words?: number;
  readonly df?: number;
  readonly joint_df?: number;
  readonly documents: readonly string[];
  readonly with?: readonly { readonly text: string }[];
  /** The words that other rulings tell of a mask. */
  readonly guess?: string;
  /** The words that carry the lead of a passage. */
  readonly terms?: readonly { readonly text: string }[];
}
