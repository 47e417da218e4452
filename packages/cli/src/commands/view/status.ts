// `status` never uses the network.
import { plural } from "@stint/grammar/plural.ts";
import type { Flags } from "#src/application/commands.ts";
import { canAsk, type Context, folderOf, print, profileNameOf, profileOf } from "#src/context/context.ts";
import { writeJson } from "#src/output/json.ts";
import { styleOf } from "#src/output/style.ts";
import { clock, dayAndClock, duration, placeText, workWords } from "#src/output/words.ts";
import { usualName } from "#src/profile/profile.ts";
import { keepTimerLine } from "#src/prompt/keep-timer-line.ts";
import { shownTimer } from "#src/prompt/timer-line.ts";
import { type Status, statusOf } from "#src/shown/rows.ts";
import { openStore } from "#src/store/store.ts";

export async function status(this: Context, { short, json }: Flags<"status">): Promise<void> {
  if (short && json === undefined) {
    // Without a login, prompts stay empty.
    if (profileNameOf(this) !== usualName) profileOf(this);
    return print(this, shownTimer(keepTimerLine(folderOf(this)), this.now()));
  }
  using store = openStore(this);
  const found = statusOf(store);
  if (json !== undefined) return writeJson(this, found, json);
  writeLong(this, found, store.zone);
  // Start the watcher here too, because the timer may have been started on another machine.
  if (found.running && canAsk(this)) (await import("#src/idle/watch.ts")).watchIdle(this);
}

function writeLong(context: Context, status: Status, zone: string): void {
  const { bold, dim, yellow } = styleOf(context);
  const { startedAt, queued, held, syncedAt } = status;
  const today = duration(status.todaySeconds);
  if (startedAt === null) print(context, `No timer is running. Today ${today}`);
  else {
    const text = workWords(status);
    print(context, `${bold(placeText(status.project ?? "", status.task))}${text === "" ? "" : `  ${text}`}`);
    print(context, `${duration(status.seconds)} since ${clock(Date.parse(startedAt), zone)}, today ${today}`);
  }
  if (queued > 0) print(context, dim(`${plural(queued, "write")} to be sent`));
  if (held > 0) print(context, yellow(`${plural(held, "write")} to settle: stint conflicts`));
  if (syncedAt === null) return;
  print(context, dim(`As of ${dayAndClock(Date.parse(syncedAt), zone)}`));
}
