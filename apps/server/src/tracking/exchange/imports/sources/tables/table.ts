import {
  type CsvFormat,
  type CsvRecord,
  readCsvRecords,
} from "#tracking/exchange/imports/sources/files/csv-records.ts";
import { readJsonItems } from "#tracking/exchange/imports/sources/files/json-items.ts";
import type { FilePart } from "#tracking/exchange/imports/sources/files/text-file.ts";
import type {
  ReadSettings,
  FileDoubt,
  SourceName,
  SourceRow,
} from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { type DecimalStyle, decimalSeparator, styleOf } from "#tracking/exchange/imports/sources/values/decimals.ts";
import { type Columns, columnsOf, guessColumns, mapColumns, requireColumns } from "./columns.ts";
import { FileDoubts } from "./file-doubts.ts";
import { RowBuilder } from "./row-builder.ts";
import { TableCells } from "./table-cells.ts";
import { type Program, programs, type Traits } from "./programs.ts";
import { splitDate } from "#tracking/exchange/imports/sources/values/dates.ts";
import { splitDateAndTime } from "#tracking/exchange/imports/sources/values/times.ts";

/** Time rows as cells below headers, from a CSV or from a JSON list whose items are converted to cells. */
export interface Table {
  source: SourceName;
  file: string | undefined;
  /** Whether the table is a CSV; the headers of JSON are its keys. */
  isCsv: boolean;
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

const plain: Traits = {
  tags: "commas",
  money: "main",
  durationUnit: undefined,
  hasHiddenBreaks: false,
  unescape: undefined,
};

export function csvTable(part: FilePart, format: CsvFormat, source: SourceName): Table {
  const { headers, isDamaged, title, delimiter } = format;
  const { traits, unescape }: Partial<Program> = source === "csv" ? {} : programs[source];
  return {
    source,
    file: part.name,
    isCsv: true,
    headers,
    traits: { ...plain, ...traits, unescape: unescape && ((text, field) => unescape(text, field, delimiter)) },
    isDamaged,
    title,
    columns: (mapping) =>
      source === "csv" ? mapColumns(mapping ?? guessColumns(headers), headers) : columnsOf(source, headers),
    records: (onSum) => withoutSums(readCsvRecords(part, format), onSum),
  };
}

/** The table of a JSON list, whose items `toCells` converts to cells below `headers`. */
export function jsonTable(
  part: FilePart,
  source: SourceName,
  columns: Columns,
  toCells: (item: Record<string, unknown>) => string[],
): Table {
  return {
    source,
    file: part.name,
    isCsv: false,
    headers: [...columns.values()].map(({ header }) => header),
    traits: { ...plain, hasHiddenBreaks: source === "kimai", tags: "json", durationUnit: "seconds" },
    isDamaged: false,
    title: "",
    columns: () => columns,
    async *records() {
      let line = 0;
      for await (const items of readJsonItems(part))
        yield items.map((item) => ({ line: ++line, cells: toCells(item) }));
    },
  };
}

/** The rows of a table. Throws UnreadableFile if its columns are not sufficient. */
export async function* readTable(table: Table, settings: ReadSettings): AsyncGenerator<SourceRow | FileDoubt, void> {
  const { file, headers, traits, isDamaged } = table;
  const columns = table.columns(settings.columns);
  requireColumns(table.source, columns, headers);
  const isMapped = table.source === "csv";
  const style = styleOf(isMapped ? settings.decimalMark : undefined) ?? (await findStyle(table, columns));
  const isUnitUsed = isMapped || settings.durationUnit === "days";
  const durationUnit = (isUnitUsed ? settings.durationUnit : undefined) ?? traits.durationUnit;
  const cells = new TableCells({
    file,
    headers,
    columns,
    traits: { ...traits, durationUnit },
    timeZone: settings.timeZone,
    dateOrder: settings.dateOrders?.[file ?? ""] ?? settings.dateOrder,
    style,
    isDamaged,
  });
  const builder = new RowBuilder(cells, settings.currency);
  const fileDoubts = new FileDoubts(table, columns);
  if (table.title !== "") fileDoubts.addTitle(table.title);
  for await (const records of table.records((record) => fileDoubts.addSum(record))) {
    for (const record of records) {
      fileDoubts.addRow(record);
      const row = builder.build(record);
      table.complete?.(row, record.cells);
      yield row;
    }
  }
  yield* fileDoubts.items();
}

const sampledRows = 2000;

/** The decimal separator in most of the first numbers; undefined if there is no majority. */
async function findStyle(table: Table, columns: Columns): Promise<DecimalStyle> {
  if (table.traits.money === "minor") return undefined;
  const indexes = (["duration", "rate", "amount"] as const).flatMap((field) => columns.get(field)?.index ?? []);
  let balance = 0;
  let rows = 0;
  for await (const records of table.records()) {
    for (const { cells } of records) {
      for (const index of indexes) {
        const text = cells[index] ?? "";
        const separator = text.includes(":") ? undefined : decimalSeparator(text.trim());
        if (separator !== undefined) balance += separator === "," ? 1 : -1;
      }
    }
    rows += records.length;
    if (rows >= sampledRows) break;
  }
  return balance === 0 ? undefined : balance > 0 ? "," : ".";
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
