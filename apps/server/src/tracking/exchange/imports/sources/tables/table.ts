import {
  type CsvFormat,
  type CsvRecord,
  readCsvRecords,
} from "#tracking/exchange/imports/sources/files/csv-records.ts";
import { type JsonItem, readJsonItems, textOf } from "#tracking/exchange/imports/sources/files/json-items.ts";
import type { FilePart } from "#tracking/exchange/imports/sources/files/text-file.ts";
import type { EncodingGuess } from "#tracking/exchange/imports/sources/files/guess-encoding.ts";
import type {
  ReadSettings,
  SourceItem,
  SourceName,
  SourceRow,
} from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { type Columns, columnsOf, guessColumns, mapColumns } from "./columns.ts";
import type { Field } from "./header-lists.ts";
import { type Program, programs, type Traits } from "./programs.ts";
import { splitDate } from "#tracking/exchange/imports/sources/values/dates.ts";
import { splitDateAndTime } from "#tracking/exchange/imports/sources/values/times.ts";

/** Time rows as cells below headers, from a CSV or from a JSON list whose items are converted to cells. */
export interface Table {
  source: SourceName;
  file: string | undefined;
  /** The delimiter of a CSV; undefined for JSON, whose headers are its keys. */
  delimiter: string | undefined;
  headers: readonly string[];
  traits: Traits;
  isDamaged: boolean;
  /** The text above the headers, if any. */
  title: string;
  columns(mapping: ReadSettings["columns"] | undefined): Columns;
  /** The time rows. Reports rows with sums separately. */
  records(onSum?: (record: CsvRecord) => void): AsyncGenerator<CsvRecord[], void>;
  /** Fills in values of the row that depend on other cells. */
  complete?(row: SourceRow, cells: readonly string[]): void;
}

/** The parts of an export: tables of time rows, and lists. */
export interface Bundle {
  source: SourceName;
  tables: Table[];
  /** How the encoding was guessed, for the first file whose bytes did not show it. */
  encoding?: EncodingGuess | undefined;
  /** People, clients, projects and tasks. */
  items(): Iterable<SourceItem> | AsyncIterable<SourceItem>;
}

const plain: Traits = {
  tags: "commas",
  money: "main",
  durationUnit: undefined,
  hasHiddenBreaks: false,
  unescape: undefined,
};

export function csvTable(part: FilePart, format: CsvFormat, source: SourceName): Table {
  const { headers, isDamaged, title, delimiter } = format;
  const { traits }: Partial<Program> = source === "csv" ? {} : programs[source];
  return {
    source,
    file: part.name,
    delimiter,
    headers,
    traits: { ...plain, ...traits },
    isDamaged,
    title,
    columns: (mapping) =>
      source === "csv" ? mapColumns(mapping ?? guessColumns(headers), headers) : columnsOf(source, headers),
    records: (onSum) => withoutSums(readCsvRecords(part, format), onSum),
  };
}

/** The table of a JSON list. `valuesOf` makes the values of an item by `keys`, which are the headers. */
export function jsonTable(
  part: FilePart,
  source: SourceName,
  keys: Partial<Record<Field, string>>,
  valuesOf: (item: JsonItem) => JsonItem,
): Table {
  const headers = Object.values(keys);
  const columns = new Map(
    Object.entries(keys).map(([field, header], index) => [field as Field, { index, header }] as const),
  );
  return {
    source,
    file: part.name,
    delimiter: undefined,
    headers,
    traits: { ...plain, hasHiddenBreaks: source === "kimai", tags: "json", durationUnit: "seconds" },
    isDamaged: false,
    title: "",
    columns: () => columns,
    async *records() {
      let line = 0;
      for await (const items of readJsonItems(part))
        yield items.map(valuesOf).map((values) => ({ line: ++line, cells: headers.map((key) => textOf(values[key])) }));
    },
  };
}

const sumWord =
  /^(?:grand |sub)?(?:total|totals|totaux|totale|totali|totaal|totalt|sum|sums|summe|gesamt|gesamtsumme|insgesamt|somme|suma|soma|razem|итого|合計|合计|总计|합계)(?!\p{L})/iu;
const date = /\d[-/.]\d{1,2}[-/.]\s?\d/;
const amount = /^[^\p{L}]*\d[^\p{L}]*(?:h|hrs?|std\.?|min\.?|[a-z]{3}|kr|zł)?$/iu;

/**
 * Leaves out rows with sums: rows of amounts with a word such as "Total", and a last row that contains only amounts.
 * Time rows contain a date.
 */
async function* withoutSums(
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
