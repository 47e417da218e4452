import { runInTurns } from "#platform/concurrency/run-in-turns.ts";
import { type DatabasePool, raw, sql } from "./database.ts";

// Smaller tables are skipped: planning them as if they were empty is harmless, and some of them change so often that
// they would be analyzed constantly.
const fewestRows = 10;

/**
 * Analyzes tables in which half of the rows have changed. Autovacuum runs once a minute at best; until then, the
 * planner assumes that a table filled in bulk is nearly empty. A bulk insert of n rows causes about log n runs. A crash
 * loses the server's counters, but a `reltuples` of -1 still reveals a table that was never analyzed. Skips tables in
 * `except`, tables that another session is analyzing, and tables of other roles.
 */
export async function analyzeGrown(db: DatabasePool, except: readonly string[]): Promise<void> {
  const grown = await db.query<{ name: string }>(sql`
    select c.oid::regclass::text as name
      from pg_stat_user_tables s
      join pg_class c on c.oid = s.relid
     where s.schemaname = current_schema() and s.relname <> all(${except}::text[]) and pg_has_role(c.relowner, 'usage')
       and ((s.n_live_tup >= ${fewestRows} and s.n_mod_since_analyze >= s.n_live_tup / 2)
            or (c.reltuples = -1 and pg_relation_size(c.oid) > 0))`);
  await runInTurns(grown, async ({ name }) => {
    await db.query(sql`analyze (skip_locked) ${raw(name)}`);
  });
}
