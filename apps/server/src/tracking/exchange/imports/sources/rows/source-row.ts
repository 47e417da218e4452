import type { EncodingGuess, LegacyEncoding } from "#tracking/exchange/imports/sources/files/guess-encoding.ts";
import type { Shown } from "#platform/fields/fields.ts";
import type { projectFields } from "#tracking/ledger/projects/fields.ts";

type All = typeof projectFields;
type Imported = { -readonly [Name in keyof All as All[Name]["inFiles"] extends true ? Name : never]: All[Name] };

/** The fields of a project in a file, except for its name, its client and whether it is archived. */
export type ProjectFields = { [Name in keyof Imported]?: NonNullable<Shown<Imported>[Name]> | undefined };

/** The programs whose exports can be read. `csv` means any other CSV, which needs a column mapping. */
export const sourceNames = ["toggl", "clockify", "harvest", "kimai", "solidtime", "stint", "csv"] as const;
export type SourceName = (typeof sourceNames)[number];

/** The order of the parts of a numeric date: `04/03/2024` is 4 March (`dmy`) or 3 April (`mdy`). */
export const dateOrders = ["ymd", "dmy", "mdy"] as const;
export type DateOrder = (typeof dateOrders)[number];

/** The unit of durations that are plain numbers. */
export const durationUnits = ["hours", "minutes", "seconds"] as const;
/** Spreadsheets store durations as fractions of a day. Only the start and end of rows can show that. */
export type DurationUnit = (typeof durationUnits)[number] | "days";

/** The decimal separator. In a number such as `1,234`, the only separator could stand for decimals or thousands. */
export const decimalMarks = ["comma", "point"] as const;
export type DecimalMark = (typeof decimalMarks)[number];

/** The fields that a CSV column can be mapped to. */
export const columnFields = [
  "person",
  "email",
  "client",
  "project",
  "projectCode",
  "task",
  "description",
  "tags",
  "billable",
  "startedAt",
  "startDate",
  "startTime",
  "endedAt",
  "endDate",
  "endTime",
  "duration",
  "rate",
  "amount",
  "sourceId",
] as const;
export type ColumnField = (typeof columnFields)[number];

/** How a file is read. Changing any of these settings reads the file again. */
export interface ReadSettings {
  source: SourceName;
  /** The IANA name of the time zone for dates and times that have none. */
  timeZone: string;
  /** The currency of amounts that have none in the file. */
  currency: string;
  /** Undefined if the file has no numeric dates; otherwise, rows with such dates are left out. */
  dateOrder: DateOrder | undefined;
  /** The date order of each file in a zip, if they differ. Files that are not listed use `dateOrder`. */
  dateOrders?: Record<string, DateOrder> | undefined;
  /** The encoding of files that are neither UTF-8 nor UTF-16; undefined if it is guessed. */
  encoding?: LegacyEncoding | undefined;
  /** For `csv`: the unit of durations that are plain numbers; undefined if the header states it. */
  durationUnit?: DurationUnit | undefined;
  /** For `csv`: the decimal separator; undefined if no number requires it. */
  decimalMark?: DecimalMark | undefined;
  /** For `csv`: the header of the column for each field. */
  columns: Partial<Record<ColumnField, string>>;
}

/** The settings that are known before the file has been read. */
export type KnownSettings = { [Name in keyof ReadSettings]?: ReadSettings[Name] | undefined };

/** The result of reading the file with one of the possible values of a setting. */
export interface Answer<Value> {
  value: Value;
  /** The total duration of all rows. */
  seconds: number;
  /** The first rows affected by the value. */
  first: { line: number; read: string; number: number; seconds: number }[];
}

export type Settled<Value> = { settled: Value } | { ambiguous: string; line: number; answers: Answer<Value>[] };

/** The facts of a file that are known before its rows are staged. */
export interface SourceFacts {
  source: SourceName;
  /** The headers of a CSV in order; empty for other files. */
  columns: string[];
  /** For `csv`: a mapping guessed from the headers, which the caller may change. */
  guessedColumns: Partial<Record<ColumnField, string>>;
  /**
   * The date order of the file. It is settled by a day over 12, by a date that would otherwise be in the future, by an
   * entry that would otherwise take weeks, or by the format (with dots, or with the year first). If none of these
   * settles it, `ambiguous` is an example. Undefined if the file has no numeric dates.
   */
  dateOrder: { settled: DateOrder } | { ambiguous: string; line: number; file?: string | undefined } | undefined;
  /** The orders of files in a zip, if they don't share one; `dateOrder` then concerns only the other files. */
  dateOrders?: Record<string, DateOrder> | undefined;
  /**
   * The order of day and month that each person's program uses, by address or name; null if it is still open. People
   * whose files use both orders, or need neither, are missing.
   */
  dateOrderOf?: Record<string, DateOrder | null> | undefined;
  /** Undefined if all files are UTF-8 or UTF-16. Has answers only if several encodings are possible. */
  encoding?: EncodingGuess | undefined;
  /**
   * Undefined if no duration is a plain number or if the header states the unit; absent in imports from earlier
   * versions.
   */
  durationUnit?: Settled<DurationUnit> | undefined;
  /** Undefined if no number has a separator; absent in imports from earlier versions. */
  decimalMark?: Settled<DecimalMark> | undefined;
  /** Whether every start in the file has an offset, so that `timeZone` has no effect. */
  hasZones: boolean;
  /** Whether any row has a time of day; absent in imports from earlier versions. */
  hasTimes?: boolean;
  /** The number of time rows in the file. */
  rows: number;
}

/** The value if the file settles it; undefined if the file leaves it open. */
export function settledOf<Value>(fact: { settled: Value } | object | undefined): Value | undefined {
  return fact !== undefined && "settled" in fact ? fact.settled : undefined;
}

/** The settings that the file settles. */
export function settledSettings(facts: SourceFacts): Omit<ReadSettings, "timeZone" | "currency"> {
  return {
    source: facts.source,
    dateOrder: settledOf(facts.dateOrder),
    dateOrders: facts.dateOrders,
    durationUnit: settledOf(facts.durationUnit),
    decimalMark: settledOf(facts.decimalMark),
    columns: facts.guessedColumns,
  };
}

/** The facts that require reading all rows. */
export type Survey = Omit<SourceFacts, "source" | "columns" | "guessedColumns" | "encoding">;

/**
 * The settings that were already chosen, so that the file need not settle them; `source` overrides the program
 * recognized from the content.
 */
export interface SurveyOptions extends KnownSettings {
  /** Dates after this instant count as unlikely; the current time by default. */
  now?: Date;
  /** The order of day and month that each person's program used in earlier imports. */
  knownOrders?: ReadonlyMap<string, DateOrder> | undefined;
  /** Called between two pieces of the file. */
  pace?: () => Promise<void>;
}

/** A value that could not be used as it is. */
export interface Doubt {
  /** The header or JSON key of the value. */
  column: string;
  /** The text from the file, cut to 200 characters. */
  read: string;
  /** What is wrong, as a sentence for users. */
  problem: string;
  /** The value used instead, in words; null if the whole row is left out. */
  becomes: string | null;
}

/** One time row of a source, before it is matched with the organization. */
export interface SourceRow {
  kind: "time";
  /** The line of the file on which the row begins, or the index in a JSON list. Both count from 1. */
  line: number;
  /** The path of the row's file within a zip; undefined for the uploaded file itself. */
  file: string | undefined;
  /** The row's id in the source, which stays the same in later exports. */
  sourceId: string | undefined;
  person: { name: string; email: string | undefined };
  client: string | undefined;
  project: string | undefined;
  projectFields: ProjectFields;
  task: string | undefined;
  description: string;
  tags: string[];
  billable: boolean | undefined;
  /** Undefined only if the row is left out. */
  startedAt: Date | undefined;
  /** If the row is left out, the duration that the source states, or 0. */
  durationSeconds: number;
  /** The hourly rate in the smallest unit of `currency`; undefined if the file has none. */
  rateMinor: number | undefined;
  amountMinor: number | undefined;
  currency: string;
  /** Why the row is left out, such as `running`; undefined for accepted rows. */
  leftOut: "unreadable" | "running" | "deleted" | undefined;
  doubts: Doubt[];
}

/** A person, client, project or task that a source lists separately from the time rows. */
export type SourceItem = { kind: "person"; name: string; email: string | undefined } | SourcePlace;

/** It is created even if no row refers to it. The names below its own level are undefined. */
export interface SourcePlace {
  kind: "client" | "project" | "task";
  client?: string | undefined;
  project?: string | undefined;
  task?: string | undefined;
  /** Whether it is archived or done. */
  hasEnded: boolean;
  fields: ProjectFields;
}

/** A doubt that doesn't concern a time row. */
export interface FileDoubt {
  kind: "doubt";
  line: number;
  file: string | undefined;
  doubt: Doubt;
}
