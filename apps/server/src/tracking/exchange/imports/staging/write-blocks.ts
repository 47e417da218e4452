import { type Database, join, raw, sql } from "#platform/database/database.ts";

/** A value of a column. Lists are stored as the text of an array; empty lists are stored as null. */
export type Cell = string | number | boolean | null | readonly string[];

interface Blocks {
  orgId: string;
  importId: string;
  table: "import_row_blocks" | "import_doubt_blocks";
  columns: readonly string[];
}

const maxRows = 5_000;
/** Limits the size of a block, because several copies of it may be in memory while it is written and read. */
const maxCharacters = 1_048_576;

/** Stages rows in blocks (`staged-rows.ts`) in the order in which they are written, with one commit per block. */
export function createBlockWriter(db: Database, { orgId, importId, table, columns }: Blocks) {
  const names = join(columns.map((name) => raw(`"${name}"`)));
  let first = 1;
  let rows = 0;
  let characters = 0;
  let values: string[][] = columns.map(() => []);

  async function flush(): Promise<void> {
    if (rows === 0) return;
    const arrays = values.map((column) => (column.every((text) => text === "null") ? null : `{${column.join(",")}}`));
    const number = first;
    const count = rows;
    first += rows;
    rows = characters = 0;
    values = columns.map(() => []);
    await db.query(sql`
      insert into ${raw(table)} (org_id, import_id, first, rows, ${names})
      values (${orgId}, ${importId}, ${number}, ${count}, ${join(arrays)})`);
  }

  return {
    async write(cells: readonly Cell[]) {
      for (const [at, cell] of cells.entries()) {
        const text = elementOf(cell);
        values[at]?.push(text);
        characters += text.length;
      }
      rows++;
      if (rows >= maxRows || characters >= maxCharacters) await flush();
    },
    /** Stores the remaining rows. */
    end: flush,
  };
}

/** The cell as an array element in PostgreSQL's text format. */
function elementOf(cell: Cell): string {
  if (cell === null) return "null";
  if (typeof cell === "string") return quoted(cell);
  if (typeof cell !== "object") return String(cell);
  return cell.length === 0 ? "null" : quoted(`{${cell.map(quoted).join(",")}}`);
}

const special = /["\\]/;

function quoted(text: string): string {
  return special.test(text) ? `"${text.replaceAll(/["\\]/g, "\\$&")}"` : `"${text}"`;
}
