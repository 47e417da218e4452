import {
  type Answer,
  type DecimalMark,
  decimalMarks,
  type DurationUnit,
  durationUnits,
  type Settled,
  type Survey,
  type SurveyOptions,
} from "#tracking/exchange/imports/sources/rows/source-row.ts";
import {
  decimalSeparator,
  type DecimalStyle,
  isAmbiguous,
  markOf,
  parseDecimal,
  styleOf,
} from "#tracking/exchange/imports/sources/values/decimals.ts";
import { withoutCurrency } from "#tracking/exchange/imports/sources/values/money.ts";
import type { Field } from "./header-lists.ts";
import { RowTimes } from "./row-times.ts";
import type { Table } from "./table.ts";
import { TableCells } from "./table-cells.ts";

interface Example {
  text: string;
  line: number;
}

/** Finds the open questions about the numbers in a file: the unit of plain durations, and the decimal separator. */
export class NumberVote {
  #balance = 0;
  /** The first duration that is a plain number without a stated unit. */
  unitless: Example | undefined;
  /** The first number such as `1,234`, whose separator is ambiguous. */
  ambiguous: Example | undefined;

  /** Counts a number. `isUnitless` says whether it is a duration without a stated unit. */
  add(text: string, line: number, isUnitless = false): void {
    if (text === "" || /:|\p{L}.*\d/u.test(text)) return;
    if (isUnitless) this.unitless ??= isLength(text) ? { text, line } : undefined;
    const separator = decimalSeparator(text);
    if (separator !== undefined) this.#balance += separator === "," ? 1 : -1;
    else this.ambiguous ??= isAmbiguous(text) ? { text, line } : undefined;
  }

  get style(): DecimalStyle {
    return this.#balance === 0 ? undefined : this.#balance > 0 ? "," : ".";
  }
}

/** Whether the unit of the number matters: 0 is the same in every unit. */
function isLength(text: string): boolean {
  return (parseDecimal(text, undefined) ?? 0) !== 0;
}

/** A possible value of a setting, and the unit and decimal separator to read the file with. */
interface Reading<Value> {
  value: Value;
  unit: DurationUnit | undefined;
  mark: DecimalMark | undefined;
}

/** The numbers that a question is about. */
interface Concern {
  example: Example;
  fields: readonly Field[];
  includes: (text: string) => boolean;
}

const shownRows = 5;
/** The tolerance when a duration is compared with its start and end, which may lack seconds. */
const slackSeconds = 60;

/** Settles the unit of plain durations and the decimal separator; each requires one more pass over the file. */
export async function surveyNumbers(
  tables: readonly Table[],
  { unitless, ambiguous, style }: NumberVote,
  options: SurveyOptions,
): Promise<Pick<Survey, "durationUnit" | "decimalMark">> {
  const mark = options.decimalMark ?? markOf(style);
  const durationUnit =
    unitless === undefined || options.durationUnit !== undefined
      ? undefined
      : await settle(
          tables,
          { example: unitless, fields: ["duration"], includes: isLength },
          // Fractions of a day can't be chosen, but the start and end of rows can show them.
          [...durationUnits, "days" as const].map((value) => ({ value, unit: value, mark })),
          options,
        );
  if (mark !== undefined || ambiguous === undefined)
    return { durationUnit, decimalMark: mark === undefined ? undefined : { settled: mark } };
  const unit = options.durationUnit ?? (durationUnit && "settled" in durationUnit ? durationUnit.settled : undefined);
  const decimalMark = await settle(
    tables,
    { example: ambiguous, fields: ["duration", "rate", "amount"], includes: isAmbiguous },
    decimalMarks.map((value) => ({ value, unit, mark: value })),
    options,
  );
  return { durationUnit, decimalMark };
}

/**
 * Settles the value if the rows' starts and ends agree with only one reading; otherwise returns the effect of each
 * reading.
 */
async function settle<Value>(
  tables: readonly Table[],
  { example, fields, includes }: Concern,
  readings: readonly Reading<Value>[],
  options: SurveyOptions,
): Promise<Settled<Value>> {
  const tried = readings.map(({ value, mark }) => {
    const answer: Answer<Value> = { value, seconds: 0, first: [] };
    return { answer, style: styleOf(mark), votes: 0 };
  });
  for (const table of tables) {
    const columns = table.columns(options.columns);
    const lengthsOf = readings.map((reading) => timesBy(table, reading, options));
    const byClock = timesBy(table, undefined, options);
    const places = fields.flatMap((field) => columns.get(field)?.index ?? []);
    for await (const records of table.records()) {
      await options.pace();
      for (const { line, cells } of records) {
        const lengths = lengthsOf.map((times) => times.secondsOf(cells));
        const read = places.map((place) => withoutCurrency((cells[place] ?? "").trim())).find(includes);
        for (const [at, { answer, style }] of tried.entries()) {
          const seconds = lengths[at] ?? 0;
          answer.seconds += seconds;
          if (read === undefined || answer.first.length >= shownRows) continue;
          answer.first.push({ line, read, number: parseDecimal(read, style) ?? 0, seconds });
        }
        if (read === undefined) continue;
        const clockSeconds = byClock.secondsOf(cells);
        const agreeing = tried.filter((_, at) => Math.abs((lengths[at] ?? 0) - clockSeconds) <= slackSeconds);
        if (clockSeconds > 0 && agreeing.length === 1 && agreeing[0] !== undefined) agreeing[0].votes++;
      }
    }
  }
  const all = tried.reduce((sum, { votes }) => sum + votes, 0);
  // Requires a two-thirds majority, so that a few mistaken rows do not prevent an answer.
  const settled = tried.find(({ votes }) => votes > 2 * (all - votes));
  if (settled !== undefined) return { settled: settled.answer.value };
  const answers = tried.map(({ answer }) => answer).filter(({ value }) => value !== "days");
  return { ambiguous: example.text, line: example.line, answers };
}

/** Computes the times of rows with the settings of a reading or, without a reading, from their start and end alone. */
function timesBy(table: Table, reading: Reading<unknown> | undefined, options: SurveyOptions): RowTimes {
  const { file, headers, isDamaged } = table;
  const { timeZone } = options;
  const dateOrder = options.dateOrders?.[file ?? ""] ?? options.dateOrder;
  const all = table.columns(options.columns);
  const columns = reading === undefined ? new Map([...all].filter(([field]) => field !== "duration")) : all;
  const traits = { ...table.traits, durationUnit: reading?.unit };
  const style = styleOf(reading?.mark);
  return new RowTimes(new TableCells({ file, headers, columns, traits, timeZone, dateOrder, style, isDamaged }));
}
