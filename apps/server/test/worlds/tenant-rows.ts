import { type DatabasePool, join, raw, sql } from "#platform/database/database.ts";

/** Returns every table whose rows belong to an organization. */
export async function listTablesOfTenants(db: DatabasePool): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    select c.relname as name
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and a.attnotnull
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
     order by 1`);
  return rows.map(({ name }) => name);
}

/**
 * In this table, `digestOf` compares the contents without each key's last use, because every request updates the last
 * use.
 */
const usedByReading = "api_keys";

/**
 * Returns the row counts and hash sums of the organizations' tables. The hashes cover each row's position and
 * transaction, because any update changes at least one of the two, and hashing the contents would take ten times as
 * long. Excludes the side effects of reading: a key's last use, and the change rows of refused requests.
 */
export async function digestOf(db: DatabasePool, tablesOfTenants: string[], ...orgIds: string[]): Promise<unknown> {
  const tables = tablesOfTenants.filter((table) => table !== "changes" && table !== "event_queue");
  const version = sql`hashtidextended(t.ctid, t.xmin::text::bigint)`;
  const contents = sql`hashtextextended((to_jsonb(t) - array['last_used_at', 'last_used_address'])::text, 0)`;
  const of = (table: string, column: string) => sql`
    select ${table} as name, count(*), sum(${table === usedByReading ? contents : version})
      from ${raw(table)} t where ${raw(column)} = any(${orgIds})`;
  const parts = [...tables.map((table) => of(table, "org_id")), of("organizations", "id")];
  return db.query(sql`${join(parts, " union all ")} order by name`);
}

/** Returns all rows of an organization, by table. */
export async function rowsOfTenant(
  db: DatabasePool,
  orgId: string,
): Promise<Map<string, readonly Record<string, unknown>[]>> {
  const rows = new Map<string, readonly Record<string, unknown>[]>();
  for (const table of await listTablesOfTenants(db)) {
    rows.set(table, await db.query(sql`select * from ${raw(table)} where org_id = ${orgId}`));
  }
  return rows;
}
