import { Failure } from "#src/failure/failure.ts";
import { acquireLock } from "#src/store/lock.ts";
import { removeMirror } from "#src/store/mirror.ts";

/** Deletes the mirror, so that the next update reads everything again. Does not touch the queue. */
export async function rebuildMirror(folder: string): Promise<void> {
  using lock = await acquireLock(folder);
  if (lock === undefined) throw new Failure(4, "Another process is using the local copy.", "Try again later.");
  removeMirror(folder);
}
