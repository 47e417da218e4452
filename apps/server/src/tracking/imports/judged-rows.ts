import { type Sql, sql } from "#platform/database/database.ts";
import type { ImportRow } from "./queries.ts";

/**
 * The staged rows of an import with `reason`: why a row is left out, null for one that is taken over. A lock date of the
 * organization counts as it is now.
 */
export function judgedRows({ org_id: orgId, id, duplicates, source, facts }: ImportRow): Sql {
  // An export of Stint may come back to the organization that it was made of.
  const isEntry =
    (source ?? facts?.source) === "stint"
      ? sql`or exists (select 1 from time_entries e where e.org_id = r.org_id and e.id = r.source_id)`
      : sql``;
  const isKnown = sql`exists (
    select 1 from import_keys k where k.org_id = r.org_id and k.key = r.key and k.occurrence = r.occurrence) ${isEntry}`;
  return sql`
    select r.*, case when r.left_out is not null then r.left_out
                     ${duplicates === "skip" ? sql`when ${isKnown} then 'already_there'` : sql``}
                     when r.started_at < (select locked_before from organizations where id = ${orgId}) then 'period_locked'
                end as reason
      from import_rows r
     where r.org_id = ${orgId} and r.import_id = ${id}`;
}
