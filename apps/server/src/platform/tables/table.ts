/** One column of a spreadsheet, and the value of a row in it. */
export interface Column<Row> {
  header: string;
  /**
   * Numbers are integers: seconds in `duration` and `hours`, minor units of the currency in `money`, hundredths in
   * `hundredths`. A `day` is YYYY-MM-DD; any other value in its column is written as text.
   */
  kind: "text" | "integer" | "duration" | "hours" | "money" | "hundredths" | "day";
  /** `null` leaves the cell empty. An integer too large for a number may be a string of digits. */
  value(row: Row): string | number | null;
  /** Whether a total at the end of the table contains the sum of this column. */
  isSummed?: true;
}

export interface TableOptions {
  /** The number of decimals of the currency in the `money` columns. With 2 decimals, 100 minor units are "1.00". */
  decimals: number;
}
