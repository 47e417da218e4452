import type { ProjectFields } from "./project-fields.ts";

/** The programs whose exports are read; `csv` is any other CSV, with a mapping of its columns. */
export const sourceNames = ["toggl", "clockify", "harvest", "kimai", "solidtime", "stint", "csv"] as const;
export type SourceName = (typeof sourceNames)[number];

/** The order of the parts of a numeric date: `04/03/2024` is 4 March (`dmy`) or 3 April (`mdy`). */
export type DateOrder = "ymd" | "dmy" | "mdy";

/** The unit of durations that are plain numbers. */
export const durationUnits = ["hours", "minutes", "seconds"] as const;
export type DurationUnit = (typeof durationUnits)[number];

/** The decimal separator of numbers such as `1,234`, which otherwise separates thousands. */
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

/** The columns with a field of the row's project. */
export const projectColumns = { projectCode: "code" } as const satisfies Partial<
  Record<ColumnField, keyof ProjectFields>
>;

/** How a file is read; changing any of these reads it again. */
export interface ReadSettings {
  source: SourceName;
  /** The IANA name of the zone for dates and times that have none. */
  timeZone: string;
  /** Undefined if the file settles it or contains no numeric dates. */
  dateOrder: DateOrder | undefined;
  /** For `csv`: the unit of plain numbers; undefined if the header states it. */
  durationUnit?: DurationUnit | undefined;
  /** For `csv`: undefined if no number needs it. */
  decimalMark?: DecimalMark | undefined;
  /** For `csv`: the header of the column for each field. */
  columns: Partial<Record<ColumnField, string>>;
}

/** The result of reading a file with one of the values that it leaves open. */
export interface Answer<Value> {
  value: Value;
  /** The total length of all rows. */
  seconds: number;
  /** The first rows affected by it. */
  first: { line: number; read: string; number: number; seconds: number }[];
}

export type Settled<Value> = { settled: Value } | { ambiguous: string; line: number; answers: Answer<Value>[] };

/** The facts of a file that are known before its rows are staged. */
export interface SourceFacts {
  source: SourceName;
  /** Headers of a CSV in their order; empty for other files. */
  columns: string[];
  /** For `csv`: a mapping guessed from the headers, which the caller may change. */
  guessedColumns: Partial<Record<ColumnField, string>>;
  /**
   * The order that is consistent with the whole file: settled by a day over 12, by a date in the future, or by dates in
   * another format. `undefined` if the file has no numeric dates.
   */
  dateOrder: { settled: DateOrder } | { ambiguous: string; line: number } | undefined;
  /**
   * Undefined if no duration is a plain number or the header states the unit; absent in imports of earlier versions.
   */
  durationUnit?: Settled<DurationUnit> | undefined;
  /** Undefined if no number has a separator; absent in imports of earlier versions. */
  decimalMark?: Settled<DecimalMark> | undefined;
  /** Whether every time has an offset or zone, so `timeZone` has no effect. */
  hasZones: boolean;
  /** Rows of time in the file. */
  rows: number;
}

/** A value that could not be used unchanged. */
export interface Doubt {
  /** Header or JSON key. */
  column: string;
  /** The text from the file, cut to 200 characters. */
  read: string;
  /** A sentence for users. */
  problem: string;
  /** The resulting value, in words; null if the whole row is left out. */
  becomes: string | null;
}

/** One row of time from a source, before it is matched with the organization. */
export interface SourceRow {
  kind: "time";
  /** The line of the file on which the row begins, or the index in a JSON list. Both count from 1. */
  line: number;
  /** The file within a zip. */
  file: string | undefined;
  /** The row's id in the source, which is the same in a later export. */
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
  /** The source's own duration of a row that is left out, or 0. */
  durationSeconds: number;
  /** Per hour, in the smallest unit of the file's currency; undefined if the file has none. */
  rateMinor: number | undefined;
  amountMinor: number | undefined;
  currency: string | undefined;
  /** Why the row is left out, such as `running`; undefined for accepted rows. */
  leftOut: "unreadable" | "running" | "deleted" | undefined;
  doubts: Doubt[];
}

/** An item that a source lists separately from its time; it is created even if no row refers to it. */
export type SourceItem =
  | { kind: "client"; name: string; archived: boolean }
  | {
      kind: "project";
      name: string;
      client: string | undefined;
      archived: boolean;
      fields: ProjectFields;
    }
  | { kind: "task"; name: string; project: string; client: string | undefined; done: boolean }
  | { kind: "tag"; name: string }
  | { kind: "person"; name: string; email: string | undefined; active: boolean };

/*
 * Two functions read the file at a path:
 *
 * - `inspectSource(path, { source?, fileName? })` → `Promise<SourceFacts>`
 * - `readSource(path, settings)` → `AsyncGenerator<SourceRow | SourceItem>`
 *
 * Both keep a bounded part of the file in memory. If the file can't be read to its end, they throw `UnreadableFile`
 * with a message that says what is wrong, where, and how to fix it.
 */
