/**
 * A draft's state in a few words, for the status bar and for a screen reader. It knows the
 * protocol; it must never know VS Code.
 */
import { leftInWords } from "../findings/leftText.ts";
import type { DraftStatus, Left } from "../server/protocol.ts";
import { counted } from "./words.ts";

export interface StatusText {
  /** An icon of VS Code; the words say the same. */
  readonly icon: string;
  readonly words: string;
  /** What deserves the user's attention, in the words of VS Code's status bar. */
  readonly emphasis: "none" | "warning" | "error";
  readonly explanation: string;
}

/** `left`: what was left to do when it was last counted. */
export function statusText(status: DraftStatus, left?: Left): StatusText {
  const found = left !== undefined && left.left > 0 ? leftInWords(left) : findingsInWords(status);
  const explanation = [status.message, ...details(status)]
    .filter((line) => line !== "")
    .join("\n\n");
  switch (status.state) {
    case "no-index":
      return { icon: "circle-slash", words: "No index", emphasis: "warning", explanation };
    case "opening":
      return { icon: "loading~spin", words: "Opening index", emphasis: "none", explanation };
    case "failed":
      return { icon: "error", words: "Not checked", emphasis: "error", explanation };
    case "checking":
      return {
        icon: "loading~spin",
        words: findings(status) === 0 ? "Checking" : found,
        emphasis: findings(status) === 0 ? "none" : "warning",
        explanation,
      };
    case "ready":
      if (findings(status) > 0) {
        return {
          icon: "warning",
          words: found,
          emphasis: "warning",
          explanation,
        };
      }
      if (status.doubts.length > 0) {
        return {
          icon: "question",
          words: "Not to be relied on",
          emphasis: "warning",
          explanation,
        };
      }
      if (status.clean && status.narrowed.length > 0) {
        return {
          icon: "warning",
          words: `Clean, but narrowed: ${searches(status)}`,
          emphasis: "warning",
          explanation,
        };
      }
      if (!status.complete) {
        return {
          icon: "question",
          words: "Not searched to the end",
          emphasis: "warning",
          explanation,
        };
      }
      return status.clean
        ? {
            icon: "pass",
            words: `Clean against ${searches(status)}`,
            emphasis: "none",
            explanation,
          }
        : { icon: "pass", words: `${status.accepted} accepted`, emphasis: "none", explanation };
  }
}

/** "3 phrases, 1 combination". */
export function findingsInWords(found: {
  readonly phrases: number;
  readonly combinations: number;
  readonly near: number;
  readonly leading: number;
  readonly guessable: number;
}): string {
  const parts = [
    counted(found.phrases, "phrase", "phrases"),
    counted(found.combinations, "combination", "combinations"),
    counted(found.near, "word near others", "words near others"),
    counted(found.leading, "leading passage", "leading passages"),
    counted(found.guessable, "guessable mask", "guessable masks"),
  ].filter((part) => !part.startsWith("0 "));
  return parts.length === 0 ? "no findings" : parts.join(", ");
}

/** By which searches a draft is clean, since none is by all. */
function searches(status: DraftStatus): string {
  const whole = status.ranked?.rank === 1 ? "; whole text found" : "";
  return `${status.against}, k ${status.k}${whole}`;
}

function findings(status: DraftStatus): number {
  return status.phrases + status.combinations + status.near + status.leading + status.guessable;
}

function details(status: DraftStatus): string[] {
  const lines: string[] = [];
  if (status.likelySource !== null) {
    const { document, title, findings: count } = status.likelySource;
    const name = title === "" || title === document ? document : `${document} (${title})`;
    lines.push(
      `Likely source: ${name}, to which ${counted(count, "finding leads", "findings lead")}.`,
    );
  }
  if (status.accepted > 0) {
    lines.push(`${counted(status.accepted, "risk has", "risks have")} been accepted.`);
  }
  if (status.index !== null) {
    const originals = counted(status.index.documents, "original", "originals");
    lines.push(`Checked against ${originals}: ${status.index.path}`);
  }
  if (status.truncated) {
    lines.push(
      `Of ${findings(status)} findings ${status.shown} are underlined: those in view, and of the others as many in each sentence as fit.`,
    );
  }
  lines.push(...status.narrowed.map((one) => `Narrowed: ${one}.`), ...status.ignored);
  return lines;
}
