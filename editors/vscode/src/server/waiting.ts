/** Waiting for something to hold that an event tells of, but not for ever. */
import type * as vscode from "vscode";

const PATIENCE_MS = 30_000;

/** Ends once `holds`, which is asked again whenever `event` tells of a change, or after a while. */
export async function untilHolds(
  holds: () => boolean,
  event: vscode.Event<unknown>,
): Promise<void> {
  if (holds()) return;
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(late);
      listening.dispose();
      resolve();
    };
    const late = setTimeout(end, PATIENCE_MS);
    const listening = event(() => {
      if (holds()) end();
    });
  });
}
