import type { Column } from "#platform/tables/table.ts";

export type Cells = (string | number | null)[];

export function columnsOf(...kinds: Column<Cells>["kind"][]): Column<Cells>[] {
  return kinds.map((kind, index) => ({ header: `${kind} ${index}`, kind, value: (row) => row[index] ?? null }));
}

export const entry = columnsOf("text", "text", "duration", "money", "integer", "text");
const rowOf = (id: number): Cells => [`entry ${id}`, "Ada Lovelace & co", id % 86_400, id * 7, id, id % 3 ? "x" : null];

/** Returns batches of rows, and a `state` that counts the rows read and records whether the iterator was closed. */
export function countedBatches(rows: number, batchSize: number) {
  const state = { rows: 0, isEnded: false };
  async function* make(): AsyncGenerator<Cells[]> {
    try {
      while (state.rows < rows) {
        const batch = Array.from({ length: Math.min(batchSize, rows - state.rows) }, (_, at) => rowOf(state.rows + at));
        state.rows += batch.length;
        yield batch;
      }
    } finally {
      state.isEnded = true;
    }
  }
  return { state, batches: make() };
}
