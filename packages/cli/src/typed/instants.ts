import { type ClockTime, parseClockTime } from "@stint/grammar/parse-clock.ts";
import { parseDayName } from "@stint/grammar/parse-day-line.ts";
import { parseDuration } from "@stint/grammar/parse-duration.ts";
import { wrongInput } from "#src/failure/failure.ts";
import type { Store } from "#src/store/store.ts";
import { parseMoment } from "@stint/grammar/parse-moment.ts";
import { type Days, PeriodError, readPeriod } from "@stint/grammar/read-period.ts";

type Clock = Pick<Store, "nowMs" | "today" | "zone">;

/**
 * Reads the instant that the user typed: `17:05` or `9am` today, `-15m` for 15 minutes ago, or a full instant with its
 * date and offset. If clocks repeat the time, the instant nearest to `near` is meant.
 */
export function readInstant(typed: string, clock: Clock, near = clock.nowMs): number {
  const found = parseMoment(typed, clock, near);
  if (found === undefined)
    throw wrongInput(`"${typed}" is not a time.`, "Write 17:05, 9am, or -15m for 15 minutes ago.");
  return notSkipped(found === "skipped" ? undefined : found, typed);
}

export function readClock(typed: string): ClockTime {
  const time = parseClockTime(typed);
  if (time === undefined) throw wrongInput(`"${typed}" is not a time of day.`, "Write 17:05 or 9am.");
  return time;
}

/** Refuses a time that clocks skip, for which there is no instant. */
export function notSkipped(ms: number | undefined, typed: string): number {
  if (ms === undefined) throw wrongInput(`Clocks skip a time in "${typed}" that day.`, "Write another time.");
  return ms;
}

/**
 * Returns the start of an entry whose end was typed. With milliseconds in its start, its duration in whole seconds would
 * end just before the typed minute.
 */
export const wholeSecond = (ms: number): number => Math.ceil(ms / 1000) * 1000;

export function readDuration(typed: string): number {
  const seconds = parseDuration(typed);
  if (seconds === undefined) throw wrongInput(`"${typed}" is not a duration.`, "Write 1:30, 90m, 1h30 or 1.5.");
  return seconds;
}

/** Reads a day that the user typed, in any form that the grammar accepts: `yesterday`, `mon`, `2.3.`, `2026-03-02`. */
export function readTypedDay(typed: string, today: string): string {
  const day = parseDayName(typed, today);
  if (day === undefined)
    throw wrongInput(`"${typed}" is not a day.`, "Write today, yesterday, mon, 2026-03-02 or 2 Mar.");
  return day;
}

export function readTypedPeriod(typed: string, store: Pick<Store, "today" | "weekStart">): Days {
  try {
    return readPeriod(typed, store);
  } catch (error) {
    if (error instanceof PeriodError) throw wrongInput(error.message, error.hint);
    throw error;
  }
}
