/** One column of a spreadsheet and how a row fills it. */
export interface Column<Row> {
  header: string;
  /** `duration` is in whole seconds, `money` in whole minor units of the currency. */
  kind: "text" | "integer" | "duration" | "money";
  /** `null` leaves the cell empty. Whole numbers too large for a number may come as a string of digits. */
  value(row: Row): string | number | null;
}

export interface TableOptions {
  /** How many decimals the currency of all `money` columns has: 100 minor units are "1.00" with 2. */
  decimals: number;
}
