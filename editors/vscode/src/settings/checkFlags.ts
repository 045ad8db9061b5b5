/**
 * The editor's settings as flags of the command line. It knows both names of each setting; it must
 * never know VS Code.
 */

/** Flags for `check`, `protect` and the like, from values by name such as `maxTerms`. */
export function checkFlags(values: Readonly<Record<string, unknown>>): string[] {
  const flags: string[] = [];
  for (const [name, flag] of FLAGS) {
    const value = values[name];
    if (value === true) flags.push(flag);
    else if (typeof value === "string" || typeof value === "number") flags.push(`${flag}=${value}`);
    else if (Array.isArray(value)) flags.push(...value.map((one) => `${flag}=${String(one)}`));
  }
  return flags;
}

const FLAGS: readonly (readonly [string, string])[] = [
  ["index", "--index"],
  ["keyFile", "--key-file"],
  ["k", "-k"],
  ["maxTerms", "--max-terms"],
  ["termWords", "--term-words"],
  ["crossSentences", "--cross-sentences"],
  ["source", "--source"],
  ["masks", "--mask"],
];
