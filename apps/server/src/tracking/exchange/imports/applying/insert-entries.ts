import { type Sql, sql, type Transaction } from "#platform/database/database.ts";
import { judgedRows } from "#tracking/exchange/imports/staged/staged-rows.ts";
import type { ImportRow } from "#tracking/exchange/imports/import.ts";
import { joinRates, noRates, resolvedRates } from "#tracking/ledger/rates/resolve-rates.ts";
import { storeFrom } from "#tracking/entries/time-entries/writing/insert-time-entries.ts";
import { changesFrom, newIdSql } from "./imported-entries.ts";

const taken = [
  "person",
  "place",
  "started_at",
  "duration_seconds",
  "description",
  "tags",
  "tag_keys",
  "billable",
  "key",
  "occurrence",
] as const;

/**
 * Stores the accepted staged rows as time entries, with their change rows and keys, block by block. Prices, rounding
 * and billing follow the same rules as for any other create, except that archived projects and done tasks are allowed.
 * Omits rows that were accepted only after planning and whose person, project or task was therefore not created.
 * `marks` is the SQL for the rules that a row breaks.
 */
export async function insertEntries(
  tx: Transaction,
  row: ImportRow,
  marks: Sql,
  onProgress: (done: number, total: number) => Promise<void>,
): Promise<void> {
  const { org_id: orgId, id } = row;
  const blocks = await tx.query<{ first: number; last: number }>(sql`
    select first, first + rows - 1 as last from import_row_blocks
     where org_id = ${orgId} and import_id = ${id} order by first`);
  const total = blocks.at(-1)?.last ?? 0;
  const since = Date.now();
  const rates = await ratesOf(tx, orgId);
  for (const { first, last } of blocks) {
    await insertBlock(tx, row, { first, since, rates, marks });
    await onProgress(last, total);
  }
  await tx.query(sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`);
}

interface Block {
  first: number;
  since: number;
  rates: { columns: Sql; joins: Sql };
  marks: Sql;
}

async function insertBlock(tx: Transaction, row: ImportRow, { first, since, rates, marks }: Block): Promise<void> {
  const { org_id: orgId, id, origin } = row;
  // Continues the numbering of duplicates from earlier imports, so that keys stay unique.
  const occurrence =
    row.duplicates === "add"
      ? sql`r.occurrence + coalesce((select max(k.occurrence) from import_keys k
                                      where k.org_id = r.org_id and k.key = r.key and k.import_id <> ${id}), 0)`
      : sql`r.occurrence`;
  // Forces custom plans and hash joins, because the planner underestimates the number of rows in a block. The joins
  // of projects and tasks compare with the organization's id as a parameter. If they compared with `i.org_id`, whose
  // value the planner does not know, the hash joins would read the rows of all organizations.
  await tx.query(sql`
    select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_nestloop', 'off', true)`);
  // Sorting keeps index neighbours together. It also makes PostgreSQL judge all rows before it writes any keys, which
  // judging may have to scan. The last SELECT restores cached plans for the foreign key checks, because planning each
  // check took half of the statement's time.
  await tx.query(sql`
    with input as (
      select r.org_id, ${newIdSql("time", since, sql`r.number`)} as id, p.user_id, l.project_id, l.task_id, r.started_at,
             r.duration_seconds, r.description, coalesce(r.tags::text[], '{}') as tags,
             coalesce(r.tag_keys::text[], '{}') as tag_keys, r.billable as billable_choice, null::text as external_ref,
             'import' as source, ${marks} as breaks, null::text as late_reason, r.key, ${occurrence} as occurrence
        from (${judgedRows(row, taken, sql`b.first = ${first}`)}) r
        join import_people p on p.org_id = r.org_id and p.import_id = r.import_id and p.number = r.person
        join import_places l on l.org_id = r.org_id and l.import_id = r.import_id and l.number = r.place
       where r.reason is null and p.user_id is not null
       order by l.task_id, r.started_at desc
    ), priced as (
      select i.*, coalesce(i.billable_choice, t.billable, p.billable) as billable, p.rounding_mode, p.rounding_minutes,
             ${rates.columns}
        from input i
        join projects p on p.org_id = ${orgId} and p.id = i.project_id
        join tasks t on t.org_id = ${orgId} and t.id = i.task_id and t.project_id = i.project_id
        ${rates.joins}
    ), ${storeFrom("priced")}, changed as (
      ${changesFrom("inserted", "time_entry.created", since + first, origin)}
    ), keyed as (
      insert into import_keys (org_id, key, occurrence, import_id, entry_id)
      select e.org_id, i.key, i.occurrence, ${id}, e.id from inserted e join input i on i.id = e.id
    )
    select set_config('plan_cache_mode', 'auto', true), set_config('enable_nestloop', 'on', true) where ${orgId} <> ''`);
}

/** The SQL for a row's rates. Skips the ten lookups per row if the organization has no rates. */
async function ratesOf(tx: Transaction, orgId: string): Promise<Block["rates"]> {
  const found = await tx.query(sql`select 1 from rates where org_id = ${orgId} limit 1`);
  if (found.length > 0) return { columns: resolvedRates, joins: joinRates("i") };
  return { columns: noRates, joins: sql`` };
}
