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

/**
 * Parses the start of a timer: a time of day (`9:40`) into minutes after midnight, or an elapsed time (`-15m`) into
 * seconds.
 */
export function parseStart(
  typed: string,
  parseDuration: (text: string) => number | undefined,
): { clockMinutes: number } | { secondsAgo: number } | undefined {
  const ago = /^[-−–](.*)$/.exec(typed.trim());
  if (ago !== null) {
    const secondsAgo = parseDuration(ago[1] ?? "");
    return secondsAgo === undefined ? undefined : { secondsAgo };
  }
  const clockMinutes = parseClock(typed);
  return clockMinutes === undefined ? undefined : { clockMinutes };
}
