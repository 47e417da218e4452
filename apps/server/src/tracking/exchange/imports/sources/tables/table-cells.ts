import type { DateOrder } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import type { DecimalStyle } from "#tracking/exchange/imports/sources/values/decimals.ts";
import type { Columns } from "./columns.ts";
import type { Field } from "./header-lists.ts";
import type { Traits } from "./programs.ts";

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
