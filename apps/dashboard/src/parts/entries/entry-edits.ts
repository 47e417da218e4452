import type { TimeEntry } from "@stint/sdk";
import type { EntryFields } from "@stint/offline/write.ts";
import { endMs, startMs } from "#time/start-ms.ts";
import { clockMinutesOf } from "#time/zoned.ts";
import { atClock } from "@stint/grammar/zone.ts";

type Timed = Pick<TimeEntry, "startedAt" | "durationSeconds">;
type Change = Pick<EntryFields, "startedAt" | "durationSeconds">;

const minuteMs = 60_000;

/**
 * Changes the start but keeps the end. If the start is at or after the end, moves the whole entry. The end is cut to a
 * full minute, because fields don't show seconds.
 */
export function withStart(entry: Timed, start: number): Change {
  const end = cutToMinute(endMs(entry));
  return timesOf(start, end > start ? end : start + entry.durationSeconds * 1000);
}

/**
 * Changes the end. Cuts the start to a full minute unless one of the `others` ends in that minute, as when a timer is
 * switched.
 */
export function withEnd(entry: Timed, end: number, others: readonly Timed[] = []): Change {
  const [exact, minute] = [startMs(entry), cutToMinute(startMs(entry))];
  return timesOf(others.some((other) => endMs(other) > minute && endMs(other) <= exact) ? exact : minute, end);
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

export function entryFieldsOf(entry: TimeEntry): EntryFields {
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
