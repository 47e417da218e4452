import { type Database, sql } from "#platform/database/database.ts";
import { transactionOf } from "#tracking/events/queries.ts";
import type { Place } from "#tracking/events/place.ts";

/** The organizations among these that have a change behind their place. */
export async function listMoved(db: Database, places: ReadonlyMap<string, Place>): Promise<string[]> {
  const all = [...places];
  const rows = await db.query<{ org_id: string }>(sql`
    select r.org_id
      from unnest(${all.map(([orgId]) => orgId)}::text[], ${all.map(([, { from }]) => from)}::timestamptz[],
                  ${all.map(([, { seen }]) => seen)}::text[]) as r (org_id, since, seen)
     where exists (select from changes
                    where org_id = r.org_id and at >= r.since
                      and not pg_visible_in_snapshot(${transactionOf}, r.seen::pg_snapshot))`);
  return rows.map(({ org_id: orgId }) => orgId);
}
