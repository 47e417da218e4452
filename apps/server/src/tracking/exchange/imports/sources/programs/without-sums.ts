import type { CsvRecord } from "#tracking/exchange/imports/sources/files/csv-records.ts";
import { splitDate } from "#tracking/exchange/imports/sources/values/dates.ts";
import { splitDateAndTime } from "#tracking/exchange/imports/sources/values/times.ts";

const sumWord =
  /^(?:grand |sub)?(?:total|totals|totaux|totale|totali|totaal|totalt|sum|sums|summe|gesamt|gesamtsumme|insgesamt|somme|suma|soma|razem|итого|合計|合计|总计|합계)(?!\p{L})/iu;
const date = /\d[-/.]\d{1,2}[-/.]\s?\d/;
const amount = /^[^\p{L}]*\d[^\p{L}]*(?:h|hrs?|std\.?|min\.?|[a-z]{3}|kr|zł)?$/iu;

/**
 * Leaves out rows with sums: rows of amounts with a word such as "Total", and a last row that contains only amounts.
 * Time rows contain a date.
 */
export async function* withoutSums(
  batches: AsyncIterable<CsvRecord[]>,
  onSum: (record: CsvRecord) => void = () => undefined,
): AsyncGenerator<CsvRecord[], void> {
  let held: CsvRecord[] = [];
  for await (const batch of batches) {
    const records = [...held, ...batch].filter((record) => {
      const isSum = hasOnlyAmounts(record) && record.cells.some((cell) => sumWord.test(cell.trim()));
      if (isSum) onSum(record);
      return !isSum;
    });
    const last = records.at(-1);
    held = last !== undefined && hasOnlyAmounts(last) ? records.splice(-1) : [];
    if (records.length > 0) yield records;
  }
  for (const record of held) onSum(record);
}

function hasOnlyAmounts({ cells }: CsvRecord): boolean {
  return cells.every((cell) => {
    const text = cell.trim();
    return (
      text === "" ||
      sumWord.test(text) ||
      (amount.test(text) && !date.test(text) && splitDate(splitDateAndTime(text).date) === undefined)
    );
  });
}
