import type { ProjectFields } from "./project-fields.ts";

/** The programs whose exports are read; `csv` is any CSV by a mapping of its columns. */
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

/** The fields that a column of any CSV can hold. */
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

/** The columns that hold a field of the row's project. */
export const projectColumns = { projectCode: "code" } as const satisfies Partial<
  Record<ColumnField, keyof ProjectFields>
>;

/** How a file is read; a change of any of these reads it again. */
export interface ReadSettings {
  source: SourceName;
  /** IANA name of the zone of dates and times that name none. */
  timeZone: string;
  /** Undefined where the file settles it or holds no numeric dates. */
  dateOrder: DateOrder | undefined;
  /** For `csv`: the unit of plain numbers; undefined where the header names it. */
  durationUnit?: DurationUnit | undefined;
  /** For `csv`: undefined where no number needs it. */
  decimalMark?: DecimalMark | undefined;
  /** For `csv`: the header of the column that holds each field. */
  columns: Partial<Record<ColumnField, string>>;
}

/** A file read with one of the values that it leaves open. */
export interface Answer<Value> {
  value: Value;
  /** The length of all rows. */
  seconds: number;
  /** The first rows that it changes. */
  first: { line: number; read: string; number: number; seconds: number }[];
}

export type Settled<Value> = { settled: Value } | { ambiguous: string; line: number; answers: Answer<Value>[] };

/** The facts of a file that are known before its rows are read one by one. */
export interface SourceFacts {
  source: SourceName;
  /** Headers of a CSV in their order; empty for other files. */
  columns: string[];
  /** For `csv`: a mapping guessed from the headers, which the caller may change. */
  guessedColumns: Partial<Record<ColumnField, string>>;
  /**
   * The order that the whole file allows: settled by a day over 12, by a date beyond the present, or by dates that
   * are written otherwise. `undefined` where the file has no numeric dates.
   */
  dateOrder: { settled: DateOrder } | { ambiguous: string; line: number } | undefined;
  /** Undefined where no duration is a plain number, or the header names the unit; imports of earlier versions lack it. */
  durationUnit?: Settled<DurationUnit> | undefined;
  /** Undefined where no number has a separator; imports of earlier versions lack it. */
  decimalMark?: Settled<DecimalMark> | undefined;
  /** Whether every time says its offset or zone, so that `timeZone` is without effect. */
  hasZones: boolean;
  /** Rows of time in the file. */
  rows: number;
}

/** A value that could not be taken as it stands. */
export interface Doubt {
  /** Header or JSON key. */
  column: string;
  /** The text of the file, cut to 200 characters. */
  read: string;
  /** A sentence for people. */
  problem: string;
  /** The value that it becomes, in words; null where the whole row is left out. */
  becomes: string | null;
}

/** One row of time of a source, before it is matched with the organization. */
export interface SourceRow {
  kind: "time";
  /** The line of the file on which the row begins, from 1; in JSON the place in the list, from 1. */
  line: number;
  /** The file within a zip. */
  file: string | undefined;
  /** The source's own id of the row, which is the same in a later export. */
  sourceId: string | undefined;
  person: { name: string; email: string | undefined };
  client: string | undefined;
  project: string | undefined;
  projectFields: ProjectFields;
  task: string | undefined;
  description: string;
  tags: string[];
  billable: boolean | undefined;
  /** Undefined only where the row is left out. */
  startedAt: Date | undefined;
  /** Of a row that is left out: those that the source states, else 0. */
  durationSeconds: number;
  /** Per hour, in the smallest unit of the file's currency, as the file says; undefined where it does not. */
  rateMinor: number | undefined;
  amountMinor: number | undefined;
  currency: string | undefined;
  /** Why the row is left out, such as `running`; undefined for rows that are taken. */
  leftOut: "unreadable" | "running" | "deleted" | undefined;
  doubts: Doubt[];
}

/** Something that a source lists beside its time: it is made even if no row names it. */
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
 * Two functions read a file that lies at a path:
 *
 * - `inspectSource(path, { source?, fileName? })` → `Promise<SourceFacts>`
 * - `readSource(path, settings)` → `AsyncGenerator<SourceRow | SourceItem>`
 *
 * Both throw `UnreadableFile`, whose message says what is wrong, where, and how to mend it, for a file that cannot be
 * read as a whole. Both hold a bounded part of the file.
 */
