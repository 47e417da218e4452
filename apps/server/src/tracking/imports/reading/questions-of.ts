import type { ImportRow } from "#tracking/imports/queries.ts";
import type { Question } from "#tracking/imports/question-schema.ts";

export function questionsOf({
  facts,
  date_order: order,
  duration_unit: unit,
  decimal_mark: mark,
}: ImportRow): Question[] {
  const { dateOrder, durationUnit, decimalMark } = facts ?? {};
  const questions: Question[] = [];
  if (order === null && dateOrder !== undefined && "ambiguous" in dateOrder) {
    const { ambiguous: example, line } = dateOrder;
    const message = `Dates such as ${example} can begin with the day or the month, and no row in the file shows which. Choose dateOrder: dmy or mdy.`;
    questions.push({ code: "date_order", message, line, example, answers: [] });
  }
  if (unit === null && durationUnit !== undefined && "ambiguous" in durationUnit) {
    const { ambiguous: example, line, answers } = durationUnit;
    const message = `Durations such as ${example} can be hours, minutes or seconds, and nothing in the file shows which. Choose durationUnit: hours, minutes or seconds.`;
    questions.push({ code: "duration_unit", message, line, example, answers });
  }
  if (mark === null && decimalMark !== undefined && "ambiguous" in decimalMark) {
    const { ambiguous: example, line, answers } = decimalMark;
    const message = `In numbers such as ${example}, the separator can be a decimal or a thousands separator, and no other number in the file shows which. Choose decimalMark: comma or point.`;
    questions.push({ code: "decimal_mark", message, line, example, answers });
  }
  return questions;
}
