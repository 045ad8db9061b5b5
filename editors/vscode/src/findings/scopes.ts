/**
 * For which places a risk is accepted, in words. It must never know VS Code.
 */
import type { Scope } from "../server/protocol.ts";

export const SCOPES: Readonly<Record<Scope, string>> = {
  finding: "at this place",
  file: "in this file",
  workspace: "in every draft of this folder",
  user: "in all my drafts",
};
