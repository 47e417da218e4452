import type { OrganizationRow } from "#identity/organizations/queries.ts";
import { shownRows } from "#tracking/exchange/imports/sources/rows/limits.ts";
import { sql, type Transaction } from "#platform/database/database.ts";
import { judgedRows } from "#tracking/exchange/imports/staged/staged-rows.ts";
import { monthStarts } from "#tracking/exchange/imports/matching/plan-import.ts";
import type { ImportRow } from "#tracking/exchange/imports/import.ts";
import { withHashJoins } from "#platform/database/with-hash-joins.ts";

interface Compared {
  person: string | null;
  project: string | null;
  month: number | null;
  source: { rows: number; seconds: number };
  imported: { rows: number; seconds: number };
}

/**
 * Compares the stored entries of an import with its staged rows: the numbers of rows and seconds by person, project and
 * month. Ignores rows that were left out for a reason.
 */
export async function proveImport(
  tx: Transaction,
  organization: OrganizationRow,
  row: ImportRow,
): Promise<NonNullable<ImportRow["proof"]>> {
  const { org_id: orgId, id } = row;
  const months = await monthStarts(tx, organization, id);
  const starts = months.map(({ start }) => start);
  // The keys are already stored, so an imported row may now count as a duplicate. A key with this import's id shows
  // that the row was imported.
  const isTaken = sql`(r.reason is null or exists (
    select 1 from import_keys k where k.org_id = r.org_id and k.key = r.key and k.import_id = ${id}
       and (k.occurrence = r.occurrence or ${row.duplicates === "add"})))`;
  const rows = await withHashJoins(tx, () =>
    tx.query<Compared>(sql`
    with source as (
      select p.user_id, l.project_id, width_bucket(r.started_at, ${starts}::timestamptz[]) as month,
             count(*) as rows, sum(r.duration_seconds)::bigint as seconds
        from (${judgedRows(row, ["person", "place", "started_at", "duration_seconds"])}) r
        join import_people p on p.org_id = r.org_id and p.import_id = r.import_id and p.number = r.person
        join import_places l on l.org_id = r.org_id and l.import_id = r.import_id and l.number = r.place
       where r.left_out is null and ${isTaken}
       group by 1, 2, 3
    ), imported as (
      select e.user_id, e.project_id, width_bucket(e.started_at, ${starts}::timestamptz[]) as month,
             count(*) as rows, sum(e.duration_seconds)::bigint as seconds
        from import_keys k
        join time_entries e on e.org_id = k.org_id and e.id = k.entry_id and e.deleted_at is null
       where k.org_id = ${orgId} and k.import_id = ${id}
       group by 1, 2, 3
    )
    select (select name from users where id = coalesce(s.user_id, i.user_id)) as person,
           (select name from projects where org_id = ${orgId} and id = coalesce(s.project_id, i.project_id)) as project,
           coalesce(s.month, i.month) as month,
           json_build_object('rows', coalesce(s.rows, 0), 'seconds', coalesce(s.seconds, 0)) as source,
           json_build_object('rows', coalesce(i.rows, 0), 'seconds', coalesce(i.seconds, 0)) as imported
      from source s
      full join imported i on i.user_id = s.user_id and i.project_id = s.project_id and i.month = s.month
     where (s.rows, s.seconds) is distinct from (i.rows, i.seconds)
     limit ${shownRows}`),
  );
  const differences = rows.map((compared) => ({
    ...compared,
    month: months[(compared.month ?? 0) - 1]?.month ?? null,
  }));
  return { isExact: differences.length === 0, differences };
}
