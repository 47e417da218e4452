// `status` never uses the network.
import { plural } from "@stint/grammar/plural.ts";
import { dayOf } from "@stint/grammar/zone.ts";
import type { Flags } from "#src/application/commands.ts";
import { canAsk, type Context, folderOf, print, profileNameOf, profileOf } from "#src/context/context.ts";
import { writeJson } from "#src/output/json.ts";
import { styleOf } from "#src/output/style.ts";
import { clock, duration, placeText, workWords } from "#src/output/words.ts";
import { usualName } from "#src/profile/profile.ts";
import { noStatus, type Status, statusFields, statusOf } from "#src/shown/status-row.ts";
import { keepTimerLine } from "#src/store/keep-timer-line.ts";
import { readMirror } from "#src/store/mirror.ts";
import { readQueue } from "#src/store/queue.ts";
import { correctedMs, noCopy } from "#src/store/store.ts";
import { shownTimer } from "#src/store/timer-line.ts";
import { timerFields, type View, viewOf } from "#src/store/view.ts";

export async function status(this: Context, { short, json }: Flags<"status">): Promise<void> {
  if (short && json === undefined) return writeShort(this);
  const found = readStatus(folderOf(this), this.now());
  if (json !== undefined) return writeJson(this, found?.status ?? noStatus, json, statusFields);
  if (found === undefined) throw noCopy();
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

/**
 * Prints the line for prompts. `runCommandLine` has found none: there is no local copy, or an older version made it.
 * Without a login, prompts stay empty.
 */
function writeShort(context: Context): void {
  const line = keepTimerLine(folderOf(context));
  if (line !== undefined) print(context, shownTimer(line, context.now()));
  else if (profileNameOf(context) !== usualName) profileOf(context);
}

function writeLong(context: Context, { status, zone }: Found): void {
  const { bold, dim, yellow } = styleOf(context);
  const {
    running,
    project,
    task,
    description,
    tags,
    startedAt,
    seconds,
    todaySeconds: today,
    queued,
    held,
    syncedAt,
  } = status;
  if (running && startedAt !== null) {
    const text = workWords({ description, tags });
    print(context, `${bold(placeText(project ?? "", task))}${text === "" ? "" : `  ${text}`}`);
    print(context, `${duration(seconds)} since ${clock(Date.parse(startedAt), zone)}, today ${duration(today)}`);
  } else print(context, `No timer is running. Today ${duration(today)}`);
  if (queued > 0) print(context, dim(`${plural(queued, "write")} to be sent`));
  if (held > 0) print(context, yellow(`${plural(held, "write")} to settle: stint conflicts`));
  if (syncedAt !== null) print(context, dim(`As of ${syncedAt.slice(0, 16).replace("T", " ")} UTC`));
}
