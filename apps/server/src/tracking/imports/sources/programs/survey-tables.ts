import { settledOf } from "#tracking/imports/sources/rows/settled-of.ts";
import { DateOrderVote } from "#tracking/imports/sources/values/date-order.ts";
import { statedUnit } from "#tracking/imports/sources/values/durations.ts";
import { withoutCurrency } from "#tracking/imports/sources/values/money.ts";
import { NumberVote } from "#tracking/imports/sources/values/number-vote.ts";
import { parseZoned, splitDateAndTime } from "#tracking/imports/sources/values/times.ts";
import { type FileOrder, settleOrders } from "./settle-orders.ts";
import type { Survey, SurveyOptions } from "./survey.ts";
import { surveyNumbers } from "./survey-numbers.ts";
import type { Table } from "./table.ts";

/** The maximum number of people to remember per file. */
const maxPeople = 1_000;

/** Counts the rows of the tables, and settles their date order, duration unit and decimal separator. */
export async function surveyTables(tables: readonly Table[], options: SurveyOptions): Promise<Survey> {
  const files: FileOrder[] = [];
  const numbers = new NumberVote();
  let rows = 0;
  let hasZones = true;
  let hasTimes = false;
  for (const table of tables) {
    const dates = new DateOrderVote(options.now);
    const people = new Set<string>();
    const columns = table.columns(options.columns);
    const personOf = (columns.get("email") ?? columns.get("person"))?.index ?? -1;
    const start = (columns.get("startedAt") ?? columns.get("startDate"))?.index ?? -1;
    const end = (columns.get("endedAt") ?? columns.get("endDate"))?.index ?? -1;
    hasTimes ||= columns.has("startTime");
    const isWhole = columns.has("startedAt") || columns.has("endedAt") || !columns.has("startTime");
    const dateIn = (text: string) => (isWhole ? splitDateAndTime(text.trim()).date : text.trim());
    const addNumbers = numbersOf(table, options.columns, numbers);
    for await (const records of table.records()) {
      await options.pace();
      rows += records.length;
      for (const { line, cells } of records) {
        addNumbers?.(cells, line);
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
  const orders = settleOrders(files);
  const dateOrder = options.dateOrder ?? settledOf(orders.dateOrder) ?? "dmy";
  const found = await surveyNumbers(tables, numbers, { ...options, ...orders, dateOrder });
  return { rows, hasTimes, ...orders, ...found, hasZones: hasZones && rows > 0 };
}

/**
 * Returns a function that adds a row's numbers to the vote; undefined for tables of known programs, whose number format
 * is fixed.
 */
function numbersOf({ source, columns: columnsOf }: Table, mapping: SurveyOptions["columns"], numbers: NumberVote) {
  if (source !== "csv") return undefined;
  const columns = columnsOf(mapping);
  const duration = columns.get("duration");
  const isUnitless = duration !== undefined && statedUnit(duration.header) === undefined;
  const money = [columns.get("rate"), columns.get("amount")].flatMap((column) => column?.index ?? []);
  return (cells: readonly string[], line: number) => {
    if (duration !== undefined) numbers.add((cells[duration.index] ?? "").trim(), line, isUnitless);
    for (const index of money) numbers.add(withoutCurrency((cells[index] ?? "").trim()), line);
  };
}
