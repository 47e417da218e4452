import type { DateOrder, DurationUnit } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import type { DecimalStyle } from "#tracking/exchange/imports/sources/values/decimals.ts";
import type { Columns } from "./columns.ts";
import type { Field } from "./header-lists.ts";

/** How a table's values are formatted. */
export interface Traits {
  /** Whether tags are separated by commas or are a JSON list. */
  tags: "commas" | "json";
  /** Whether amounts are in major units with decimals or in whole minor units. */
  money: "main" | "minor";
  /** Undefined if the unit depends on the header. */
  durationUnit: DurationUnit | undefined;
  /** Whether the duration excludes breaks that the row does not show. */
  hasHiddenBreaks: boolean;
  /** Undoes the program's escaping of a cell's text. */
  unescape: ((text: string, field: Field) => string) | undefined;
}

export interface CellOptions {
  file: string | undefined;
  headers: readonly string[];
  columns: Columns;
  traits: Traits;
  timeZone: string;
  /** If undefined, rows with ambiguous numeric dates are left out. */
  dateOrder: DateOrder | undefined;
  style: DecimalStyle;
  /** Whether some bytes of the file don't fit its encoding. */
  isDamaged: boolean;
}

/** The cells of a table's rows, and how to read them. */
export class TableCells {
  readonly options: CellOptions;

  constructor(options: CellOptions) {
    this.options = options;
  }

  /** The cell's original text; empty if the table has no such column. */
  cell(cells: string[], field: Field): string {
    const { columns, traits } = this.options;
    const place = columns.get(field);
    const text = place === undefined ? "" : (cells[place.index] ?? "");
    return traits.unescape === undefined || text === "" ? text : traits.unescape(text, field);
  }

  header(field: Field): string {
    return this.options.columns.get(field)?.header ?? field;
  }
}
