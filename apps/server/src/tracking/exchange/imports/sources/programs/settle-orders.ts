import type { DateOrder, SourceFacts } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { settledOf } from "#tracking/exchange/imports/sources/rows/settled-of.ts";

/** The order of the dates in one file, as far as that file alone shows it, and the people who have rows in it. */
export interface FileOrder {
  file: string | undefined;
  people: ReadonlySet<string>;
  order: SourceFacts["dateOrder"];
}

/**
 * Settles the date order of each file. Programs write dates as their user prefers, so files may differ. A file that
 * does not show its order gets that of the same people's other files or, failing that, of their files in earlier
 * imports, if those agree.
 */
export function settleOrders(
  files: readonly FileOrder[],
  known: ReadonlyMap<string, DateOrder> = new Map(),
): Pick<SourceFacts, "dateOrder" | "dateOrders" | "dateOrderOf"> {
  const shown = files.flatMap(({ file = "", people, order }) => {
    const settled = settledOf(order);
    return settled === undefined || settled === "ymd" ? [] : [{ file, people, settled }];
  });
  const found = new Map<string, DateOrder>(shown.map(({ file, settled }) => [file, settled]));
  let open: SourceFacts["dateOrder"];
  for (const { file, people, order } of files) {
    if (order === undefined || "settled" in order) continue;
    const here = new Set(shown.flatMap((other) => (people.isDisjointFrom(other.people) ? [] : other.settled)));
    const orders = here.size > 0 ? here : new Set([...people].flatMap((person) => known.get(person) ?? []));
    const [only] = orders;
    if (only !== undefined && orders.size === 1) found.set(file ?? "", only);
    else open ??= file === undefined ? order : { ...order, file };
  }
  const [first = files.some(({ order }) => order !== undefined) ? "ymd" : undefined, second] = new Set(found.values());
  const dateOrders = open === undefined && second === undefined ? undefined : Object.fromEntries(found);
  const dateOrderOf = ordersOf(files, found);
  if (open !== undefined) return { dateOrder: open, dateOrders, dateOrderOf };
  const dateOrder = second === undefined && first !== undefined ? { settled: first } : undefined;
  return { dateOrder, ...(dateOrders && { dateOrders }), dateOrderOf };
}

function ordersOf(files: readonly FileOrder[], found: ReadonlyMap<string, DateOrder>): SourceFacts["dateOrderOf"] {
  const orders = new Map<string, Set<DateOrder | null>>();
  for (const { file = "", people, order } of files) {
    if (order === undefined || settledOf(order) === "ymd") continue;
    for (const person of people) orders.set(person, new Set([...(orders.get(person) ?? []), found.get(file) ?? null]));
  }
  const single = [...orders].flatMap(([person, [only, other]]) =>
    only === undefined || other !== undefined ? [] : [[person, only] as const],
  );
  return Object.fromEntries(single.slice(0, maxPeople));
}

/** The maximum number of people whose orders are remembered. */
const maxPeople = 1_000;
