/** How many rows one statement reads or writes. It then ends well within its timeout, and holds its locks briefly. */
export const rowsOfStatement = 1_000;

/** How many rows one statement scans or sums up, of which few are returned. */
export const rowsScanned = 10_000;

/** The most rows of a table as JSON, which is built in memory. Larger ones are streamed as CSV or XLSX. */
export const rowsOfJson = 10_000;

/** How many rows are formatted at a time, because formatting blocks the event loop. */
export const rowsOfTurn = 100;
