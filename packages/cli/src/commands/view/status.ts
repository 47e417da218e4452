// `status` never uses the network. `status --short` loads only the modules that it needs, because shell prompts run it
// before every line.
import { plural } from "@stint/grammar/plural.ts";
import { dayOf } from "@stint/grammar/zone.ts";
import type { Flags } from "#src/application/commands.ts";
import { canAsk, type Context, dataOf, folderOf, print } from "#src/context/context.ts";
import { oneLine } from "#src/context/printable.ts";
import { writeJson } from "#src/output/json.ts";
import { styleOf } from "#src/output/style.ts";
import { clock, dayName, duration, workWords } from "#src/output/words.ts";
import { noStatus, type Status, statusFields, statusOf } from "#src/shown/status-row.ts";
import { readMirror } from "#src/store/mirror.ts";
import { readQueue } from "#src/store/queue.ts";
import { correctedMs } from "#src/store/store.ts";
import { readSyncFailure } from "#src/store/sync-failure.ts";
import { timerFields, type View, viewOf } from "#src/store/view.ts";

export async function status(this: Context, { short, json }: Flags<"status">): Promise<void> {
  const found = readStatus(folderOf(this), this.now());
  if (json !== undefined) return writeJson(this, found?.status ?? noStatus, json, statusFields);
  if (short) return found && writeShort(this, found.status);
  if (found === undefined)
    return print(this, `There is no local data yet in ${dataOf(this)}. Log in: stint login --server URL`);
  writeLong(this, found);
  // Start the watcher here too, because the timer may have been started on another machine.
  if (found.status.running && canAsk(this)) (await import("#src/idle/watch.ts")).watchIdle(this);
}

interface Found {
  status: Status;
  zone: string;
}

function readStatus(folder: string, nowMs: number): Found | undefined {
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
  return { status: statusOf({ mirror, nowMs: now, today: dayOf(now, zone), zone }, view, syncedAtMs), zone };
}

const placeOf = ({ project, task }: Status): string =>
  oneLine(task === null || task === "General" ? (project ?? "") : `${project}/${task}`);

function writeShort(context: Context, status: Status): void {
  const timer = status.running ? [`${duration(status.seconds)} ${placeOf(status)}`] : [];
  print(context, [...timer, ...(readSyncFailure(folderOf(context)) === undefined ? [] : ["!"])].join(" "));
}

function writeLong(context: Context, { status, zone }: Found): void {
  const { bold, dim, yellow } = styleOf(context);
  const { running, description, tags, startedAt, seconds, todaySeconds: today, queued, held, syncedAt } = status;
  if (running && startedAt !== null) {
    const text = workWords({ description, tags });
    print(context, `${bold(placeOf(status))}${text === "" ? "" : `  ${text}`}`);
    print(context, `${duration(seconds)} since ${clock(Date.parse(startedAt), zone)}, today ${duration(today)}`);
  } else print(context, `No timer is running. Today ${duration(today)}`);
  if (queued > 0) print(context, dim(`${plural(queued, "write")} to be sent`));
  if (held > 0) print(context, yellow(`${plural(held, "write")} to settle: stint conflicts`));
  if (syncedAt === null) return;
  const syncedMs = Date.parse(syncedAt);
  print(context, dim(`As of ${dayName(dayOf(syncedMs, zone))} ${clock(syncedMs, zone)}`));
}
