import pg from "pg";
import { type Database, raw, sql } from "./database.ts";
import { selectHistory } from "./session-client.ts";

/** Returns the server's `SessionClient.history`; empty if the server does not reveal it. */
export async function findHistory(db: Database): Promise<string> {
  try {
    const [row] = await db.query<{ history: string | null }>(sql`${raw(selectHistory)}`);
    return row?.history ?? "";
  } catch (error) {
    if (error instanceof pg.DatabaseError) return "";
    throw error;
  }
}
