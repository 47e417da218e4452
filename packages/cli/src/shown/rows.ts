import type { Store } from "#src/store/store.ts";
import { todaySeconds } from "#src/store/view.ts";
import { elapsed, endMs, type Entry } from "#src/store/records.ts";
import { dayOf } from "@stint/grammar/zone.ts";
import { nameOf } from "#src/typed/names.ts";

export type Status = ReturnType<typeof statusOf>;

/** Returns the object that `--json` prints for the timer. */
export function statusOf(store: Store) {
  const { mirror, nowMs, view } = store;
  const running = view.timer;
  const { syncedAtMs } = mirror.settings();
  return {
    running: running !== null,
    project: running === null ? null : (mirror.name(running.projectId) ?? "a hidden project"),
    task: (running?.taskId && mirror.name(running.taskId)) || null,
    description: running?.description ?? "",
    tags: running?.tags ?? [],
    startedAt: running?.startedAt ?? null,
    seconds: running === null ? 0 : elapsed(Date.parse(running.startedAt), nowMs),
    todaySeconds: todaySeconds(store),
    // The number of writes that the server has not confirmed, and of those that are waiting for a decision.
    queued: view.waiting.length,
    held: view.held.length,
    syncedAt: syncedAtMs === 0 ? null : new Date(syncedAtMs).toISOString(),
  };
}

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
