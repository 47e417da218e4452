import { placeText } from "#src/output/words.ts";
import { readMirror } from "./mirror.ts";
import { openQueue } from "./queue.ts";
import { correctedMs, type Store } from "./store.ts";
import { readSyncFailure } from "./sync-failure.ts";
import { writeTimerLine } from "./timer-line.ts";
import { viewOf } from "./view.ts";

/** Does what `writeTimer` does for callers that have not opened the data. Returns undefined if there is no local copy. */
export function keepTimerLine(folder: string): string | undefined {
  using mirror = readMirror(folder);
  if (!mirror?.settings().me) return void writeTimerLine(folder, undefined);
  using queue = openQueue(folder);
  return writeTimer(folder, { queue, mirror });
}

/**
 * Writes the line for prompts, and returns it. Everything that changes the queue, the mirror or the recorded failure
 * calls this afterwards.
 */
export function writeTimer(folder: string, { queue, mirror }: Pick<Store, "queue" | "mirror">): string {
  // In a transaction, which locks the queue, so that the last of several processes to write has read the latest state.
  return queue.transaction(() => {
    const { timer } = viewOf(mirror, queue, queue.list());
    const marks = readSyncFailure(folder) === undefined ? [] : ["!"];
    let line = marks.join("");
    if (timer !== null) {
      const project = mirror.name(timer.projectId) ?? "a hidden project";
      const place = placeText(project, timer.taskId && mirror.name(timer.taskId));
      // The clock of this machine may be wrong, and prompts read no other.
      const startMs = Date.parse(timer.startedAt) - correctedMs(0, mirror.settings());
      line = `${Math.floor(startMs / 1000)}\t${[place, ...marks].join(" ")}`;
    }
    writeTimerLine(folder, line);
    return line;
  });
}
