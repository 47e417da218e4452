/**
 * Parses a typed duration into seconds; undefined if it isn't one.
 *
 * - `1:30`, `0:45`, `:45`, and `1:30:15` with seconds
 * - `1.5`, `1,5` and `2`: hours, as everywhere in Stint
 * - `90m`, `45 min`, `1h30`, `1h 30m`, `1,5h`, `30s`, `2 Std. 15 Min.`
 *
 * A bare number means hours everywhere; each field echoes the result ("= 0:45"), so nobody is surprised.
 */
export function parseDuration(typed: string): number | undefined {
  const text = typed.trim().toLowerCase().replaceAll(",", ".");
  if (text === "") return undefined;
  return clock(text) ?? units(text) ?? hours(text);
}

function clock(text: string): number | undefined {
  const found = /^(\d*):([0-5]\d)(?::([0-5]\d))?$/.exec(text);
  if (found === null) return undefined;
  const [, hour = "", minute = "0", second = "0"] = found;
  return Number(hour) * 3600 + Number(minute) * 60 + Number(second);
}

function hours(text: string): number | undefined {
  return /^(\d+(\.\d*)?|\.\d+)$/.test(text) ? Math.round(Number(text) * 3600) : undefined;
}

const secondsOf = { h: 3600, m: 60, s: 1 };
const unit =
  "(h|hr|hrs|hours?|heures?|std|stunden?|m|mins?|minutes?|minuten?|s|secs?|seconds?|secondes?|sek|sekunden?)\\.?";
const part = new RegExp(`^(\\d+(?:\\.\\d+)?)\\s*${unit}(?![a-z])\\s*`);

function units(text: string): number | undefined {
  let rest = text;
  let seconds = 0;
  let isAfterHours = false;
  while (rest !== "") {
    const found = part.exec(rest);
    // In `1h30`, minutes right after the hours need no unit.
    const bare = isAfterHours ? /^([0-5]?\d)$/.exec(rest) : null;
    if (found === null && bare === null) return undefined;
    const kind = found === null ? "m" : kindOf(found[2] ?? "");
    seconds += Number(found?.[1] ?? bare?.[1]) * secondsOf[kind];
    rest = rest.slice((found ?? bare)?.[0].length ?? rest.length);
    isAfterHours = kind === "h";
  }
  return Math.round(seconds);
}

function kindOf(name: string): "h" | "m" | "s" {
  if (name.startsWith("h") || name.startsWith("st")) return "h";
  return name.startsWith("m") ? "m" : "s";
}
