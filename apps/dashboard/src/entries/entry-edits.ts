import type { TimeEntry } from "@stint/sdk";
import type { EntryFields } from "#state/tracking/write.ts";
import { endMs, startMs } from "#time/start-ms.ts";
import { addDays, atClock, clockMinutesOf, dayOf } from "#time/zoned.ts";

type Timed = Pick<TimeEntry, "startedAt" | "durationSeconds">;
type Change = Pick<EntryFields, "startedAt" | "durationSeconds">;

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** The first instant after `after` at which the zone's clock shows `clockMinutes`. */
export function nextAtClock(after: number, clockMinutes: number, zone: string): number {
  const day = dayOf(after, zone);
  const sameDay = atClock(day, clockMinutes, zone);
  return sameDay > after ? sameDay : atClock(addDays(day, 1), clockMinutes, zone);
}

/**
 * Changes the start but keeps the end. If the start is at or after the end, moves the whole entry. The end is cut to a
 * full minute, because fields don't show seconds.
 */
export function withStart(entry: Timed, start: number): Change {
  const end = cutToMinute(endMs(entry));
  return timesOf(start, end > start ? end : start + entry.durationSeconds * 1000);
}

/**
 * Changes the end to the next time after the start at which the clock shows the same time as `end`, or to `end` itself
 * if the entry lasts a day or more. Cuts the start to a full minute unless one of the `others` ends in that minute, as
 * when a timer is switched.
 */
export function withEnd(entry: Timed, end: number, zone: string, others: readonly Timed[] = []): Change {
  const [exact, minute] = [startMs(entry), cutToMinute(startMs(entry))];
  const start = others.some((other) => endMs(other) > minute && endMs(other) <= exact) ? exact : minute;
  const isLong = entry.durationSeconds * 1000 >= dayMs && end > start;
  return timesOf(start, isLong ? end : nextAtClock(start, clockMinutesOf(end, zone), zone));
}

export function withDuration(entry: Timed, durationSeconds: number): Change {
  return { startedAt: entry.startedAt, durationSeconds };
}

/** Moves an entry to another day at the same clock times. */
export function withDay(entry: Timed, day: string, zone: string): Change {
  const start = startMs(entry);
  const moved = atClock(day, clockMinutesOf(start, zone), zone) + (start % minuteMs);
  return { startedAt: new Date(moved).toISOString(), durationSeconds: entry.durationSeconds };
}

/** Splits an entry at an instant. Together, the parts are as long as the entry, and they don't overlap. */
export function splitAt(entry: Timed, at: number): [Change, Change] {
  const first = timesOf(startMs(entry), at);
  const rest = new Date(endMs(first)).toISOString();
  return [first, { startedAt: rest, durationSeconds: entry.durationSeconds - first.durationSeconds }];
}

export function fieldsOf(entry: TimeEntry): EntryFields {
  const { projectId, taskId, startedAt, durationSeconds, description, tags, billable } = entry;
  return { projectId, taskId, startedAt, durationSeconds, description, tags, billable };
}

/**
 * Returns the start and the whole seconds of a span. Rounds down, because an entry that is rounded up could overlap the
 * next one.
 */
export function timesOf(start: number, end: number): Change {
  return { startedAt: new Date(start).toISOString(), durationSeconds: Math.floor((end - start) / 1000) };
}

function cutToMinute(ms: number): number {
  return Math.floor(ms / minuteMs) * minuteMs;
}
