/**
 * Counting in words. It must never know what is counted.
 */

export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
