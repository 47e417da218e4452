/** One column of a spreadsheet, and the value of a row in it. */
export interface Column<Row> {
  header: string;
  /** `duration` is in whole seconds, `money` in whole minor units of the currency, `hundredths` a number with two decimals. */
  kind: "text" | "integer" | "duration" | "money" | "hundredths";
  /** `null` leaves the cell empty. An integer too large for a number may be a string of digits. */
  value(row: Row): string | number | null;
}

export interface TableOptions {
  /** The number of decimals of the currency in all `money` columns: 100 minor units are "1.00" with 2. */
  decimals: number;
}
