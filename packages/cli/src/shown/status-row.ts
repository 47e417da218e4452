import type { Store } from "#src/store/store.ts";
import { todaySeconds } from "#src/store/days.ts";
import { elapsed } from "#src/store/records.ts";

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
