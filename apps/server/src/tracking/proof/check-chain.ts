import { contentHash, linkHash, noLink, rowHash } from "#identity/seals/hashes.ts";
import type { SealRow } from "#identity/seals/queries.ts";
import { raw, type Sql, sql, type Transaction } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import type { Finding } from "./check-history.ts";

/** A copy of a seal that was kept outside the database. */
export type KeptSeal = Pick<SealRow, "position" | "hash"> & { organizationId: string };

/** The result of comparing an organization's change rows with their hash chain. */
export interface ChainCheck {
  blocks: number;
  changes: number;
  /**
   * The number of changes whose time is earlier than that of a preceding change in the chain: the clock was set back,
   * or the changes were forged.
   */
  late: number;
  /** The number of changes that are not in a block yet. */
  waiting: number;
  /** The number of kept seals that still match the history. */
  matched: number;
  differing: number;
  kinds: { kind: string; differing: number; differences: Finding[] }[];
}

interface CheckedBlocks {
  blocks: number;
  position: number;
  changes: number;
  link: Buffer;
  latest: string;
  late: number;
  findings: { kind: string; count: number; first: Finding[] }[];
}

const blocksAtOnce = 20;
const start: CheckedBlocks = {
  blocks: 0,
  position: 0,
  changes: 0,
  link: noLink,
  latest: "-infinity",
  late: 0,
  findings: [],
};

/** Verifies every link, the membership of every change in a block, and both the stored and the kept seals. */
export async function checkChain(
  run: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>,
  orgId: string,
  kept: readonly KeptSeal[],
  most: number,
): Promise<ChainCheck> {
  const kinds = new Map<string, { differing: number; differences: Finding[] }>();
  const add = (found: CheckedBlocks["findings"]) => {
    for (const { kind, count, first } of found) {
      const sum = kinds.get(kind) ?? { differing: 0, differences: [] };
      sum.differing += count;
      sum.differences.push(...first.slice(0, most - sum.differences.length));
      kinds.set(kind, sum);
    }
  };
  let last = start;
  let [blocks, late] = [0, 0];
  for (;;) {
    const previous = last;
    const next = await run((tx) => checkBlocks(tx, orgId, previous, most));
    if (next === undefined) break;
    add(next.findings);
    blocks += next.blocks;
    late += next.late;
    last = next;
  }
  add(await run((tx) => checkMembership(tx, orgId, most)));
  add(await run((tx) => checkSeals(tx, orgId, most)));
  const unmatched = await run((tx) => checkKept(tx, orgId, kept));
  if (unmatched.length > 0) add([{ kind: "audit.kept", count: unmatched.length, first: unmatched }]);
  const found = [...kinds].map(([kind, sum]) => ({ kind, ...sum }));
  return {
    blocks,
    changes: last.changes,
    late,
    waiting: await run((tx) => countWaiting(tx, orgId)),
    matched: kept.length - unmatched.length,
    differing: found.reduce((sum, { differing }) => sum + differing, 0),
    kinds: found,
  };
}

const finding = (id: Sql, column: Sql, stored: Sql, expected: Sql) =>
  sql`jsonb_build_object('id', ${id}, 'column', ${column}::text, 'stored', ${stored}, 'expected', ${expected})`;

/** Groups findings by kind; `from` has the columns `kind`, `id`, `column`, `stored` and `expected`. */
function summed(from: Sql, most: number): Sql {
  const one = finding(sql`id`, sql`"column"`, sql`stored`, sql`expected`);
  return sql`
    select kind, count(*) as count, to_jsonb((array_agg(${one} order by id))[1:${raw(String(most))}]) as first
      from (${from}) f group by kind`;
}

/** Whether the purge of a change row is valid: its entry was deleted, was not restored since, and is itself purged. */
const isPurged = sql`
  c.object = '{}' and c.previous is null and starts_with(c.action, 'time_entry.')
  and exists (select from time_entries e where e.org_id = c.org_id and e.id = c.target_id and e.purged_at is not null)
  and exists (select from changes d where d.org_id = c.org_id and d.target_id = c.target_id and d.action = 'time_entry.deleted'
               and not exists (select from changes r where r.org_id = d.org_id and r.target_id = d.target_id
                                and r.action = 'time_entry.restored' and (r.at, r.id) > (d.at, d.id)))`;

async function checkBlocks(
  tx: Transaction,
  orgId: string,
  { position, changes, link, latest }: CheckedBlocks,
  most: number,
): Promise<CheckedBlocks | undefined> {
  // Forces nested loops, so that the cost depends on the size of the block instead of the table.
  await tx.query(sql`select set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`);
  const [checked] = await tx.query<CheckedBlocks>(sql`
    with block as materialized (
      select *, greatest(${latest}::timestamptz, max(until_at) over (order by position rows between unbounded preceding and 1 preceding)) as latest
        from (select * from audit_blocks where org_id = ${orgId} and position > ${position} order by position limit ${blocksAtOnce}) b
    ), leaf as materialized (
      select b.position, b.latest, l.*, c.id as found, c.at, ${contentHash("c")} as content,
             ${rowHash("c", sql`l.content_hash`)} as whole
        from block b
       cross join lateral unnest(b.change_ids, b.content_hashes, b.row_hashes) l (id, content_hash, row_hash)
        left join changes c on c.org_id = ${orgId} and c.id = l.id
    ), linked as materialized (
      select b.*, coalesce(lag(b.position) over blocks, ${position}) + 1 as due_position,
             coalesce(lag(b.changes) over blocks, ${changes}) + cardinality(b.change_ids) as due_changes,
             ${linkHash("b", sql`coalesce(lag(b.link) over blocks, ${link}::bytea)`, sql`r.hashes`)} as due_link
        from block b
       cross join lateral (select coalesce(string_agg(h, '' order by number), '') as hashes
                             from unnest(b.row_hashes) with ordinality u (h, number)) r
      window blocks as (order by b.position)
    ), found as materialized (
      select 'audit.missing' as kind, coalesce(id, 'null') as id, null as "column", '"no row"'::jsonb as stored,
             to_jsonb('a row, which is in block ' || position) as expected
        from leaf where found is null
      union all
      select 'audit.changed', l.id, case when l.whole = l.row_hash then 'object' end, '"another row"',
             to_jsonb('the row that is in block ' || l.position)
        from leaf l
       where l.found is not null
         and (l.whole is distinct from l.row_hash
              or l.content is distinct from l.content_hash and not exists (
                   select from changes c where c.org_id = ${orgId} and c.id = l.id and ${isPurged}))
      union all
      select 'audit.block', position::text, d.name, d.stored, d.due
        from linked
       cross join lateral (values
         ('position', to_jsonb(position), to_jsonb(due_position)), ('changes', to_jsonb(changes), to_jsonb(due_changes)),
         ('link', to_jsonb(encode(link, 'hex')), to_jsonb(encode(due_link, 'hex')))) d (name, stored, due)
       where d.stored is distinct from d.due
    )
    select (select count(*) from block) as blocks, l.position, l.changes, l.link,
           (select greatest(max(until_at), ${latest}::timestamptz)::text from block) as latest,
           (select count(*) from leaf where at < latest) as late,
           (select coalesce(jsonb_agg(s), '[]') from (${summed(sql`select * from found`, most)}) s) as findings
      from block l order by position desc limit 1`);
  return checked;
}

/** Finds changes that are in no block or in more than one. */
function checkMembership(tx: Transaction, orgId: string, most: number): Promise<CheckedBlocks["findings"]> {
  return tx.query(sql`
    with chained as materialized (
      select unnest(change_ids) as id from audit_blocks where org_id = ${orgId}
    ), head as materialized (
      select until_at, until_id from audit_blocks where org_id = ${orgId} order by position desc limit 1
    ), found as (
      select 'audit.unchained' as kind, c.id, null as "column", '"in no block"'::jsonb as stored, '"in a block"'::jsonb as expected
        from changes c
       where c.org_id = ${orgId}
         and (c.at, c.id) <= ((select until_at from head), (select until_id from head))
         and not exists (select from chained k where k.id = c.id)
      union all
      select 'audit.repeated', coalesce(id, 'null'), null, to_jsonb('in ' || count(*) || ' places'), '"in one place"'
        from chained group by id having count(*) > 1
    )
    ${summed(sql`select * from found`, most)}`);
}

async function countWaiting(tx: Transaction, orgId: string): Promise<number> {
  const rows = await tx.query<{ count: number }>(sql`
    select count(*) as count from changes
     where org_id = ${orgId}
       and (at, id) > (coalesce((select until_at from audit_blocks where org_id = ${orgId} order by position desc limit 1), '-infinity'),
                       coalesce((select until_id from audit_blocks where org_id = ${orgId} order by position desc limit 1), ''))`);
  return one(rows).count;
}

/** Finds seals that differ from their block. */
function checkSeals(tx: Transaction, orgId: string, most: number): Promise<CheckedBlocks["findings"]> {
  const shown = sql`jsonb_build_object('position', b.position, 'hash', encode(b.link, 'hex'), 'changes', b.changes)`;
  return tx.query(
    summed(
      sql`
        select 'audit.seal' as kind, c.id, null as "column", c.object - '{until,sealed_at}'::text[] as stored,
               coalesce(${shown}, '"no such block"') as expected
          from changes c
          left join audit_blocks b on b.org_id = c.org_id and to_jsonb(b.position) = c.object -> 'position'
         where c.org_id = ${orgId} and c.action = 'audit.sealed'
           and (b.position is null or c.object - '{until,sealed_at}'::text[] is distinct from ${shown})`,
      most,
    ),
  );
}

async function checkKept(tx: Transaction, orgId: string, kept: readonly KeptSeal[]): Promise<Finding[]> {
  const rows = await tx.query<{ position: number; hash: string; stored: string | null }>(sql`
    select k.position, k.hash, encode(b.link, 'hex') as stored
      from json_to_recordset(${JSON.stringify(kept)}::json) as k (position bigint, hash text)
      left join audit_blocks b on b.org_id = ${orgId} and b.position = k.position
     where encode(b.link, 'hex') is distinct from k.hash`);
  return rows.map(({ position, hash, stored }) => ({
    id: String(position),
    column: "hash",
    stored: stored ?? "no such block",
    expected: hash,
  }));
}
