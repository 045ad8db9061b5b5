/**
 * Where files lie. It must never know VS Code.
 */
import * as path from "node:path";

/** Whether `inner` is `outer` itself or lies somewhere in it. */
export function isWithin(inner: string, outer: string, rules: path.PlatformPath = path): boolean {
  const way = rules.relative(outer, inner);
  return way === "" || (way.split(rules.sep)[0] !== ".." && !rules.isAbsolute(way));
}
