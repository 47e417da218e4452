import type { DateOrder, KnownSettings, SourceFacts } from "#tracking/exchange/imports/sources/rows/source-row.ts";

export type Survey = Pick<
  SourceFacts,
  "rows" | "hasTimes" | "dateOrder" | "dateOrders" | "dateOrderOf" | "durationUnit" | "decimalMark" | "hasZones"
>;

export interface SurveyOptions extends KnownSettings {
  timeZone: string;
  /** Dates after this instant count as unlikely. */
  now: Date;
  /** The order of day and month that each person's program used in earlier imports. */
  knownOrders?: ReadonlyMap<string, DateOrder> | undefined;
  /** Called between two pieces of the file. */
  pace: () => Promise<void>;
}
