/**
 * Parses a typed time of day into minutes after midnight; undefined if it isn't one.
 *
 * Accepts `9`, `9:40`, `09.40`, `940`, `9h`, `9:40am`, `9 pm`, `12am`. The separator is `:` or `.`; 24:00 is the end of
 * the day.
 */
export function parseClock(typed: string): number | undefined {
  const text = typed.trim().toLowerCase().replaceAll(/\s+/g, "");
  const found = /^(\d{1,2})(?:[:.h]?([0-5]\d))?h?([ap])?\.?m?\.?(?:uhr)?$/.exec(text);
  if (found === null) return undefined;
  const [, hourText = "", minuteText = "0", half] = found;
  let hour = Number(hourText);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return undefined;
    hour = (hour % 12) + (half === "p" ? 12 : 0);
  }
  const minutes = hour * 60 + Number(minuteText);
  return minutes <= 24 * 60 ? minutes : undefined;
}

/** A time of day. The offset says which instant is meant if clocks show the time twice. */
export interface ClockTime {
  clockMinutes: number;
  offsetMinutes?: number;
}

const offset = /(?:utc|gmt)(?:\s*([+\-−])\s*(\d{1,2})(?::?([0-5]\d))?)?\s*$/i;

/** Parses a time of day, which may end with its offset from UTC: `3:10 UTC+1`. */
export function parseClockTime(typed: string): ClockTime | undefined {
  const [found = "", sign, hours = 0, minutes = 0] = offset.exec(typed) ?? [];
  const clockMinutes = parseClock(typed.slice(0, typed.length - found.length));
  if (clockMinutes === undefined) return undefined;
  if (found === "") return { clockMinutes };
  const offsetMinutes = Number(hours) * 60 + Number(minutes);
  return { clockMinutes, offsetMinutes: sign === "+" ? offsetMinutes : 0 - offsetMinutes };
}

/** Parses the start of a timer: a time of day (`9:40`), or an elapsed time (`-15m`), which is returned in seconds. */
export function parseStart(
  typed: string,
  parseDuration: (text: string) => number | undefined,
): ClockTime | { secondsAgo: number } | undefined {
  const ago = /^[-−–](.*)$/.exec(typed.trim());
  if (ago !== null) {
    const secondsAgo = parseDuration(ago[1] ?? "");
    return secondsAgo === undefined ? undefined : { secondsAgo };
  }
  return parseClockTime(typed);
}
