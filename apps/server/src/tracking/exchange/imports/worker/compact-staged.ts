import { type DatabasePool, sql } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";

const slackBytes = 64 * 1_048_576;
const tables = ["import_row_blocks", "import_doubt_blocks", "import_chunks"] as const;

/**
 * Rewrites the staging tables once they take up more than twice the space of their content, plus `slack`, because
 * deletes and a plain vacuum do not return space to the disk. Chunks of an unfinished upload count as content. Imports
 * wait at most a second for the rewrite to start; if the tables are in use for longer, a later run tries again.
 */
export async function compactStaged(db: DatabasePool, slack = slackBytes): Promise<boolean> {
  const { stored, taken } = one(
    await db.query<{ stored: number; taken: number }>(sql`
      select (select coalesce(sum(bytes), 0)::bigint
                from (select org_id, sum(stored_bytes) as bytes from imports group by org_id
                       union all
                      select c.org_id, sum(pg_column_size(c.bytes)) from import_chunks c
                       where not exists (select from imports i where i.org_id = c.org_id and i.id = c.import_id)
                       group by c.org_id) shares) as stored,
             (select sum(pg_total_relation_size(t::regclass))::bigint from unnest(${[...tables]}::text[]) t) as taken`),
  );
  if (taken <= 2 * stored + slack) return false;
  const client = await db.connect();
  let failure: Error | undefined;
  try {
    await client.query("set lock_timeout = '1s'");
    for (const table of tables) await client.query(`vacuum (full) ${table}`);
    await client.query("reset lock_timeout");
    return true;
  } catch (error) {
    failure = error as Error;
    const isLocked = (failure as { code?: string }).code === "55P03";
    if (!isLocked) throw error;
    return false;
  } finally {
    client.release(failure);
  }
}
