import type { DateOrder, ReadSettings, SourceFacts } from "#tracking/exchange/imports/sources/rows/source-row.ts";

export type Survey = Pick<
  SourceFacts,
  "rows" | "hasTimes" | "dateOrder" | "dateOrders" | "dateOrderOf" | "durationUnit" | "decimalMark" | "hasZones"
>;

export interface SurveyOptions {
  now: Date;
  columns: ReadSettings["columns"] | undefined;
  timeZone: string;
  dateOrder: ReadSettings["dateOrder"];
  dateOrders?: ReadSettings["dateOrders"];
  /** The order of day and month that each person's program used in earlier imports. */
  knownOrders?: ReadonlyMap<string, DateOrder> | undefined;
  durationUnit: ReadSettings["durationUnit"];
  decimalMark: ReadSettings["decimalMark"];
  pace: () => Promise<void>;
}
