import type { ReadSettings, SourceFacts } from "./source-row.ts";

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
