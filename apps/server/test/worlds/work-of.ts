import type { DatabasePool, Sql } from "#platform/database/database.ts";
import type { Json } from "./test-app.ts";

/**
 * Runs a statement and rolls it back. Returns the number of rows that the database visits for it, including filtered
 * rows. The number shows how a plan's work grows, regardless of the machine's load.
 */
export async function workOf(db: DatabasePool, { text, values }: Sql): Promise<number> {
  const client = await db.connect();
  try {
    await client.query("begin");
    const { rows } = await client.query({ text: `explain (analyze, format json, timing off) ${text}`, values });
    const walk = (node: Json): number => {
      const passedOver = (node["Rows Removed by Join Filter"] ?? 0) + (node["Rows Removed by Filter"] ?? 0);
      const own = (node["Actual Rows"] + passedOver) * node["Actual Loops"];
      return (node.Plans ?? []).reduce((sum: number, plan: Json) => sum + walk(plan), own);
    };
    return walk(rows[0]["QUERY PLAN"][0].Plan);
  } finally {
    await client.query("rollback");
    client.release();
  }
}
