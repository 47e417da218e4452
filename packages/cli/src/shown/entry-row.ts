import { dayOf } from "@stint/grammar/zone.ts";
import { endMs, type Entry } from "#src/store/records.ts";
import type { Store } from "#src/store/store.ts";
import { nameOf } from "#src/typed/names.ts";

/** Returns the object that `--json` prints for an entry. */
export function toRow(store: Store, entry: Entry) {
  const { startedMs, version: _version, lockedBy, ...rest } = entry;
  return {
    ...rest,
    locked: lockedBy !== null,
    day: dayOf(startedMs, store.zone),
    startedAt: new Date(startedMs).toISOString(),
    endedAt: new Date(endMs(entry)).toISOString(),
    project: nameOf(store, entry.projectId) ?? null,
    task: nameOf(store, entry.taskId) ?? null,
    queued: store.view.changed.has(entry.id),
  };
}
