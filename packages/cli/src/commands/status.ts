// `status` never uses the network. `status --short` loads only the modules that it needs, because shell prompts run it
// before every line.
import { canAsk, type Context, dataOf, folderOf, print } from "#src/context/context.ts";
import { writeJson } from "#src/output/json.ts";
import { styleOf } from "#src/output/style.ts";
import { oneLine } from "#src/context/printable.ts";
import { clock, duration, hashed, plural } from "#src/output/words.ts";
import { readMirror } from "#src/store/mirror.ts";
import { readQueue } from "#src/store/queue.ts";
import { correctedMs, type Store } from "#src/store/store.ts";
import { readSyncFailure } from "#src/store/sync-failure.ts";
import { elapsed, todaySeconds } from "#src/store/today.ts";
import { timerFields, type View, viewOf } from "#src/store/view.ts";
import { dayOf } from "@stint/grammar/zone.ts";

export interface StatusFlags {
  short: boolean;
  json?: string;
}

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

export async function status(this: Context, { short, json }: StatusFlags): Promise<void> {
  const found = readStatus(folderOf(this), this.now());
  if (json !== undefined) {
    const { zone: _zone, ...shown } = found ?? { ...none, zone: "" };
    writeJson(this, shown, json, statusFields);
    return;
  }
  if (found === undefined) {
    if (!short) print(this, `There is no local data yet in ${dataOf(this)}. Log in: stint login --server URL`);
    return;
  }
  if (short) {
    const timer = found.running ? [`${duration(found.seconds)} ${placeOf(found)}`] : [];
    print(this, [...timer, ...(readSyncFailure(folderOf(this)) === undefined ? [] : ["!"])].join(" "));
    return;
  }
  writeLong(this, found);
  // Start the watcher here too, because the timer may have been started on another machine.
  if (found.running && canAsk(this)) (await import("#src/idle/watch.ts")).watchIdle(this);
}

const none: Status = {
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

export const statusFields = Object.keys(none);

const placeOf = ({ project, task }: Status): string =>
  oneLine(task === null || task === "General" ? (project ?? "") : `${project}/${task}`);

function readStatus(folder: string, nowMs: number): (Status & { zone: string }) | undefined {
  // Read the queue before the mirror: if a write leaves the queue between the two reads, the mirror already contains
  // its effect.
  using queue = readQueue(folder);
  const writes = queue?.list() ?? [];
  using mirror = readMirror(folder);
  const settings = mirror?.settings();
  if (mirror === undefined || !settings?.me) return undefined;
  const { me, timer, syncedAtMs } = settings;
  const zone = me.preferences.timeZone ?? me.organization.timeZone;
  const now = correctedMs(nowMs, settings);
  const view: View =
    writes.length === 0 || queue === undefined
      ? { timer: timerFields(timer), changed: new Map(), held: [], waiting: [] }
      : viewOf(mirror, queue, writes);
  return { ...statusOf({ mirror, nowMs: now, today: dayOf(now, zone), zone }, view, syncedAtMs), zone };
}

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

function writeLong(context: Context, status: Status & { zone: string }): void {
  const { bold, dim, yellow } = styleOf(context);
  const { running, description, tags, startedAt, seconds, todaySeconds: today, queued, held, syncedAt, zone } = status;
  if (running && startedAt !== null) {
    const text = [oneLine(description), oneLine(hashed(tags))].filter((part) => part !== "").join(" ");
    print(context, `${bold(placeOf(status))}${text === "" ? "" : `  ${text}`}`);
    print(context, `${duration(seconds)} since ${clock(Date.parse(startedAt), zone)}, today ${duration(today)}`);
  } else print(context, `No timer is running. Today ${duration(today)}`);
  if (queued > 0) print(context, dim(`${plural(queued, "write")} to be sent`));
  if (held > 0) print(context, yellow(`${plural(held, "write")} to settle: stint conflicts`));
  if (syncedAt !== null) print(context, dim(`As of ${syncedAt.slice(0, 16).replace("T", " ")} UTC`));
}
