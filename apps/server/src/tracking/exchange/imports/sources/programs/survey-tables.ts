import { settledOf } from "#tracking/exchange/imports/sources/rows/settled-of.ts";
import { DateOrderVote } from "#tracking/exchange/imports/sources/values/date-order.ts";
import { statedUnit } from "#tracking/exchange/imports/sources/values/durations.ts";
import { withoutCurrency } from "#tracking/exchange/imports/sources/values/money.ts";
import { NumberVote } from "#tracking/exchange/imports/sources/values/number-vote.ts";
import { parseZoned, splitDateAndTime } from "#tracking/exchange/imports/sources/values/times.ts";
import { type FileOrder, settleOrders } from "./settle-orders.ts";
import { plainText } from "#tracking/exchange/imports/sources/values/texts.ts";
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
    const dateIn = (text: string) =>
      isWhole || text.includes(":") ? splitDateAndTime(plainText(text)).date : plainText(text);
    const addNumbers = numbersOf(table, options.columns, numbers);
    for await (const records of table.records()) {
      await options.pace();
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
function numbersOf({ source, columns: columnsOf }: Table, mapping: SurveyOptions["columns"], numbers: NumberVote) {
  const columns = columnsOf(mapping);
  const duration = columns.get("duration");
  const isUnitless = duration !== undefined && statedUnit(duration.header) === undefined;
  if (source !== "csv")
    return (cells: readonly string[], line: number) => {
      const text = (cells[duration?.index ?? -1] ?? "").trim();
      if (isUnitless && dayFraction.test(text)) numbers.add(text, line, true);
    };
  const money = [columns.get("rate"), columns.get("amount")].flatMap((column) => column?.index ?? []);
  return (cells: readonly string[], line: number) => {
    if (duration !== undefined) numbers.add((cells[duration.index] ?? "").trim(), line, isUnitless);
    for (const index of money) numbers.add(withoutCurrency((cells[index] ?? "").trim()), line);
  };
}
