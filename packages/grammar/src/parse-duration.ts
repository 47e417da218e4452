/**
 * Parses a typed duration into seconds; undefined if it isn't one. Imports read files with the same grammar.
 *
 * - `1:30`, `0:45`, `:45`, and `1:30:15` with seconds; `1:30 hrs` is the same, but `1:30 min` is 1 minute and 30 seconds
 * - `8:30:00 AM`, which is how an American spreadsheet shows and copies a duration of 8:30
 * - `1.5`, `1,5` and `2`: hours, as everywhere in Stint
 * - `90m`, `45 min`, `1h30`, `1h 30m`, `1,5h`, `30s`, `2 Std. 15 Min.`, `1d 2h`
 *
 * A bare number means hours everywhere; each field echoes the result ("= 0:45"), so nobody is surprised.
 */
export function parseDuration(typed: string): number | undefined {
  // NFKC turns full-width digits and typographic blanks into ordinary ones.
  const text = typed.normalize("NFKC").trim().toLowerCase().replaceAll(",", ".");
  if (text === "") return undefined;
  return clock(text) ?? units(text) ?? hours(text);
}

const secondsOf = { d: 86_400, h: 3600, m: 60, s: 1 };
type Unit = keyof typeof secondsOf;
const names: Record<Unit, string> = {
  d: "d|days?|tage?n?|jours?|días?|dias?|giorn[oi]|dag|dagen|dagar|dni",
  h: "h|hrs?|hours?|heures?|std|stunden?|horas?|or[ae]|u|uur|uren|tim|timmar|timer|godz|godzin[ay]?|час(?:а|ов)?|ч|時間|小时|小時|시간",
  m: "m|mins?|minutes?|minuten?|minutos?|minut[aioy]?|minuter|мин|分|分钟|分鐘|분",
  s: "s|secs?|seconds?|secondes?|sek|sekunden?|segundos?|second[oi]|seconden|sekund[ay]?|sekunder|сек|秒|초",
};
const unit = Object.entries(names)
  .map(([kind, all]) => `(?<${kind}>${all})`)
  .join("|");
const part = new RegExp(
  `^(\\d+(?:\\.\\d+)?|\\.\\d+)\\s*(?:${unit})\\.?(?!\\p{L})\\s*(?:(?:and|und|et|y|e|en|i)\\s+)?`,
  "u",
);
const unitAlone = new RegExp(`^(?:${unit})\\.?$`, "u");

function clock(text: string): number | undefined {
  const found = /^(\d*):([0-5]\d)(?::([0-5]\d))?\s*(\D*)$/.exec(text);
  if (found === null) return undefined;
  const [, first = "", second = "0", third, name = ""] = found;
  const kind = name === "" ? "h" : kindOf(unitAlone.exec(name));
  const half =
    third !== undefined && Number(first) >= 1 && Number(first) <= 12 ? /^([ap])\.?\s?m\.?$/.exec(name) : null;
  const whole = half === null ? Number(first) : (Number(first) % 12) + (half[1] === "p" ? 12 : 0);
  if (kind === "m" && third === undefined) return whole * 60 + Number(second);
  if (kind !== "h" && half === null) return undefined;
  return whole * 3600 + Number(second) * 60 + Number(third ?? 0);
}

function hours(text: string): number | undefined {
  return /^(\d+(\.\d*)?|\.\d+)$/.test(text) ? Math.round(Number(text) * 3600) : undefined;
}

function units(text: string): number | undefined {
  let rest = text;
  let seconds = 0;
  let isAfterHours = false;
  while (rest !== "") {
    const found = part.exec(rest);
    // In `1h30`, minutes right after the hours need no unit.
    const bare = isAfterHours ? /^([0-5]?\d)$/.exec(rest) : null;
    if (found === null && bare === null) return undefined;
    const kind = kindOf(found) ?? "m";
    seconds += Number(found?.[1] ?? bare?.[1]) * secondsOf[kind];
    rest = rest.slice((found ?? bare)?.[0].length ?? rest.length);
    isAfterHours = kind === "h";
  }
  return Math.round(seconds);
}

function kindOf(found: RegExpExecArray | null): Unit | undefined {
  return (Object.keys(names) as Unit[]).find((kind) => found?.groups?.[kind] !== undefined);
}
