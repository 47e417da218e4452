import { type ClockTime, parseClockTime } from "@stint/grammar/parse-clock.ts";
import { parseDayName } from "@stint/grammar/parse-day-line.ts";
import { parseDuration } from "@stint/grammar/parse-duration.ts";
import { wrongInput } from "#src/failure/failure.ts";
import type { Store } from "#src/store/store.ts";
import { parseMoment } from "@stint/grammar/parse-moment.ts";
import { PeriodError, readPeriod } from "@stint/grammar/read-period.ts";

type Clock = Pick<Store, "nowMs" | "today" | "zone">;

/**
 * Reads the instant that the user typed, in any form of `parseMoment`. If clocks repeat the time, the instant nearest
 * to `near` is meant.
 */
export function readInstant(typed: string, clock: Clock, near = clock.nowMs): number {
  const hint = "Write 17:05, 9am, or -15m for 15 minutes ago.";
  const found = demand(parseMoment(typed, clock, near), `"${typed}" is not a time.`, hint);
  return notSkipped(found === "skipped" ? undefined : found, typed);
}

export const readClock = (typed: string): ClockTime =>
  demand(parseClockTime(typed), `"${typed}" is not a time of day.`, "Write 17:05 or 9am.");

/** Refuses a time that clocks skip, for which there is no instant. */
export const notSkipped = (ms: number | undefined, typed: string): number =>
  demand(ms, `Clocks skip a time in "${typed}" that day.`, "Write another time.");

function demand<Value>(value: Value | undefined, message: string, hint: string): Value {
  if (value === undefined) throw wrongInput(message, hint);
  return value;
}

/**
 * Returns the start of an entry whose end was typed. With milliseconds in its start, its duration in whole seconds would
 * end just before the typed minute.
 */
export const wholeSecond = (ms: number): number => Math.ceil(ms / 1000) * 1000;

export const readDuration = (typed: string): number =>
  demand(parseDuration(typed), `"${typed}" is not a duration.`, "Write 1:30, 90m, 1h30 or 1.5.");

/** Reads a day that the user typed, in any form that the grammar accepts: `yesterday`, `mon`, `2.3.`, `2026-03-02`. */
export const readTypedDay = (typed: string, today: string): string =>
  demand(parseDayName(typed, today), `"${typed}" is not a day.`, "Write today, yesterday, mon, 2026-03-02 or 2 Mar.");

/** Reads a period; `usual` is the one for no words. */
export function readTypedPeriod(words: readonly string[], store: Pick<Store, "today" | "weekStart">, usual: string) {
  try {
    return readPeriod(words.length === 0 ? usual : words.join(" "), store);
  } catch (error) {
    if (error instanceof PeriodError) throw wrongInput(error.message, error.hint);
    throw error;
  }
}
