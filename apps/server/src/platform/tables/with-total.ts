import type { Column } from "./table.ts";

interface Total {
  cells: (string | number | null)[];
}

/**
 * Adds a row at the end of a table, with `label` in the first cell and the sums of the columns with `isSummed`. A sum is
 * empty if one of its cells is, because it would not be the whole sum. If rows overlap, `last` has the sums instead.
 */
export function withTotal<Row extends object>(
  columns: readonly Column<Row>[],
  batches: AsyncIterable<readonly Row[]>,
  { label, last }: { label: string; last?: Row | undefined },
): { columns: Column<Row | Total>[]; batches: AsyncIterable<readonly (Row | Total)[]> } {
  const sums = columns.map((): bigint | null => 0n);
  const add = (row: Row) => {
    for (const [index, { isSummed, value }] of columns.entries()) {
      const sum = sums[index];
      if (isSummed === undefined || sum === undefined || sum === null) continue;
      const cell = value(row);
      sums[index] = cell === null ? null : sum + BigInt(cell);
    }
  };
  const cellOf = ({ isSummed, value }: Column<Row>, index: number) => {
    if (index === 0) return label;
    if (isSummed === undefined) return null;
    return last === undefined ? (sums[index]?.toString() ?? null) : value(last);
  };
  async function* rows(): AsyncGenerator<readonly (Row | Total)[], void> {
    for await (const batch of batches) {
      if (last === undefined) for (const row of batch) add(row);
      yield batch;
    }
    yield [{ cells: columns.map(cellOf) }];
  }
  return {
    columns: columns.map((column, index) => ({
      ...column,
      value: (row) => ("cells" in row ? (row.cells[index] ?? null) : column.value(row)),
    })),
    batches: rows(),
  };
}
