/**
 * Where one finding follows upon another with nothing but blanks between: underlines alone do not
 * tell such findings apart. It must never know VS Code.
 */

/** A place of a text, by its first character and the first one after it. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** The beginnings of those stretches that follow right upon another. */
export function touching(stretches: readonly Stretch[], text: string): number[] {
  const inOrder = [...stretches].sort((a, b) => a.start - b.start || a.end - b.end);
  return inOrder
    .filter(({ start }, number) => {
      const before = inOrder[number - 1];
      return (
        before !== undefined && before.end <= start && text.slice(before.end, start).trim() === ""
      );
    })
    .map(({ start }) => start);
}
