/** Returns the row of a statement that always returns exactly one, such as an insert or a count. */
export function one<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error("a statement that should always return a row returned none");
  return row;
}
