import { DateOrderVote } from "#tracking/exchange/imports/sources/values/date-order.ts";
import { statedUnit } from "#tracking/exchange/imports/sources/values/durations.ts";
import { withoutCurrency } from "#tracking/exchange/imports/sources/values/money.ts";
import { parseZoned, splitDateAndTime } from "#tracking/exchange/imports/sources/values/times.ts";
import { plainText } from "#tracking/exchange/imports/sources/values/texts.ts";
import { NumberVote } from "#tracking/exchange/imports/sources/values/decimals.ts";
import { cellOf, type Columns, headerOf } from "./columns.ts";
import { surveyNumbers } from "./survey-numbers.ts";
import type { Table } from "./table.ts";
import {
  type DateOrder,
  settledOf,
  type SourceFacts,
  type Survey,
  type SurveyOptions,
} from "#tracking/exchange/imports/sources/rows/source-row.ts";

/** The maximum number of people to remember per file, and of people whose orders are remembered. */
const maxPeople = 1_000;

/** Counts the rows of the tables, and settles their date order, duration unit and decimal separator. */
export async function surveyTables(tables: readonly Table[], options: SurveyOptions): Promise<Survey> {
  const files: FileOrder[] = [];
  const numbers = new NumberVote();
  let rows = 0;
  let hasZones = true;
  let hasTimes = false;
  for (const table of tables) {
    const dates = new DateOrderVote(options.now ?? new Date());
    const people = new Set<string>();
    const columns = table.columns(options.columns);
    const personOf = (columns.get("email") ?? columns.get("person"))?.index ?? -1;
    const start = (columns.get("startedAt") ?? columns.get("startDate"))?.index ?? -1;
    const end = (columns.get("endedAt") ?? columns.get("endDate"))?.index ?? -1;
    hasTimes ||= columns.has("startTime");
    const isWhole = columns.has("startedAt") || columns.has("endedAt") || !columns.has("startTime");
    const dateIn = (text: string) =>
      isWhole || text.includes(":") ? splitDateAndTime(plainText(text)).date : plainText(text);
    const addNumbers = numbersOf(table, columns, numbers);
    for await (const records of table.records()) {
      await options.pace?.();
      rows += records.length;
      for (const { line, cells } of records) {
        addNumbers(cells, line);
        const [from = "", to = ""] = [cells[start], cells[end]];
        hasTimes ||= isWhole && splitDateAndTime(from.trim()).time !== "";
        if (isWhole && (from === "" || parseZoned(from.trim()) !== undefined)) continue;
        hasZones = false;
        if (people.size < maxPeople) people.add((cells[personOf] ?? "").trim().toLowerCase());
        dates.add(dateIn(from), dateIn(to), line);
      }
    }
    files.push({ file: table.file, people, order: dates.result() });
  }
  const orders = settleOrders(files, options.knownOrders);
  const dateOrder = options.dateOrder ?? settledOf(orders.dateOrder) ?? "dmy";
  const found = await surveyNumbers(tables, numbers, { ...options, ...orders, dateOrder });
  // Known programs have a unit, unless the rows show another one.
  const isKnown = tables.every(({ source }) => source !== "csv") && settledOf(found.durationUnit) !== "days";
  return { rows, hasTimes, ...orders, ...(isKnown ? {} : found), hasZones: hasZones && rows > 0 };
}

const dayFraction = /^[0-6]?[.,]\d{5,}$/;

/**
 * Returns a function that adds a row's numbers to the vote. The number format of known programs is fixed, so only
 * fractions of a day from a spreadsheet matter.
 */
function numbersOf({ source }: Table, columns: Columns, numbers: NumberVote) {
  const isUnitless = statedUnit(headerOf(columns, "duration")) === undefined;
  return (cells: readonly string[], line: number) => {
    const duration = cellOf(columns, cells, "duration").trim();
    if (source === "csv" || (isUnitless && dayFraction.test(duration))) numbers.add(duration, line, isUnitless);
    if (source !== "csv") return;
    for (const field of ["rate", "amount"] as const)
      numbers.add(withoutCurrency(cellOf(columns, cells, field).trim()), line);
  };
}

/** The order of the dates in one file, as far as that file alone shows it, and the people who have rows in it. */
interface FileOrder {
  file: string | undefined;
  people: ReadonlySet<string>;
  order: SourceFacts["dateOrder"];
}

/**
 * Settles the date order of each file. Programs write dates as their user prefers, so files may differ. A file that
 * does not show its order gets that of the same people's other files or, failing that, of their files in earlier
 * imports, if those agree.
 */
function settleOrders(
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
