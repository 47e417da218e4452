import type { DateOrder, SourceFacts } from "#tracking/imports/sources/rows/source-row.ts";
import { settledOf } from "#tracking/imports/sources/rows/settled-of.ts";

/** The order of the dates in a file by itself, and the people who have rows in it. */
export interface FileOrder {
  file: string | undefined;
  people: ReadonlySet<string>;
  order: SourceFacts["dateOrder"];
}

/**
 * Settles the orders of all files. Programs write dates as their user prefers, so files may differ, and a file that does
 * not show its order has that of the other files of its people, if they agree.
 */
export function settleOrders(files: readonly FileOrder[]): Pick<SourceFacts, "dateOrder" | "dateOrders"> {
  const shown = files.flatMap(({ file = "", people, order }) => {
    const settled = settledOf(order);
    return settled === undefined || settled === "ymd" ? [] : [{ file, people, settled }];
  });
  const found = new Map<string, DateOrder>(shown.map(({ file, settled }) => [file, settled]));
  let open: SourceFacts["dateOrder"];
  for (const { file, people, order } of files) {
    if (order === undefined || "settled" in order) continue;
    const orders = new Set(shown.flatMap((other) => (people.isDisjointFrom(other.people) ? [] : other.settled)));
    const [only] = orders;
    if (only !== undefined && orders.size === 1) found.set(file ?? "", only);
    else open ??= file === undefined ? order : { ...order, file };
  }
  const [first = files.some(({ order }) => order !== undefined) ? "ymd" : undefined, second] = new Set(found.values());
  const dateOrders = open === undefined && second === undefined ? undefined : Object.fromEntries(found);
  if (open !== undefined) return { dateOrder: open, dateOrders };
  return second === undefined ? { dateOrder: first && { settled: first } } : { dateOrder: undefined, dateOrders };
}
