/** One column of a spreadsheet, and the value of a row in it. */
export interface Column<Row> {
  header: string;
  /**
   * Numbers are integers: seconds in `duration`, minor units of the currency in `money`, hundredths in `hundredths`.
   */
  kind: "text" | "integer" | "duration" | "money" | "hundredths";
  /** `null` leaves the cell empty. An integer too large for a number may be a string of digits. */
  value(row: Row): string | number | null;
}

export interface TableOptions {
  /** The number of decimals of the currency in the `money` columns. With 2 decimals, 100 minor units are "1.00". */
  decimals: number;
}
