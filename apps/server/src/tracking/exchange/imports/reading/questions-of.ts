import type { ImportRow } from "#tracking/exchange/imports/queries.ts";
import type { Answer } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import type { Question } from "#tracking/exchange/imports/question-schema.ts";

export function questionsOf({
  facts,
  encoding,
  date_order: order,
  duration_unit: unit,
  decimal_mark: mark,
}: ImportRow): Question[] {
  const { dateOrder, durationUnit, decimalMark, encoding: guess } = facts ?? {};
  const questions: Question[] = [];
  const answers = guess?.answers ?? [];
  if (encoding === null && answers.length > 0) {
    const code = "encoding";
    const message = `The file isn't UTF-8, and nothing in it shows its encoding. Choose encoding: ${answers.map(({ value }) => value).join(", ")}.`;
    const shown = answers.map((answer) => ({ ...answer, seconds: 0, first: [] }));
    questions.push({ code, message, line: null, file: null, example: null, answers: shown });
  }
  if (order === null && dateOrder !== undefined && "ambiguous" in dateOrder) {
    const { ambiguous: example, line, file } = dateOrder;
    const [where, others] =
      file === undefined ? ["", ""] : [` in ${file}`, ", and the files of its people don't agree on one"];
    const message = `Dates such as ${example}${where} can begin with the day or the month, and no row in the file shows which${others}. Choose dateOrder: dmy or mdy.`;
    questions.push({ code: "date_order", message, line, file: file ?? null, example, answers: [] });
  }
  if (unit === null && durationUnit !== undefined && "ambiguous" in durationUnit) {
    const { ambiguous: example, line, answers } = durationUnit;
    const message = `Durations such as ${example} can be hours, minutes or seconds, and nothing in the file shows which. Choose durationUnit: hours, minutes or seconds.`;
    questions.push({ code: "duration_unit", message, line, file: null, example, answers: withoutTexts(answers) });
  }
  if (mark === null && decimalMark !== undefined && "ambiguous" in decimalMark) {
    const { ambiguous: example, line, answers } = decimalMark;
    const message = `In numbers such as ${example}, the separator can be a decimal or a thousands separator, and no other number in the file shows which. Choose decimalMark: comma or point.`;
    questions.push({ code: "decimal_mark", message, line, file: null, example, answers: withoutTexts(answers) });
  }
  return questions;
}

const withoutTexts = (answers: Answer<string>[]) => answers.map((answer) => ({ ...answer, texts: [] }));
