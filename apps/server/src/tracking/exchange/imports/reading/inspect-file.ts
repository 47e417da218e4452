import type { Database } from "#platform/database/database.ts";
import { findAnswers, findDateOrders } from "#tracking/exchange/imports/queries.ts";
import { type InspectOptions, inspectSource } from "#tracking/exchange/imports/sources/inspect-source.ts";
import type { SourceFacts } from "#tracking/exchange/imports/sources/rows/source-row.ts";

const isOpen = (fact: object | undefined): boolean => fact !== undefined && "ambiguous" in fact;

/**
 * Inspects the file of an import. Questions that the file leaves open get the answers of earlier imports: those about
 * columns, the unit of durations and the decimal mark from imports with the same headers, and the order of day and
 * month from imports with the same people, because programs write dates as their user prefers.
 */
export async function inspectFile(
  db: Database,
  orgId: string,
  path: string,
  options: InspectOptions,
): Promise<SourceFacts> {
  let facts = await inspectSource(path, options);
  const { columns, duration_unit: unit, decimal_mark: mark } = await findAnswers(db, orgId, facts);
  let known = options;
  if (options.columns === undefined && columns) {
    known = { ...options, columns };
    facts = { ...(await inspectSource(path, known)), guessedColumns: columns };
  }
  const durationUnit = (isOpen(facts.durationUnit) && unit) || options.durationUnit;
  const decimalMark = (isOpen(facts.decimalMark) && mark) || options.decimalMark;
  const orders = isOpen(facts.dateOrder) && !options.dateOrder ? await findDateOrders(db, orgId, facts) : [];
  if (durationUnit === options.durationUnit && decimalMark === options.decimalMark && orders.length === 0) return facts;
  const knownOrders = new Map(orders.map(({ person, date_order: order }) => [person, order]));
  const again = await inspectSource(path, { ...known, durationUnit, decimalMark, knownOrders });
  const settled =
    durationUnit === options.durationUnit ? again.durationUnit : durationUnit && { settled: durationUnit };
  return { ...again, guessedColumns: facts.guessedColumns, durationUnit: settled };
}
