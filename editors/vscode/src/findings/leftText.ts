/**
 * What is left to do in a draft, in words: for the list, the status bar and a screen reader. It
 * knows the protocol; it must never know VS Code.
 */
import type { DraftStatus, Left, Part, Passage } from "../server/protocol.ts";
import { counted } from "../status/words.ts";

/** "12 of 31 sentences left". */
export function leftInWords({ left, sentences }: Left): string {
  return `${left} of ${counted(sentences, "sentence", "sentences")} left`;
}

/** What is said above the list, or in its place. `state`: that of the draft; undefined: there is none. */
export function aboveList(state: DraftStatus["state"] | undefined, left: Left | undefined): string {
  switch (state) {
    case undefined:
      return "Open a draft to see what is left to do in it.";
    case "no-index":
      return "This draft is not checked, since no index of the originals is set.";
    case "failed":
      return "This draft is not checked. The status bar says why.";
    default:
      if (left === undefined) return "What is left to do is being counted.";
      if (left.passages.length === 0) {
        return "Nothing is left to do. The status bar says by which searches that holds.";
      }
      return left.unlisted > 0 ? `These come first; ${left.unlisted} more follow.` : "";
  }
}

/** So many letters of the words that lead, so that what stands beside them is seen, too. */
const LEADING = 20;

/** "“battery and…” and 2 more": the words that lead back from a passage. */
export function leadInWords({ words, masks }: Passage): string {
  const end = words.lastIndexOf(" ", LEADING);
  const shown = words.length > LEADING ? `${words.slice(0, end > 0 ? end : LEADING)}…` : words;
  return masks > 1 ? `“${shown}” and ${masks - 1} more` : `“${shown}”`;
}

/** "17 %: He was found guilty…": how much a passage matters, and its words. */
export function besideLead({ lead, text }: Passage): string {
  return `${percent(lead)}: ${text}`;
}

/** The passages in the order of the text. */
export function inOrderOfText(passages: readonly Passage[]): Passage[] {
  return [...passages].sort(
    ({ range: { start: a } }, { range: { start: b } }) =>
      a.line - b.line || a.character - b.character,
  );
}

const AHEAD = 24;

/** A text from a few words before the first of its changed parts on, so that a narrow list shows
 * that part. */
export function fromFirstChange(
  text: string,
  parts: readonly Part[],
): { text: string; parts: [number, number][] } {
  const first = parts[0]?.[0] ?? 0;
  const space = first <= AHEAD ? -1 : text.indexOf(" ", first - AHEAD);
  const start = Math.min(first, space + 1);
  const mark = start === 0 ? "" : "… ";
  const moved = mark.length - start;
  return {
    text: mark + text.slice(start),
    parts: parts.map(([from, to]) => [from + moved, to + moved]),
  };
}

/** What would be done about a passage, and how much it matters. */
export function passageInWords({ lead, masks }: Passage): string {
  return `${percent(lead)} of the lead, ${counted(masks, "mask", "masks")}`;
}

/** All of a passage for a screen reader: its rank, its words, what would become of it. */
export function passageAloud(passage: Passage, rank: number, { passages }: Left): string {
  return (
    `Passage ${rank} of ${passages.length}, ${passageInWords(passage)}: ${passage.text} ` +
    `It would become: ${passage.masked}`
  );
}

/** A share from 0 to 1; what is more than nothing is never called 0 %. */
function percent(share: number): string {
  const rounded = Math.round(100 * share);
  return rounded === 0 && share > 0 ? "less than 1 %" : `${rounded} %`;
}
