import type { ReadSettings, SourceFacts } from "#tracking/imports/sources/rows/source-row.ts";

export type Survey = Pick<SourceFacts, "rows" | "dateOrder" | "durationUnit" | "decimalMark" | "hasZones">;

/** The settings for a survey, including those that have already been chosen. */
export interface SurveyOptions {
  now: Date;
  columns: ReadSettings["columns"] | undefined;
  timeZone: string;
  dateOrder: ReadSettings["dateOrder"];
  durationUnit: ReadSettings["durationUnit"];
  decimalMark: ReadSettings["decimalMark"];
  pace: () => Promise<void>;
}
