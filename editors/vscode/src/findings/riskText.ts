/**
 * An accepted risk in words: what may stay as it is, and who answers for it. It knows the protocol;
 * it must never know VS Code.
 */
import type { AcceptedRisk } from "../server/protocol.ts";
import { SCOPES } from "./scopes.ts";

/** What is accepted: a passage and a mask are told as such, all else by its words. */
export function riskInWords({ kind, phrase, terms }: AcceptedRisk): string {
  const words = [phrase, ...terms].map((one) => `“${one}”`).join(" with ");
  switch (kind) {
    case "words":
      return words;
    case "ranking":
      return `Passage ${words}, found by searches that rank`;
    case "guessable-mask":
      return `Mask in ${words}, which other rulings tell`;
  }
}

/** Where it was accepted, by whom, when and why. */
export function acceptanceInWords({ scope, by, date, reason }: AcceptedRisk): string {
  return `Accepted ${SCOPES[scope]} by ${by} on ${date}: ${reason}`;
}
