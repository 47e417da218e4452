import type { RulesInForce } from "#identity/organizations/entry-rules.ts";
import { type Database, type Sql, sql, type Transaction } from "#platform/database/database.ts";
import { isCovered } from "#tracking/ledger/entry-rules/overlaps.ts";
import type { ImportRow } from "#tracking/exchange/imports/import.ts";
import type { Preview } from "./preview-schemas.ts";
import { judgedRows, ownerOf } from "./staged-rows.ts";

/*
 * The organization's rules for entries never refuse an import. Entries that break the rules are marked instead.
 * `latestDays` does not apply, because imports are meant for old entries.
 */

// The characters that String.prototype.trim removes, so that SQL finds the same blank descriptions.
const blanks =
  "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff";

/** The rules that the staged row `r` breaks, as a text[]; null if it breaks none. */
function brokenBy(rules: RulesInForce, overlapping: Sql): Sql {
  const overlaps = rules.overlaps === "refuse" ? sql`r.number in (${overlapping})` : sql`false`;
  return sql`
    nullif(array_remove(array[
      case when ${rules.requireDescription === true} and btrim(r.description, ${blanks}) = '' then 'requireDescription' end,
      case when ${rules.requireTag === true} and coalesce(cardinality(r.tags::text[]), 0) = 0 then 'requireTag' end,
      case when ${overlaps} then 'overlaps' end]::text[], null), '{}')`;
}

/** Selects the numbers of accepted rows that overlap another accepted row or a stored entry of the same member. */
function overlappingRows(row: ImportRow): Sql {
  const { org_id: orgId, id } = row;
  return sql`
    with span as materialized (
      select r.number, coalesce(${ownerOf(row)}, 'new ' || p.key) as user_id,
             r.started_at as starts_at, r.started_at + r.duration_seconds * interval '1 second' as ends_at
        from (${judgedRows(row, ["person", "started_at", "duration_seconds"])}) r
        join import_people p on p.org_id = ${orgId} and p.import_id = ${id} and p.number = r.person
       where r.reason is null and r.duration_seconds > 0
    ), neighbour as (
      select *, lead(starts_at) over own as next_start,
             max(ends_at) over (own rows between unbounded preceding and 1 preceding) as former_end
        from span
      window own as (partition by user_id order by starts_at, number)
    )
    select n.number from neighbour n
     where n.former_end > n.starts_at or n.next_start < n.ends_at or ${isCovered(orgId, "n", sql``)}`;
}

/** The number of accepted rows that break each rule. */
export async function countBroken(
  db: Database,
  rules: RulesInForce | null,
  row: ImportRow,
): Promise<Preview["breaks"]> {
  if (rules === null) return [];
  return db.query<Preview["breaks"][number]>(sql`
    select b.rule, count(*) as rows
      from (${judgedRows(row, ["description", "tags"])}) r
     cross join lateral unnest(${brokenBy(rules, overlappingRows(row))}) as b (rule)
     where r.org_id = ${row.org_id} and r.reason is null
     group by b.rule order by b.rule`);
}

/**
 * The SQL for the column `breaks` of the staged rows `r`, whose people must already be members. Computes the overlaps
 * before any row is stored, because stored rows would overlap themselves.
 */
export async function prepareMarks(tx: Transaction, rules: RulesInForce | null, row: ImportRow): Promise<Sql> {
  if (rules === null) return sql`null::text[]`;
  if (rules.overlaps === "refuse") {
    await tx.query(sql`create temporary table import_overlaps (number integer primary key) on commit drop`);
    await tx.query(sql`insert into import_overlaps ${overlappingRows(row)}`);
  }
  return brokenBy(rules, sql`select number from import_overlaps`);
}

/** The members who get the entries of an import. Its people must already be members. */
export async function listOwners(db: Database, { org_id: orgId, id }: ImportRow): Promise<string[]> {
  const rows = await db.query<{ user_id: string }>(sql`
    select distinct user_id from import_people
     where org_id = ${orgId} and import_id = ${id} and used and user_id is not null`);
  return rows.map(({ user_id: userId }) => userId);
}

/** Whether an entry written since an instant overlaps an entry of the import that is not marked as overlapping. */
export async function hasNewOverlap(db: Database, entries: Sql, row: ImportRow, since: string): Promise<boolean> {
  const { org_id: orgId, id } = row;
  const found = await db.query(sql`
    with written as materialized (
      select o.user_id, o.started_at as starts_at, o.started_at + o.duration_seconds * interval '1 second' as ends_at
        from time_entries o
       where o.org_id = ${orgId} and o.updated_at >= ${since} and o.deleted_at is null and o.duration_seconds > 0
         and not exists (select from import_keys k where k.org_id = ${orgId} and k.import_id = ${id} and k.entry_id = o.id)
    )
    select from written w
      join (${entries}) e on e.user_id = w.user_id and e.started_at < w.ends_at
       and e.started_at + e.duration_seconds * interval '1 second' > w.starts_at
     where e.duration_seconds > 0 and (e.breaks is null or 'overlaps' <> all(e.breaks))
     limit 1`);
  return found.length > 0;
}
