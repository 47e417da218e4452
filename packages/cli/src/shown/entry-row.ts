import { dayOf } from "@stint/grammar/zone.ts";
import { endMs, type Entry } from "#src/store/records.ts";
import type { Store } from "#src/store/store.ts";
import { nameOf } from "#src/typed/names.ts";

/** Returns the object that `--json` prints for an entry. `view` is the store's, unless the entry is in another one. */
export function toRow(store: Store, entry: Entry, view = store.view) {
  const { startedMs, version: _version, ...rest } = entry;
  return {
    ...rest,
    day: dayOf(startedMs, store.zone),
    startedAt: new Date(startedMs).toISOString(),
    endedAt: new Date(endMs(entry)).toISOString(),
    project: nameOf(store, entry.projectId) ?? null,
    task: nameOf(store, entry.taskId) ?? null,
    queued: view.changed.has(entry.id),
  };
}
