import { parseClockTime, parseStart } from "./parse-clock.ts";
import { parseDayName } from "./parse-day-line.ts";
import { parseDuration } from "./parse-duration.ts";
import { parseInstant } from "./parse-instant.ts";
import { findClock } from "./zone.ts";

interface Clock {
  nowMs: number;
  today: string;
  zone: string;
}

/**
 * Parses an instant that is usually in the past: `17:05` or `9am` today, `yesterday 17:05`, `-15m` for 15 minutes ago,
 * or a full instant with its date and offset. If clocks repeat the time today, the instant nearest to `near` is meant.
 * Returns "skipped" if clocks skip the time, and undefined if the text is not a time.
 */
export function parseMoment(
  typed: string,
  { nowMs, today, zone }: Clock,
  near = nowMs,
): number | "skipped" | undefined {
  const instant = parseInstant(typed);
  if (instant !== undefined) return instant;
  const found = parseStart(typed, parseDuration);
  if (found === undefined) return parseOnDay(typed, today, zone);
  if ("secondsAgo" in found) return nowMs - found.secondsAgo * 1000;
  return findClock([today], found, zone, { near, until: nowMs }) ?? findClock([today], found, zone) ?? "skipped";
}

function parseOnDay(typed: string, today: string, zone: string): number | "skipped" | undefined {
  const [, name = "", clock = ""] = /^(\S+),? (.+)$/.exec(typed.trim()) ?? [];
  const [day, time] = [parseDayName(name, today), parseClockTime(clock)];
  return day === undefined || time === undefined ? undefined : (findClock([day], time, zone) ?? "skipped");
}
