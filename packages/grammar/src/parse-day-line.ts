// Parses typed text into items, from which place-items.ts makes entries.
//
//   line   = item ("," | ";" | new line) item …
//   item   = [day] time text
//   day    = today | yesterday | tomorrow | a weekday (the most recent) | 2026-03-02 | 2.3. | 2 Mar | Mar 2 ; applies to
//            the items that follow
//   time   = 9-10:30 | 9 to 10:30 | 9:15 45m | 45m | 1:30 | 1,5h ; times of day may have an offset: 2:30 UTC+1
//   text   = description with @project, @project/task, @client or @task and #tags, in any order; it may begin with a
//            project's whole name. Hyphens stand for blanks; a name of several words is written whole or in quotes.
//
// An item without a start begins when the previous item ends, or else when the day's last entry ends, or else at nine.
// Today, it begins early enough to end by now, unless an item before it was typed for later. An item without a project
// belongs to the previous item's project. Text after a comma or semicolon that has no day and no time belongs to the
// item before it, unless both name a project.
import { addDays, readDay, startOfWeek } from "./days.ts";
import { type ClockTime, parseClock, parseClockTime } from "./parse-clock.ts";
import { type Mark, type ParsedDescription, parseDescription } from "./parse-description.ts";
import { parseDuration } from "./parse-duration.ts";

export interface DayItem extends ParsedDescription {
  /** The text as typed, which the dashboard shows next to the entry. */
  typed: string;
  /** Where `typed` begins in the whole text. */
  from: number;
  /** The typed day, with which `typed` begins; empty if it names none. */
  typedDay: string;
  /** `YYYY-MM-DD`. */
  day: string;
  /** Undefined if the item starts when the previous one ends. */
  start: ClockTime | undefined;
  /** The end if the time is a range; its minutes are more than 1440 if it ends on the next day. */
  end: ClockTime | undefined;
  /** The duration; undefined if none was found. The duration of a range is right only if no clocks change in it. */
  seconds: number | undefined;
  /** The text after the day and the time, as typed. */
  text: string;
  /** What stands for something, and where it is in `typed`. */
  marks: Mark[];
}

/**
 * Parses a line that was typed on the day `today`. Items before the first given day are on `first`. A comma between
 * digits is a decimal comma.
 */
export function parseDayLine(line: string, today: string, first = today): DayItem[] {
  let day = first;
  const items: DayItem[] = [];
  let row = 0;
  for (const typedLine of line.split("\n")) {
    const before = items.length;
    for (const { 0: part, index } of typedLine.matchAll(parts)) {
      const typed = part.trimEnd().replace(/^[,;]?\s*/, "");
      if (typed === "") continue;
      const to = row + index + part.trimEnd().length;
      const parseFrom = (from: number, firstDay: string) => parseDayItem(line.slice(from, to), today, firstDay, from);
      const item = parseFrom(to - typed.length, day);
      const previous = items.length > before ? items.at(-1) : undefined;
      // An item names at most one project, so this is a separate item without a time.
      const isTwo = item.project !== undefined && previous?.project !== undefined;
      if (previous === undefined || item.seconds !== undefined || item.typedDay !== "" || isTwo) items.push(item);
      else items.splice(-1, 1, parseFrom(previous.from, items.at(-2)?.day ?? first));
      day = items.at(-1)?.day ?? day;
    }
    row += typedLine.length + 1;
  }
  return items;
}

/** Matches an item with the separator before it. Names in quotes may contain separators. */
const parts = /[,;]?(?:(?<=^|[\s,;])[@#]"[^"]*"|(?<=\d),(?=\d)|[^,;])+/g;

/** Parses one item, in which commas are part of the text. */
export function parseDayItem(typed: string, today: string, first: string, from = 0): DayItem {
  const dated = takeDay(typed, today);
  const { start, end, seconds, rest: text } = takeTime(dated.rest);
  const typedDay = typed.slice(0, typed.length - dated.rest.length);
  const described = parseDescription(text);
  const at = typed.length - text.length;
  const marks: Mark[] = [
    { kind: "day", from: 0, to: typedDay.trimEnd().length },
    { kind: "time", from: typedDay.length, to: typed.slice(0, at).trimEnd().length },
    ...described.marks.map((mark) => ({ ...mark, from: at + mark.from, to: at + mark.to })),
  ];
  const found = { ...described, marks: marks.filter((mark) => mark.to > mark.from) };
  return { typed, from, typedDay, day: dated.day ?? first, start, end, seconds, text, ...found };
}

const weekdays = numbered(
  "monday tuesday wednesday thursday friday saturday sunday",
  "mon tue wed thu fri sat sun",
  "lundi mardi mercredi jeudi vendredi samedi dimanche",
  "montag dienstag mittwoch donnerstag freitag samstag sonntag",
);
/** These are also words in other languages, such as `do`, so they count as days only before a time. */
const shortWeekdays = numbered("lun mar mer jeu ven sam dim", "mo di mi do fr sa so");
/** Words for days, with the number of days from today to each. */
const near = new Map([
  ["today", 0],
  ["heute", 0],
  ["aujourd’hui", 0],
  ["aujourd'hui", 0],
  ["yesterday", -1],
  ["gestern", -1],
  ["hier", -1],
  ["vorgestern", -2],
  ["avant-hier", -2],
  ["tomorrow", 1],
  ["morgen", 1],
  ["demain", 1],
]);

function numbered(...lists: string[]): ReadonlyMap<string, number> {
  return new Map(lists.flatMap((names) => names.split(" ").map((name, at) => [name, at] as const)));
}

/** Parses a text that is only a day, in any form that the grammar accepts. */
export function parseDayName(typed: string, today: string): string | undefined {
  // Programs write dates in full, and the grammar takes three times as long for them.
  if (readDay(typed.trim()) !== undefined) return typed.trim();
  const [item] = parseDayLine(`${typed} 1h`, today, "");
  return item?.description === "" && item.day !== "" ? item.day : undefined;
}

function takeDay(text: string, today: string): { day: string | undefined; rest: string } {
  const named = takeNamedMonth(text, today);
  if (named !== undefined) return named;
  const [, word = "", rest = ""] = /^(\S+)\s*(.*)$/s.exec(text) ?? [];
  const name = word.toLowerCase().replace(/:$/, "");
  const day =
    dayOfWord(name, today) ?? dayOfWeekday(name.replace(/\.$/, ""), takeTime(rest).seconds !== undefined, today);
  return day === undefined ? { day, rest: text } : { day, rest };
}

const months = [
  "january february march april may june july august september october november december",
  "januar februar märz april mai juni juli august september oktober november dezember",
  "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
].map((names) => names.split(" "));
const dayFirst = /^(\d{1,2})\.?\s+(\p{L}{3,})\.?(?:\s+(\d{4}))?(?=[:\s]|$):?\s*/u;
const monthFirst = /^(\p{L}{3,})\.?\s+(\d{1,2})(?:\s+(\d{4}))?(?=[:\s]|$)(?!\s*(?:-|–|−|to |bis |[ap]\.?m\b)):?\s*/iu;

/**
 * Parses `20 Nov`, `20. November 2026` or `Nov 20` in any language of the dashboard. Month names can be abbreviated to
 * three or more letters.
 */
function takeNamedMonth(text: string, today: string): { day: string; rest: string } | undefined {
  const first = dayFirst.exec(text);
  const found = first ?? monthFirst.exec(text);
  if (found === null) return undefined;
  const [whole, one = "", two = "", year] = found;
  const [date, name] = first === null ? [two, one] : [one, two];
  const day = readDate(year, String(monthOfName(name) ?? 0), date, today);
  return day === undefined ? undefined : { day, rest: text.slice(whole.length) };
}

/** Returns the number of a month from its name in any language of the dashboard, or the first letters of the name. */
export function monthOfName(name: string): number | undefined {
  const at = months.map((names) => names.findIndex((month) => month.startsWith(name.toLowerCase())));
  return name.length < 3 || Math.max(...at) < 0 ? undefined : Math.max(...at) + 1;
}

/** Returns the most recent day with this name, which may be today. */
function dayOfWeekday(name: string, isBeforeTime: boolean, today: string): string | undefined {
  const weekday = weekdays.get(name) ?? (isBeforeTime ? shortWeekdays.get(name) : undefined);
  if (weekday === undefined) return undefined;
  const found = addDays(startOfWeek(today, "monday"), weekday);
  return found > today ? addDays(found, -7) : found;
}

function dayOfWord(word: string, today: string): string | undefined {
  const days = near.get(word);
  if (days !== undefined) return addDays(today, days);
  const [, year, , month = "", date = ""] = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(word) ?? [];
  if (year !== undefined) return readDate(year, month, date, today);
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d\d)?$/.exec(word);
  return dotted === null ? undefined : readDate(dotted[3]?.padStart(4, "20"), dotted[2] ?? "", dotted[1] ?? "", today);
}

/** Reads a date. Without a year, returns the one that is nearest to today. */
function readDate(year: string | undefined, month: string, date: string, today: string): string | undefined {
  const inYear = (each: string) => readDay(`${each}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`);
  if (year !== undefined) return inYear(year);
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(today));
  const days = [0, -1, 1].flatMap((more) => inYear(String(Number(today.slice(0, 4)) + more)) ?? []);
  return days.toSorted((left, right) => distance(left) - distance(right))[0];
}

interface Timed {
  start: ClockTime | undefined;
  end?: ClockTime | undefined;
  seconds: number | undefined;
  rest: string;
}

const clock = String.raw`\d{1,2}(?:[:.]?[0-5]\d)?\s?(?:[ap]\.?m\.?)?`;
const offset = String.raw`(\s?(?:utc|gmt)(?:[+−-]\d{1,2}(?::?[0-5]\d)?)?)?`;
const range = new RegExp(
  `^(?:from |von )?(${clock})${offset}\\s*(?:-|–|−|to |bis )\\s*(${clock})(?:\\s*uhr)?${offset}(?=\\s|$)\\s*`,
  "i",
);
const startOnly = new RegExp(
  String.raw`^(?:at |um )?((?:\d{1,2}:[0-5]\d(?:\s?[ap]m)?|\d{1,2}\s?[ap]m)${offset})\s+`,
  "i",
);
function takeTime(text: string): Timed {
  const span = range.exec(text);
  if (span !== null) {
    const [whole, from = "", offsetOfStart, to = "", offsetOfEnd] = span;
    // In `9-10:30pm`, the suffix can apply to the start too (see `laterHalf`).
    const half = /[ap]\.?m\.?$/i.exec(to)?.[0] ?? "";
    // An offset at only one end applies to both.
    const start = parseClockTime(
      (/[ap]/i.test(from) ? from : laterHalf(from, to, half)) + (offsetOfStart ?? offsetOfEnd ?? ""),
    );
    const end = parseClockTime(to + (offsetOfEnd ?? offsetOfStart ?? ""));
    if (start !== undefined && end !== undefined) {
      const further = (end.offsetMinutes ?? 0) - (start.offsetMinutes ?? 0);
      const minutes = (end.clockMinutes - start.clockMinutes - further + 4 * 1440) % 1440 || 1440;
      const clockMinutes = start.clockMinutes + minutes + further;
      return { start, end: { ...end, clockMinutes }, seconds: minutes * 60, rest: text.slice(whole.length) };
    }
  }
  const started = startOnly.exec(text);
  if (started !== null) {
    const after = takeDuration(text.slice(started[0].length));
    const start = parseClockTime(started[1] ?? "");
    if (after !== undefined && start !== undefined) return { start, ...after };
  }
  return { start: undefined, seconds: undefined, rest: text, ...takeDuration(text) };
}

/**
 * Returns the start with the am or pm of the end, if the start is then still before the end: `9-10pm` starts at 9 pm,
 * but `11-1pm` starts at 11 am.
 */
function laterHalf(from: string, to: string, half: string): string {
  if (half === "") return from;
  const [early, end] = [parseClock(`${from}${half}`), parseClock(to)];
  return early !== undefined && end !== undefined && early < end ? `${from}${half}` : from;
}

/** Matches the ends of words and numbers. */
const ends = /(?<=[\p{L}\p{N}.])(?![\p{L}\p{N}])/gu;
/**
 * In a field for durations, these would be durations; here they more likely begin the description: `3 drafts`, `2.
 * Call`, `2 timer bugs`.
 */
const rather = /(?:^|\s)\d+\.?$|\stimer?$/i;

/** Takes the longest beginning of the text that is a duration. */
function takeDuration(text: string): { seconds: number; rest: string } | undefined {
  const at = [...text.slice(0, 60).matchAll(ends)].map(({ index }) => index).toReversed();
  for (const [found, rest] of at.map((end) => [text.slice(0, end), text.slice(end)] as const)) {
    // Punctuation may follow a duration that contains a unit.
    const isWhole = /\p{L}/u.test(found) || /^(?:\s|$)/.test(rest);
    const seconds = isWhole && !rather.test(found) ? parseDuration(found) : undefined;
    if (seconds !== undefined) return { seconds, rest: rest.trimStart() };
  }
  return undefined;
}
