import { type Database, sql } from "#platform/database/database.ts";
import { transactionOf } from "#tracking/exchange/events/queries.ts";
import type { Position } from "#tracking/exchange/events/position.ts";

/**
 * The given organizations that have a change after their position. The `order by` makes the planner look up
 * each organization in the index; with `exists` it would join all changes of all organizations.
 */
export async function listMoved(db: Database, positions: ReadonlyMap<string, Position>): Promise<string[]> {
  const all = [...positions];
  const rows = await db.query<{ org_id: string }>(sql`
    select r.org_id
      from unnest(${all.map(([orgId]) => orgId)}::text[], ${all.map(([, { seen }]) => seen)}::text[]) as r (org_id, seen)
     cross join lateral (
       select from changes
        where org_id = r.org_id and made_in >= pg_snapshot_xmin(r.seen::pg_snapshot)
          and made_in < pg_snapshot_xmax(pg_current_snapshot())
          and not pg_visible_in_snapshot(${transactionOf}, r.seen::pg_snapshot)
        order by made_in desc limit 1) c`);
  return rows.map(({ org_id: orgId }) => orgId);
}
