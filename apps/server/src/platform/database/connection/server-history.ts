import pg from "pg";
import { type Database, raw, sql } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { selectHistory } from "./select-history.ts";

/**
 * Returns a text that stays the same while transactions are numbered one after the other and no backup is restored: the
 * identity of the table of changes, which a restore replaces, and the server's `SessionClient.history`, which is empty
 * if the server does not reveal it. The part after the last slash changes with each start of the server.
 */
export async function findHistory(db: Database): Promise<string> {
  const table = "'changes'::regclass::oid || '/'";
  try {
    return await find(db, `${table} || coalesce((${selectHistory}), '')`);
  } catch (error) {
    if (error instanceof pg.DatabaseError) return find(db, table);
    throw error;
  }
}

async function find(db: Database, expression: string): Promise<string> {
  return one(await db.query<{ found: string }>(sql`select ${raw(expression)} as found`)).found;
}

const form = /^([1-9]\d{0,18}):([1-9]\d{0,18}):((?:[1-9]\d{0,18}(?:,[1-9]\d{0,18})*)?)$/;

/** Whether PostgreSQL reads the text as a pg_snapshot: its numbers must not descend. */
export function isSnapshot(text: unknown): text is string {
  const [, xmin, xmax, open = ""] = form.exec(typeof text === "string" ? text : "") ?? [];
  if (xmin === undefined || xmax === undefined) return false;
  const numbers = [xmin, ...(open === "" ? [] : open.split(",")), xmax].map(BigInt);
  return (
    numbers.every((number, at) => at === 0 || number >= (numbers[at - 1] ?? 0n)) &&
    (open === "" || numbers.at(-2) !== numbers.at(-1))
  );
}
