// Says at once what the server may refuse later, because it hears of a write only once the queue is sent.
import { longestEntryMs, minuteMs } from "@stint/grammar/days.ts";
import { readPeriod } from "@stint/grammar/read-period.ts";
import { dayOf, rangeOfDays } from "@stint/grammar/zone.ts";
import { touched, type Write } from "@stint/offline/write.ts";
import { type Context, note } from "#src/context/context.ts";
import { dayName } from "#src/output/words.ts";
import { entryLine, spanText } from "#src/shown/entry-line.ts";
import { endMs, type Entry, type Lock, type Locks } from "#src/store/records.ts";
import type { Store } from "#src/store/store.ts";
import { entriesOf, entryOf, fieldsOf, viewOf } from "#src/store/view.ts";

/** Notes the locks and overlaps that the writes meet, as far as the local copy knows them. */
export function noteObstacles(context: Context, store: Store, writes: readonly Write[]): void {
  const { mirror, queue } = store;
  const planned = { ...store, view: viewOf(mirror, queue, queue.list(), writes) };
  const texts = new Set<string | undefined>();
  const placed = new Map<string, Entry>();
  const { timer } = planned.view;
  if (timer !== null && timer.startedAt !== store.view.timer?.startedAt)
    texts.add(lockText(store, Date.parse(timer.startedAt)));
  for (const write of writes) {
    if (write.kind.endsWith("Timer")) continue;
    for (const id of touched(write)) {
      const [before, after] = [entryOf(store, id), entryOf(planned, id)];
      if (before !== undefined) texts.add(lockText(store, before.startedMs, before.lockedBy));
      if (after === undefined || (before?.startedMs === after.startedMs && before.seconds === after.seconds)) continue;
      texts.add(lockText(store, after.startedMs));
      placed.set(after.id, after);
    }
  }
  for (const entry of placed.values()) {
    // Of two new entries, the later one names the other.
    placed.delete(entry.id);
    const around = entriesOf(planned, entry.startedMs - longestEntryMs, endMs(entry));
    const others = around.filter((other) => other.id !== entry.id && !placed.has(other.id));
    texts.add(overlapText(store, entry, others));
  }
  for (const text of texts) if (text !== undefined) note(context, text);
}

const lockWords: Record<Lock, string> = {
  timesheet: "is in a timesheet that was submitted: withdraw it (stint open timesheet), or ask for it to be reopened",
  lockDate: "is locked: only an owner or admin can change the lock date",
  billing: "is billed: only an owner or admin can undo its billing batch",
  unknown: "is locked",
};

/** Says what locks the time of an entry, or new time that starts at this instant. */
function lockText(store: Store, startMs: number, known?: Lock | null): string | undefined {
  const lock = known ?? lockAt(store, startMs);
  return lock && `As of the last sync, time on ${dayName(dayOf(startMs, store.zone))} ${lockWords[lock]}.`;
}

function lockAt({ mirror, settings }: Store, startMs: number): Lock | undefined {
  const locks = settings.locks ?? {};
  const isIn = (lock: keyof Locks) =>
    locks[lock]?.some(([fromMs, toMs]) => startMs >= fromMs && startMs < toMs) === true;
  const known = (["lockDate", "timesheet"] as const).find(isIn);
  const { approvals, timeZone, weekStart } = settings.me.organization;
  // Older servers do not say.
  if (known !== undefined || locks.timesheet !== undefined || !approvals) return known;
  // A closed timesheet locks its whole period. The last entry shows it best, because a sync reads the latest ones again.
  const { from, to } = readPeriod(approvals.period, { today: dayOf(startMs, timeZone), weekStart });
  const { fromMs, toMs } = rangeOfDays(from, to, timeZone);
  const [last] = mirror.latest(toMs, 1);
  return last !== undefined && last.startedMs >= fromMs && last.lockedBy === "timesheet" ? "timesheet" : undefined;
}

/** Names the first of the entries that the entry overlaps. Less than a minute would not show. */
function overlapText(store: Store, entry: Entry, around: readonly Entry[]): string | undefined {
  const [first, ...more] = around.filter(
    (other) => Math.min(endMs(other), endMs(entry)) - Math.max(other.startedMs, entry.startedMs) >= minuteMs,
  );
  const others = more.length === 0 ? "" : `, and ${more.length} more`;
  return first && `${spanText(store, fieldsOf(entry))} overlaps ${entryLine(store, fieldsOf(first))}${others}.`;
}
