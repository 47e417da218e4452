import { DateOrderVote } from "#tracking/imports/sources/values/date-order.ts";
import { statedUnit } from "#tracking/imports/sources/values/durations.ts";
import { withoutCurrency } from "#tracking/imports/sources/values/money.ts";
import { NumberVote } from "#tracking/imports/sources/values/number-vote.ts";
import { parseZoned, splitDateAndTime } from "#tracking/imports/sources/values/times.ts";
import type { Survey, SurveyOptions } from "./survey.ts";
import { surveyNumbers } from "./survey-numbers.ts";
import type { Table } from "./table.ts";

/** Counts the rows of the tables, and settles their date order, duration unit and decimal separator. */
export async function surveyTables(tables: readonly Table[], options: SurveyOptions): Promise<Survey> {
  const dates = new DateOrderVote(options.now);
  const numbers = new NumberVote();
  let rows = 0;
  let hasZones = true;
  for (const table of tables) {
    const columns = table.columns(options.columns);
    const start = (columns.get("startedAt") ?? columns.get("startDate"))?.index ?? -1;
    const end = (columns.get("endedAt") ?? columns.get("endDate"))?.index ?? -1;
    const isWhole = columns.has("startedAt") || columns.has("endedAt") || !columns.has("startTime");
    const dateIn = (text: string) => (isWhole ? splitDateAndTime(text.trim()).date : text.trim());
    const addNumbers = numbersOf(table, options.columns, numbers);
    for await (const records of table.records()) {
      await options.pace();
      rows += records.length;
      for (const { line, cells } of records) {
        addNumbers?.(cells, line);
        const [from = "", to = ""] = [cells[start], cells[end]];
        if (isWhole && (from === "" || parseZoned(from.trim()) !== undefined)) continue;
        hasZones = false;
        dates.add(dateIn(from), dateIn(to), line);
      }
    }
  }
  const dateOrder = dates.result();
  const settled = dateOrder !== undefined && "settled" in dateOrder ? dateOrder.settled : "dmy";
  const found = await surveyNumbers(tables, numbers, { ...options, dateOrder: options.dateOrder ?? settled });
  return { rows, dateOrder, ...found, hasZones: hasZones && rows > 0 };
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
