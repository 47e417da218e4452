import { rowsOfQuestion } from "#tracking/exchange/imports/sources/rows/limits.ts";
import { minuteSeconds } from "#platform/days.ts";
import {
  type Answer,
  type DecimalMark,
  decimalMarks,
  type DurationUnit,
  durationUnits,
  type Settled,
  settledOf,
  type Survey,
  type SurveyOptions,
} from "#tracking/exchange/imports/sources/rows/source-row.ts";
import {
  type Example,
  isAmbiguous,
  isLength,
  type NumberVote,
  parseDecimal,
} from "#tracking/exchange/imports/sources/values/decimals.ts";
import { withoutCurrency } from "#tracking/exchange/imports/sources/values/money.ts";
import { cellOf } from "./columns.ts";
import type { Field } from "./header-lists.ts";
import { RowTimes } from "./row-times.ts";
import type { Table } from "./table.ts";

/** A setting whose possible values are readings of the file, and the numbers that it is about. */
interface Open<Value> {
  example: Example;
  fields: readonly Field[];
  includes: (text: string) => boolean;
  readings: readonly Reading<Value>[];
}

/** The unit and decimal separator to read the file with. */
interface Reading<Value> {
  value: Value;
  unit: DurationUnit | undefined;
  mark: DecimalMark | undefined;
}

/** Settles the unit of plain durations and the decimal separator; each requires one more pass over the file. */
export async function surveyNumbers(
  tables: readonly Table[],
  { unitless, ambiguous, mark: voted }: NumberVote,
  options: SurveyOptions,
): Promise<Pick<Survey, "durationUnit" | "decimalMark">> {
  const mark = options.decimalMark ?? voted;
  const durationUnit =
    unitless === undefined || options.durationUnit !== undefined
      ? undefined
      : await settle(tables, options, {
          example: unitless,
          fields: ["duration"],
          includes: isLength,
          // Fractions of a day can't be chosen, but the start and end of rows can show them.
          readings: [...durationUnits, "days" as const].map((value) => ({ value, unit: value, mark })),
        });
  if (mark !== undefined || ambiguous === undefined)
    return { durationUnit, decimalMark: mark === undefined ? undefined : { settled: mark } };
  const unit = options.durationUnit ?? settledOf(durationUnit);
  const decimalMark = await settle(tables, options, {
    example: ambiguous,
    fields: ["duration", "rate", "amount"],
    includes: isAmbiguous,
    readings: decimalMarks.map((value) => ({ value, unit, mark: value })),
  });
  return { durationUnit, decimalMark };
}

/**
 * Settles the value if the rows' starts and ends agree with only one reading; otherwise returns the effect of each
 * reading.
 */
async function settle<Value>(
  tables: readonly Table[],
  options: SurveyOptions,
  { example, fields, includes, readings }: Open<Value>,
): Promise<Settled<Value>> {
  const tried = readings.map(({ value, mark }) => {
    const answer: Answer<Value> = { value, seconds: 0, first: [] };
    return { answer, mark, votes: 0 };
  });
  for (const table of tables) {
    const columns = table.columns(options.columns);
    const lengthsOf = readings.map((reading) => timesBy(table, reading, options));
    const byClock = timesBy(table, undefined, options);
    for await (const records of table.records()) {
      await options.pace?.();
      for (const { line, cells } of records) {
        const lengths = lengthsOf.map((times) => times.secondsOf(cells));
        const read = fields.map((field) => withoutCurrency(cellOf(columns, cells, field).trim())).find(includes);
        for (const [at, { answer, mark }] of tried.entries()) {
          const seconds = lengths[at] ?? 0;
          answer.seconds += seconds;
          if (read === undefined || answer.first.length >= rowsOfQuestion) continue;
          answer.first.push({ line, read, number: parseDecimal(read, mark) ?? 0, seconds });
        }
        if (read === undefined) continue;
        const clockSeconds = byClock.secondsOf(cells);
        // Start and end may lack seconds.
        const agreeing = tried.filter((_, at) => Math.abs((lengths[at] ?? 0) - clockSeconds) <= minuteSeconds);
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
  const all = table.columns(options.columns);
  const columns = reading === undefined ? new Map([...all].filter(([field]) => field !== "duration")) : all;
  return new RowTimes(table, columns, { ...options, durationUnit: reading?.unit, decimalMark: reading?.mark });
}
