import { type Days, PeriodError, readPeriod } from "@stint/grammar/read-period.ts";
import { type ClockTime, parseClockTime } from "@stint/grammar/parse-clock.ts";
import { parseDuration } from "@stint/grammar/parse-duration.ts";
import { parseMoment } from "@stint/grammar/parse-moment.ts";
import { parseInstant } from "@stint/grammar/parse-instant.ts";
import { findClock, nextClock, startOfRange } from "@stint/grammar/zone.ts";
import type { ToolContext } from "#src/protocol/tool.ts";
import { ToolError } from "#src/protocol/tool-error.ts";
import { clean, quote } from "#src/text/mark.ts";

/** Returns the days of a period that the agent named. */
export function readDays({ today, weekStart }: Pick<ToolContext, "today" | "weekStart">, typed: string): Days {
  try {
    return readPeriod(clean(typed, 100), { today, weekStart });
  } catch (error) {
    throw error instanceof PeriodError ? new ToolError(clean(`${error.message} ${error.hint ?? ""}`, 500)) : error;
  }
}

export function readOneDay(context: ToolContext, typed: string): string {
  const { from, to } = readDays(context, typed);
  if (from !== to) throw new ToolError(`${quote(typed)} is more than one day. Write today, yesterday or 2026-03-02.`);
  return from;
}

/**
 * Reads an instant: `9:40` or `5pm` on that day in the user's time zone, or an instant with an offset. If clocks repeat
 * the time, chooses the instant nearest to `near`; without `near`, the one that makes the time until `end` as long as
 * the clock times say.
 */
export function readStart(
  { zone }: ToolContext,
  day: string,
  typed: string,
  { end, near }: { end?: string | undefined; near?: number | undefined } = {},
): number {
  const stop = end === undefined ? undefined : readClock(end);
  return parseInstant(typed) ?? notSkipped(startOfRange(day, readClock(typed), stop, zone, near), typed);
}

function readClock(typed: string): ClockTime {
  const time = parseClockTime(typed);
  if (time === undefined) throw new ToolError(`${quote(typed)} is not a time of day. Write 09:40 or 5pm.`);
  return time;
}

function notSkipped(ms: number | undefined, typed: string): number {
  if (ms === undefined) throw new ToolError(`Clocks skip ${quote(typed)} that day. Ask the person for another time.`);
  return ms;
}

/**
 * Returns the seconds of an entry from its end or its duration; undefined if it has neither. If the end is earlier than
 * the start, it is on the next day. If clocks repeat the end, the instant nearest to `near` is meant, by default the
 * first one.
 */
export function readLength(
  context: ToolContext,
  { end, duration }: { end?: string; duration?: string },
  day: string,
  startMs: number,
  near?: number,
): number | undefined {
  const seconds = duration === undefined ? undefined : readSeconds(duration);
  if (end === undefined) return seconds;
  const time = readClock(end);
  if (findClock([day], time, context.zone, { near: startMs }) === startMs)
    throw new ToolError(`The entry would end at ${quote(end)}, when it begins. Send a later end, or a duration.`);
  const endMs = notSkipped(nextClock(startMs, day, time, context.zone, near), end);
  const untilEnd = Math.round((endMs - startMs) / 1000);
  if (seconds !== undefined && seconds !== untilEnd)
    throw new ToolError(
      `The end ${quote(end)} contradicts the duration ${quote(duration ?? "")}. Send only one of them.`,
    );
  return untilEnd;
}

/** Reads an instant: `9:40` today, `-15m` (15 minutes ago), or an instant with an offset. */
export function readMoment(context: ToolContext, typed: string): number {
  const found = parseMoment(typed, context);
  if (found === undefined)
    throw new ToolError(`${quote(typed)} is not a time. Write 09:40 (today), -15m, or 2026-03-02T09:40:00+01:00.`);
  return notSkipped(found === "skipped" ? undefined : found, typed);
}

function readSeconds(typed: string): number {
  const seconds = parseDuration(typed);
  if (seconds === undefined || seconds <= 0)
    throw new ToolError(`${quote(typed)} is not a duration. Write 1:30, 90m or 1.5h.`);
  return seconds;
}
