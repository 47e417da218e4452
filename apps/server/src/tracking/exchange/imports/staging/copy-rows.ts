import { once } from "node:events";
import { finished } from "node:stream/promises";
import { from as copyFrom } from "pg-copy-streams";
import type { DatabasePool } from "#platform/database/database.ts";

type Cell = string | number | boolean | null;

const piece = 65_536;

/**
 * Stores rows with COPY, `block` rows per transaction. Readers of changes wait for the oldest open transaction, so one
 * transaction for all rows would delay them.
 */
export function createRowCopier(db: DatabasePool, table: string, columns: readonly string[], block: number) {
  const text = `copy ${table} (${columns.map((name) => `"${name}"`).join(", ")}) from stdin`;
  let open: { stream: ReturnType<typeof copyFrom>; close: () => Promise<void> } | undefined;
  let lines = "";
  let rows = 0;

  async function begin() {
    const client = await db.connect();
    const stream = client.query(copyFrom(text));
    const done = finished(stream);
    // Without a handler, a rejection before `close` awaits `done` would crash the process.
    done.catch(() => undefined);
    const close = async () => {
      stream.end();
      let failure: Error | undefined;
      await done.catch((error: Error) => (failure = error));
      client.release(failure);
      if (failure !== undefined) throw failure;
    };
    return { stream, close };
  }

  async function flush(): Promise<void> {
    if (lines === "") return;
    open ??= await begin();
    const { stream } = open;
    const more = stream.write(lines);
    lines = "";
    if (!more && !stream.errored) await Promise.race([once(stream, "drain"), once(stream, "close")]);
  }

  async function endBlock(): Promise<void> {
    await flush();
    const ending = open;
    open = undefined;
    rows = 0;
    await ending?.close();
  }

  return {
    async write(cells: readonly Cell[]) {
      lines += `${cells.map(toText).join("\t")}\n`;
      rows++;
      if (rows >= block) await endBlock();
      else if (lines.length >= piece) await flush();
    },
    /** Stores the remaining rows. */
    end: endBlock,
  };
}

const special = /[\\\n\r\t]/g;
const escapes: Record<string, string> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function toText(cell: Cell): string {
  if (cell === null) return "\\N";
  if (typeof cell !== "string") return String(cell);
  return cell.replace(special, (character) => escapes[character] ?? "");
}
