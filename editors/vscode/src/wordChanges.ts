/**
 * Which words a rewriting takes away and which it brings, as text, so that alternatives can be
 * told apart without colours. It knows strings only.
 */

/** "battery and robbery → an assault; in → during"; empty when no word differs. */
export function wordChanges(original: string, alternative: string): string {
  const before = original.split(/\s+/u).filter(Boolean);
  const after = alternative.split(/\s+/u).filter(Boolean);
  const kept = commonWords(before, after);
  const changes: string[] = [];
  let [from, to] = [0, 0];
  for (const [nextFrom, nextTo] of [...kept, [before.length, after.length] as const]) {
    const gone = before.slice(from, nextFrom).join(" ");
    const come = after.slice(to, nextTo).join(" ");
    if (gone !== "" || come !== "") changes.push(`${gone || "(nothing)"} → ${come || "(nothing)"}`);
    [from, to] = [nextFrom + 1, nextTo + 1];
  }
  return changes.join("; ");
}

/** Positions in both of a longest common subsequence of words. */
function commonWords(
  before: readonly string[],
  after: readonly string[],
): (readonly [number, number])[] {
  const width = after.length + 1;
  const longest = new Uint16Array((before.length + 1) * width);
  const at = (i: number, j: number) => longest[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      longest[i * width + j] =
        before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const kept: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; i < before.length && j < after.length;) {
    if (before[i] === after[j]) kept.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return kept;
}
