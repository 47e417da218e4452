import type { DateOrder, DurationUnit } from "#tracking/imports/sources/source-row.ts";
import type { DecimalStyle } from "#tracking/imports/sources/values/decimals.ts";
import type { Columns } from "./columns.ts";
import type { Field } from "./header-lists.ts";

/** How a table writes its values. */
export interface Traits {
  /** Lists of tags are separated by commas, or are JSON. */
  tags: "commas" | "json";
  /** Amounts are in main units with decimals, or whole minor units. */
  money: "main" | "minor";
  /** Undefined where the header names it. */
  durationUnit: DurationUnit | undefined;
  /** True where the duration leaves out breaks that the row does not tell. */
  hasHiddenBreaks: boolean;
  /** Turns the text of a cell into the text that was typed. */
  unescape: ((text: string, field: Field) => string) | undefined;
}

export interface BuilderOptions {
  file: string | undefined;
  headers: readonly string[];
  columns: Columns;
  traits: Traits;
  timeZone: string;
  /** Undefined where the order stays unknown: rows with numeric dates are then left out. */
  dateOrder: DateOrder | undefined;
  style: DecimalStyle;
  /** True where some bytes of the file are not of its encoding. */
  isDamaged: boolean;
}

/** The cells of a table by field. */
export class TableCells {
  readonly #options: Pick<BuilderOptions, "columns" | "traits">;

  constructor(options: Pick<BuilderOptions, "columns" | "traits">) {
    this.#options = options;
  }

  /** The text that was typed; empty where the table has no such column. */
  cell(cells: string[], field: Field): string {
    const place = this.#options.columns.get(field);
    const text = place === undefined ? "" : (cells[place.index] ?? "");
    const { unescape } = this.#options.traits;
    return unescape === undefined || text === "" ? text : unescape(text, field);
  }

  header(field: Field): string {
    return this.#options.columns.get(field)?.header ?? field;
  }
}
