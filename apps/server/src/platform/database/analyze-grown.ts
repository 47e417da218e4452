import { runApart } from "#platform/run-apart.ts";
import { type DatabasePool, raw, sql } from "./database.ts";

// A plan for no rows loops over smaller tables without harm, and those that change all the time have fewer.
const fewestRows = 10;

/**
 * Analyzes the tables of which half of the rows changed since the last time. Autovacuum looks once a minute, and may be
 * off; until then the planner takes a table that was filled in bulk for nearly empty. Statistics double their size with
 * each run, so that a bulk of n rows costs log n runs. A crash loses what the server counted; a table that was never
 * analyzed is then known by its `reltuples`. Tables in `except` are left to autovacuum, and so is every table
 * that another session is analyzing or that belongs to another role.
 */
export async function analyzeGrown(db: DatabasePool, except: readonly string[]): Promise<void> {
  const grown = await db.query<{ name: string }>(sql`
    select c.oid::regclass::text as name
      from pg_stat_user_tables s
      join pg_class c on c.oid = s.relid
     where s.schemaname = current_schema() and s.relname <> all(${except}::text[]) and pg_has_role(c.relowner, 'usage')
       and ((s.n_live_tup >= ${fewestRows} and s.n_mod_since_analyze >= s.n_live_tup / 2)
            or (c.reltuples = -1 and pg_relation_size(c.oid) > 0))`);
  await runApart(grown, async ({ name }) => {
    await db.query(sql`analyze (skip_locked) ${raw(name)}`);
  });
}
