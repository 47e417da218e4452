import fc from "fast-check";
import { type CsvStyle, csvOf } from "./program-exports.ts";

/** An entry of a made-up organization, with only the fields that every program has. */
export interface Entry {
  first: string;
  last: string;
  email: string;
  client: string;
  project: string;
  task: string;
  description: string;
  tags: string[];
  billable: boolean;
  startMs: number;
  seconds: number;
}

/** The settings with which a program wrote its export. */
export interface Manner {
  csv: CsvStyle;
  zone: string;
  dates: "ymd" | "dmy" | "mdy" | "dots";
  hasHours12: boolean;
  hasSeconds: boolean;
  hasDecimalCommas: boolean;
}

const word = fc.constantFrom(
  "Ann",
  "Größe",
  "日本",
  "a'b",
  "x, y",
  'say "hi"',
  "😀",
  "=1+1",
  "-",
  "A|B",
  "c;d",
  "e\tf",
);
const note = fc.oneof(word, fc.constantFrom("", "two\nlines", "two\r\nlines", " blanks ", "\\ ''`!@#$%^&*()_+", "'=1"));
const tag = fc.constantFrom("Development", "Backend", "Ä", "😀", "=x");
// Starts from 2020 to 2025, so that all entries are in the past.
const firstMs = Date.UTC(2020, 0, 2);
const startSecond = fc.integer({ min: 0, max: 5 * 365 * 86_400 });

export const anyEntry: fc.Arbitrary<Entry> = fc.record({
  first: word,
  last: fc.constantFrom("Tester", "O'Neil", "Ünal"),
  email: fc.constantFrom("", "ann@example.test", "bob@example.test"),
  client: fc.oneof(fc.constant(""), word),
  project: fc.oneof(fc.constant(""), word),
  task: fc.oneof(fc.constant(""), word),
  description: note,
  tags: fc.uniqueArray(tag, { maxLength: 4 }),
  billable: fc.boolean(),
  startMs: startSecond.map((second) => firstMs + second * 1000),
  seconds: fc.oneof(fc.integer({ min: 0, max: 4 * 3600 }), fc.integer({ min: 0, max: 7 * 86_400 })),
});

export const anyManner: fc.Arbitrary<Manner> = fc.record({
  csv: fc.record({
    delimiter: fc.constantFrom(",", ";", "\t"),
    newline: fc.constantFrom("\n", "\r\n"),
    hasMark: fc.boolean(),
    quotesAll: fc.boolean(),
  }),
  zone: fc.constantFrom("Europe/Berlin", "America/New_York", "Pacific/Apia", "Australia/Lord_Howe", "UTC"),
  dates: fc.constantFrom("ymd", "dmy", "mdy", "dots"),
  hasHours12: fc.boolean(),
  hasSeconds: fc.boolean(),
  hasDecimalCommas: fc.boolean(),
});

const two = (part: number) => String(part).padStart(2, "0");

function localTexts(ms: number, { zone, dates, hasHours12, hasSeconds }: Manner): { date: string; time: string } {
  const local = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
  const [year, month, day] = [String(local.year), two(local.month), two(local.day)];
  const date = {
    ymd: `${year}-${month}-${day}`,
    dmy: `${day}/${month}/${year}`,
    mdy: `${month}/${day}/${year}`,
    dots: `${day}.${month}.${year}`,
  }[dates];
  const minutes = `${two(local.minute)}${hasSeconds ? `:${two(local.second)}` : ""}`;
  if (!hasHours12) return { date, time: `${two(local.hour)}:${minutes}` };
  return { date, time: `${two(local.hour % 12 || 12)}:${minutes} ${local.hour < 12 ? "AM" : "PM"}` };
}

const clock = (seconds: number) =>
  `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;

function decimal(number: number, digits: number, { hasDecimalCommas }: Manner): string {
  const text = number.toFixed(digits);
  return hasDecimalCommas ? text.replace(".", ",") : text;
}

const times = (entry: Entry, manner: Manner) => {
  const [start, end] = [localTexts(entry.startMs, manner), localTexts(entry.startMs + entry.seconds * 1000, manner)];
  return [start.date, start.time, end.date, end.time];
};

export function togglCsv(entries: readonly Entry[], manner: Manner): string {
  const headers =
    "User|Email|Client|Project|Task|Description|Billable|Start date|Start time|End date|End time|Duration|Tags|Amount (EUR)".split(
      "|",
    );
  const rows = entries.map((entry) => [
    entry.first,
    entry.email,
    entry.client,
    entry.project,
    entry.task,
    entry.description,
    entry.billable ? "Yes" : "No",
    ...times(entry, manner),
    clock(entry.seconds),
    entry.tags.join(", "),
    decimal(entry.seconds / 100, 2, manner),
  ]);
  return csvOf(headers, rows, manner.csv);
}

/** The variable columns of Clockify's CSV: `activity` instead of task, with or without client and duration. */
export interface ClockifyColumns {
  hasActivity: boolean;
  hasClient: boolean;
  duration: "both" | "decimal" | "none";
}

export function clockifyCsv(entries: readonly Entry[], manner: Manner, columns: ClockifyColumns): string {
  const cells = entries.map((entry): [string, string][] => {
    const [startDate = "", startTime = "", endDate = "", endTime = ""] = times(entry, manner);
    return [
      ["Project", entry.project],
      ...(columns.hasClient ? [["Client", entry.client] as [string, string]] : []),
      ["Description", entry.description],
      [columns.hasActivity ? "Activity" : "Task", entry.task],
      ["User", entry.first],
      ["Group", "x, y"],
      ["Email", entry.email],
      ["Tags", entry.tags.join(", ")],
      ["Billable", entry.billable ? "Yes" : "No"],
      ["Start Date", startDate],
      ["Start Time", startTime],
      ["End Date", endDate],
      ["End Time", endTime],
      ...(columns.duration === "both" ? [["Duration (h)", clock(entry.seconds)] as [string, string]] : []),
      ...(columns.duration === "none"
        ? []
        : [["Duration (decimal)", decimal(entry.seconds / 3600, 2, manner)] as [string, string]]),
      ["Billable Amount (USD)", decimal(entry.seconds / 100, 2, manner)],
    ];
  });
  const headers = cells[0]?.map(([header]) => header) ?? [];
  return csvOf(
    headers,
    cells.map((row) => row.map(([, cell]) => cell)),
    manner.csv,
  );
}

export function harvestCsv(entries: readonly Entry[], manner: Manner): string {
  const headers =
    "Date|Client|Project|Project Code|Task|Notes|Hours|Billable?|First Name|Last Name|Billable Rate|Billable Amount|Currency".split(
      "|",
    );
  const rows = entries.map((entry) => [
    localTexts(entry.startMs, manner).date,
    entry.client,
    entry.project,
    "P-1",
    entry.task,
    entry.description,
    decimal(entry.seconds / 3600, 2, manner),
    entry.billable ? "Yes" : "No",
    entry.first,
    entry.last,
    decimal(100, 1, manner),
    decimal(entry.seconds / 100, 2, manner),
    "Euro - EUR",
  ]);
  return csvOf(headers, rows, manner.csv);
}

/**
 * Kimai's CSV. Without seconds, Kimai writes durations as h:mm. It escapes descriptions that a spreadsheet could
 * execute.
 */
export function kimaiCsv(entries: readonly Entry[], manner: Manner, isGerman: boolean): string {
  const headers = isGerman
    ? "Datum|Von|Bis|Dauer|Währung|Preis|Name|Benutzer|E-Mail|Kunde|Projekt|Tätigkeit|Beschreibung|Abrechenbar|Schlagworte"
    : "Date|From|To|Duration|Currency|Price|Name|User|E-mail|Customer|Project|Activity|Description|Billable|Tags";
  const written: Manner = { ...manner, dates: "ymd", hasHours12: false, hasSeconds: false };
  const rows = entries.map((entry) => [
    localTexts(entry.startMs, written).date,
    localTexts(entry.startMs, written).time,
    localTexts(entry.startMs + entry.seconds * 1000, written).time,
    `${Math.floor(entry.seconds / 3600)}:${two(Math.floor(entry.seconds / 60) % 60)}`,
    "EUR",
    String(entry.seconds / 100),
    entry.first,
    "login",
    entry.email,
    entry.client,
    entry.project,
    entry.task,
    /^[=\-@+\t\n\r]|dde/i.test(entry.description) ? `' ${entry.description}` : entry.description,
    entry.billable ? "1" : "0",
    entry.tags.join(", "),
  ]);
  return csvOf(headers.split("|"), rows, manner.csv);
}
