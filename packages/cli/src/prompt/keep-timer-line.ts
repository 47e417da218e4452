import { renameSync, rmSync, writeFileSync } from "node:fs";
import { placeText } from "#src/output/words.ts";
import { type Mirror, readMirror } from "#src/store/mirror.ts";
import { openQueue, type Queue } from "#src/store/queue.ts";
import { correctedMs, type Store } from "#src/store/store.ts";
import { readSyncFailure } from "#src/store/sync-failure.ts";
import { viewOf } from "#src/store/view.ts";
import { timerLineIn } from "./timer-line.ts";

/** Writes the line for prompts, and returns it. Without a local copy, it is empty and has no file. */
export function keepTimerLine(folder: string): string {
  using mirror = readMirror(folder);
  if (!mirror?.settings().me) {
    rmSync(timerLineIn(folder), { force: true });
    return "";
  }
  using queue = openQueue(folder);
  return writeTimerLine(folder, { mirror, queue });
}

/** Everything that changes the queue, the mirror or the recorded failure calls this, or `keepTimerLine`, afterwards. */
export function writeTimerLine(folder: string, { mirror, queue }: Pick<Store, "mirror" | "queue">): string {
  const path = timerLineIn(folder);
  // In a transaction, which locks the queue, so that the last of several processes to write has read the latest state.
  return queue.transaction(() => {
    const line = lineOf(mirror, queue, readSyncFailure(folder) === undefined ? [] : ["!"]);
    try {
      // Write to another file and rename it, so that no prompt reads half a line.
      writeFileSync(`${path}.new`, `${line}\n`, { mode: 0o600 });
      renameSync(`${path}.new`, path);
    } catch {
      // A full disk must not keep an old line. Without one, `status --short` reads the databases.
      for (const file of [`${path}.new`, path]) rmSync(file, { force: true });
    }
    return line;
  });
}

function lineOf(mirror: Mirror, queue: Queue, marks: string[]): string {
  const { timer } = viewOf(mirror, queue, queue.list());
  if (timer === null) return marks.join("");
  const project = mirror.name(timer.projectId) ?? "a hidden project";
  const place = placeText(project, timer.taskId && mirror.name(timer.taskId));
  // Prompts know only this machine's clock, which may be wrong.
  const startMs = Date.parse(timer.startedAt) - correctedMs(0, mirror.settings());
  return `${Math.floor(startMs / 1000)}\t${[place, ...marks].join(" ")}`;
}
