import type { Store } from "#src/store/store.ts";
import { todaySeconds } from "#src/store/days.ts";
import { elapsed } from "#src/store/records.ts";
import type { View } from "#src/store/view.ts";

export interface Status {
  running: boolean;
  project: string | null;
  task: string | null;
  description: string;
  tags: readonly string[];
  startedAt: string | null;
  seconds: number;
  todaySeconds: number;
  /** The number of writes that the server has not confirmed, excluding `held`. */
  queued: number;
  /** The number of writes that are waiting for a decision. */
  held: number;
  syncedAt: string | null;
}

const noStatus: Status = {
  running: false,
  project: null,
  task: null,
  description: "",
  tags: [],
  startedAt: null,
  seconds: 0,
  todaySeconds: 0,
  queued: 0,
  held: 0,
  syncedAt: null,
};

export const statusFields = Object.keys(noStatus);

type Read = Pick<Store, "mirror" | "nowMs" | "today" | "zone">;

export function statusOf({ mirror, nowMs, today, zone }: Read, view: View, syncedAtMs: number): Status {
  const running = view.timer;
  return {
    running: running !== null,
    project: running === null ? null : (mirror.name(running.projectId) ?? "a hidden project"),
    task: (running?.taskId && mirror.name(running.taskId)) || null,
    description: running?.description ?? "",
    tags: running?.tags ?? [],
    startedAt: running?.startedAt ?? null,
    seconds: running === null ? 0 : elapsed(Date.parse(running.startedAt), nowMs),
    todaySeconds: todaySeconds({ mirror, view, today, zone }, nowMs),
    queued: view.waiting.length,
    held: view.held.length,
    syncedAt: syncedAtMs === 0 ? null : new Date(syncedAtMs).toISOString(),
  };
}
