import { raw, sql, type Transaction } from "#platform/database/database.ts";
import type { ImportRow } from "#tracking/exchange/imports/import.ts";
import { isKnownRow, ownerOf, stagedRows } from "#tracking/exchange/imports/staged/staged-rows.ts";
import { withHashJoins } from "#platform/database/with-hash-joins.ts";

/**
 * Marks the rows that were not imported before under the same names, but whose person, start and duration match an
 * existing entry, for example because their project was renamed. An entry that another row of the file was imported to
 * does not match a second row. If no row has a time of day, the starts are computed, so the descriptions must be equal
 * too.
 */
export async function markLookalikes(tx: Transaction, row: ImportRow): Promise<void> {
  const { org_id: orgId, id, facts } = row;
  await tx.query(sql`delete from import_lookalikes where org_id = ${orgId} and import_id = ${id}`);
  const hasEntries = await tx.query(sql`select from time_entries where org_id = ${orgId} limit 1`);
  if (hasEntries.length === 0) return;
  const description = (table: string) => (facts?.hasTimes === false ? raw(`${table}.description`) : sql`''`);
  const columns = [
    "person",
    "started_at",
    "duration_seconds",
    "description",
    "source_id",
    "key",
    "occurrence",
  ] as const;
  await withHashJoins(tx, () =>
    tx.query(sql`
    with owner as materialized (
      select p.number as person, ${ownerOf(row)} as user_id from import_people p
       where p.org_id = ${orgId} and p.import_id = ${id}
    ), file as materialized (
      select r.number, o.user_id, r.started_at, r.duration_seconds, ${description("r")} as description,
             ${isKnownRow(row)} as known
        from (${stagedRows(row, [...columns, "left_out"])}) r join owner o using (person)
       where r.left_out is null
    ), here as materialized (
      select user_id, started_at, duration_seconds, ${description("e")} as description, count(*) as entries
        from time_entries e
       where org_id = ${orgId} and deleted_at is null and user_id in (select user_id from owner)
       group by 1, 2, 3, 4
    ), ranked as (
      select f.number, f.known, h.entries,
             count(*) filter (where f.known) over (partition by user_id, started_at, duration_seconds, description) as known_rows,
             row_number() over (partition by user_id, started_at, duration_seconds, description, f.known order by f.number) as rank
        from file f join here h using (user_id, started_at, duration_seconds, description)
    )
    insert into import_lookalikes (org_id, import_id, number)
    select ${orgId}, ${id}, number from ranked where not known and rank <= entries - known_rows`),
  );
}
