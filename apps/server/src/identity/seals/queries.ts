import { type Database, type Sql, sql, type Transaction } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { contentHash, linkHash, noLink, rowHash } from "./hashes.ts";
import type { RowOf } from "#platform/fields/shown.ts";
import type { AuditSeal } from "./schemas.ts";

/** A position among an organization's changes, which are ordered by `(at, id)`. */
interface Place {
  until_at: string;
  until_id: string;
}

export interface Head extends Place {
  position: number;
  changes: number;
  link: Buffer;
}

const beforeAll: Head = { position: 0, changes: 0, link: noLink, until_at: "-infinity", until_id: "" };

/**
 * Lists the organizations with unchained changes older than `settleMs`, or with a chain whose end is ahead of the
 * clock.
 */
export async function listOrganizationsToChain(db: Database, settleMs: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select o.id
      from organizations o
      left join lateral (
        select until_at, until_id from audit_blocks where org_id = o.id order by position desc limit 1) b on true
     where o.purge_started_at is null
       and (b.until_at > statement_timestamp() - ${settleMs} * interval '1 millisecond'
            or exists (select from changes c
                        where c.org_id = o.id and (c.at, c.id) > (coalesce(b.until_at, '-infinity'), coalesce(b.until_id, ''))
                          and c.at < statement_timestamp() - ${settleMs} * interval '1 millisecond'))
     order by o.id`);
  return rows.map(({ id }) => id);
}

/**
 * Locks the chain until the transaction ends, so nobody else appends to it, and no removal of the organization
 * starts. Returns false if that is not possible now.
 */
export async function tryLockChain(tx: Transaction, orgId: string): Promise<boolean> {
  // Forces index plans despite the statistics: on the first start, millions of rows are in no block yet.
  const locks = await tx.query<{ taken: boolean }>(sql`
    select pg_try_advisory_xact_lock(hashtextextended(${`audit blocks ${orgId}`}, 0)) as taken,
           set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', 'off', true),
           set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true), set_config('jit', 'off', true)`);
  if (!one(locks).taken) return false;
  const rows = await tx.query(
    sql`select id from organizations where id = ${orgId} and purge_started_at is null for share skip locked`,
  );
  return rows.length > 0;
}

export async function findHead(db: Database, orgId: string): Promise<Head> {
  const [head] = await db.query<Head>(sql`
    select position, changes, link, until_at, until_id from audit_blocks
     where org_id = ${orgId} order by position desc limit 1`);
  return head ?? beforeAll;
}

export interface Settled {
  /** Every change before this instant is committed and visible, or was rolled back. */
  before: string;
  /** The time of the database's clock, minus `settleMs`. */
  clock: string;
}

/**
 * Finds the instant before which no further change rows can appear. A row gets the instant of the statement that
 * inserts it. A transaction that has already written may still commit rows from any time since it began; any other
 * transaction can only add rows from its current statement on.
 */
export async function findSettled(db: Database, settleMs: number): Promise<Settled> {
  const rows = await db.query<Settled>(sql`
    select date_trunc('milliseconds', least(clock, min(case when backend_xid is not null then xact_start
                                                            when state = 'active' then query_start end))) as before,
           date_trunc('milliseconds', clock) as clock
      from (select statement_timestamp() - ${settleMs} * interval '1 millisecond' as clock) t
      left join pg_stat_activity on datname = current_database() and backend_type = 'client backend'
                                and pid <> pg_backend_pid()
     group by clock`);
  return one(rows);
}

/**
 * Appends the first `most` changes after the head and before an instant. Writes an empty block only if `evenEmpty` is
 * set. Returns the number of changes. If the clock went back, earlier blocks reach beyond the head and may contain some
 * of these changes, which are then skipped.
 */
export async function insertBlock(
  tx: Transaction,
  orgId: string,
  head: Head,
  { before, most, evenEmpty }: { before: string; most: number; evenEmpty: boolean },
): Promise<number> {
  const rows = await tx.query<{ count: number }>(sql`
    with chained as materialized (
      select unnest(change_ids) as id from audit_blocks
       where org_id = ${orgId} and (until_at, until_id) > (${head.until_at}::timestamptz, ${head.until_id})
    ), candidate as materialized (
      select id from changes
       where org_id = ${orgId} and (at, id) > (${head.until_at}::timestamptz, ${head.until_id}) and at < ${before}::timestamptz
       order by at, id limit ${most} + (select count(*) from chained)
    ), fresh as materialized (
      select c.*, ${contentHash("c")} as content_hash
        from (select id from candidate where id not in (select id from chained) limit ${most}) k
       cross join lateral (select * from changes where org_id = ${orgId} and id = k.id offset 0) c
    ), hashed as materialized (
      select f.at, f.id, f.content_hash, ${rowHash("f", sql`f.content_hash`)} as row_hash from fresh f
    ), last as (
      select at, id from hashed where (select count(*) from hashed) = ${most} order by at desc, id desc limit 1
    ), block as (
      select ${orgId}::text as org_id, ${head.position}::bigint + 1 as position, ${head.changes}::bigint + count(*) as changes,
             coalesce((select at from last), ${before}::timestamptz) as until_at, coalesce((select id from last), '') as until_id,
             coalesce(array_agg(id order by at, id), '{}') as change_ids,
             coalesce(array_agg(content_hash order by at, id), '{}') as content_hashes,
             coalesce(array_agg(row_hash order by at, id), '{}') as row_hashes,
             coalesce(string_agg(row_hash, '' order by at, id), '') as all_hashes
        from hashed
    )
    insert into audit_blocks (org_id, position, changes, until_at, until_id, change_ids, content_hashes, row_hashes, link)
    select org_id, position, changes, until_at, until_id, change_ids, content_hashes, row_hashes,
           ${linkHash("b", sql`${head.link}::bytea`, sql`b.all_hashes`)}
      from block b
     where ${evenEmpty} or cardinality(change_ids) > 0
    returning cardinality(change_ids) as count`);
  return rows[0]?.count ?? 0;
}

/** Finds the instant of the first change that precedes the end of the chain but is in none of its blocks. */
export async function findFirstStraggler(db: Database, orgId: string): Promise<string | undefined> {
  const [row] = await db.query<{ at: string | null }>(sql`
    with chained as materialized (select unnest(change_ids) as id from audit_blocks where org_id = ${orgId}),
    head as materialized (select until_at, until_id from audit_blocks where org_id = ${orgId} order by position desc limit 1)
    select min(at) as at from changes
     where org_id = ${orgId} and (at, id) <= ((select until_at from head), (select until_id from head))
       and id not in (select id from chained)`);
  return row?.at ?? undefined;
}

/** Finds the organization's newest seal in the change rows. */
export async function findNewestSeal(db: Database, orgId: string): Promise<SealRow | undefined> {
  const [row] = await db.query<{ object: SealRow }>(selectNewestSeal(sql`${orgId}`));
  return row?.object;
}

/**
 * Finds the newest of the 50 last seals by `at`, the database's clock. The index contains only ids, which begin with
 * the time of a node's clock, and that may have been ahead.
 */
function selectNewestSeal(orgId: Sql): Sql {
  return sql`
    select object from (
      select object, at, id from changes
       where org_id = ${orgId} and action = 'audit.sealed' order by id desc limit 50) seals
     order by at desc, id desc limit 1`;
}

/** The end of a chain at the time it was sealed. */
export type SealRow = RowOf<AuditSeal>;

/**
 * Lists the organizations whose chain contains changes newer than its last seal, apart from the seal's own change row.
 */
export async function listOrganizationsToSeal(db: Database): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select o.id
      from organizations o
     cross join lateral (select changes from audit_blocks where org_id = o.id order by position desc limit 1) b
      left join lateral (
        select (object ->> 'changes')::bigint as changes from (${selectNewestSeal(sql`o.id`)}) newest) s on true
     where o.purge_started_at is null and b.changes > coalesce(s.changes + 1, 0)
     order by o.id`);
  return rows.map(({ id }) => id);
}

export interface SealAge {
  /** When the newest seal of any organization was created, in Unix seconds; null if there is none. */
  sealed_at: number | null;
  /** The age of the oldest block that needs a seal but has none; 0 if there is no such block. */
  unsealed_seconds: number;
}

/** Finds how old the seals are. A chain needs a seal under the same condition as in `listOrganizationsToSeal`. */
export async function findSealAge(db: Database): Promise<SealAge> {
  const rows = await db.query<SealAge>(sql`
    select extract(epoch from max(s.sealed_at))::float8 as sealed_at,
           coalesce(extract(epoch from now() - min(unsealed.until_at)), 0)::float8 as unsealed_seconds
      from organizations o
      left join lateral (
        select (object ->> 'position')::bigint as position, (object ->> 'changes')::bigint as changes,
               (object ->> 'sealed_at')::timestamptz as sealed_at
          from (${selectNewestSeal(sql`o.id`)}) newest) s on true
      left join lateral (
        select until_at from audit_blocks
         where org_id = o.id and position > coalesce(s.position, 0) and changes > coalesce(s.changes + 1, 0)
         order by position limit 1) unsealed on true
     where o.purge_started_at is null`);
  return one(rows);
}
