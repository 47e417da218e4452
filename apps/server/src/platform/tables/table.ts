/** One column of a spreadsheet, and the value of a row in it. */
export interface Column<Row> {
  header: string;
  /**
   * Numbers are integers: seconds in `duration` and `hours`, minor units of the currency in `money`, hundredths in
   * `hundredths`; only a `decimal` may have a fraction. A `day` is YYYY-MM-DD and an `instant` is ISO 8601; any other
   * value in their columns is written as text.
   */
  kind: "text" | "integer" | "decimal" | "duration" | "hours" | "money" | "hundredths" | "day" | "instant";
  /** `null` leaves the cell empty. An integer too large for a number may be a string of digits. */
  value(row: Row): string | number | null;
  /** Whether a total at the end of the table contains the sum of this column. */
  isSummed?: true;
}

export interface TableOptions {
  /** The number of decimals of the currency in the `money` columns. With 2 decimals, 100 minor units are "1.00". */
  decimals: number;
}

export interface CsvOptions {
  separator?: "comma" | "semicolon" | "tab";
  decimalMark?: "point" | "comma";
  /** Whether the file begins with a byte-order mark, from which Excel knows that it is UTF-8. */
  bom?: boolean;
}
