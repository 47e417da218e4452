import type { ReadSettings, SourceFacts } from "#tracking/imports/sources/rows/source-row.ts";

export type Survey = Pick<
  SourceFacts,
  "rows" | "hasTimes" | "dateOrder" | "dateOrders" | "durationUnit" | "decimalMark" | "hasZones"
>;

export interface SurveyOptions {
  now: Date;
  columns: ReadSettings["columns"] | undefined;
  timeZone: string;
  dateOrder: ReadSettings["dateOrder"];
  dateOrders?: ReadSettings["dateOrders"];
  durationUnit: ReadSettings["durationUnit"];
  decimalMark: ReadSettings["decimalMark"];
  pace: () => Promise<void>;
}
