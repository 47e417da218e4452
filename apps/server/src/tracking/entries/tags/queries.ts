import { type Database, sql, type Transaction } from "#platform/database/database.ts";
import type { Block } from "#tracking/entries/revisions/queries.ts";
import { matching, type TimeEntryFilter } from "#tracking/ledger/entry-filters/time-entry-filter.ts";
import { lockedBy } from "#tracking/ledger/entry-locks/entry-locks.ts";

export interface TagRow {
  name: string;
  count: number;
  last_used_at: string;
}

/** The tags of the matching entries, each with the number of entries that have it. Ignores deleted entries. */
export function listTags(db: Database, orgId: string, filter: TimeEntryFilter): Promise<TagRow[]> {
  return db.query<TagRow>(sql`
    select (array_agg(t.name order by e.started_at desc, e.id desc))[1] as name, count(*) as count, max(e.started_at) as last_used_at
      from time_entries e
     cross join unnest(e.tags, e.tag_keys) as t (name, key)
     where e.org_id = ${orgId} and e.deleted_at is null ${matching(orgId, filter, "e")}
     group by t.key
     order by count desc, t.key`);
}

export interface TaggedEntry {
  id: string;
  tags: string[];
  locked: boolean;
}

/** The matching entries of a block, except deleted ones. `lock` locks them until the transaction ends. */
export function findTagged(
  db: Database,
  orgId: string,
  filter: TimeEntryFilter,
  block: Block,
  lock: boolean,
): Promise<TaggedEntry[]> {
  const end = block.to === undefined ? sql`` : sql`and id < ${block.to}`;
  return db.query<TaggedEntry>(sql`
    select id, tags, ${lockedBy(orgId, "time_entries")} is not null as locked
      from time_entries
     where org_id = ${orgId} and deleted_at is null ${matching(orgId, filter)} and id >= ${block.from} ${end}
     order by id ${lock ? sql`for no key update` : sql``}`);
}

/** Records which change rows one block of a rename has written, so the rename can be undone. */
export async function insertRename(
  tx: Transaction,
  orgId: string,
  { id, number, changeIds }: { id: string; number: number; changeIds: string[] },
): Promise<void> {
  await tx.query(sql`
    insert into tag_renames (org_id, id, number, change_ids) values (${orgId}, ${id}, ${number}, ${changeIds})`);
}

export async function listRenameBlocks(db: Database, orgId: string, id: string): Promise<number[]> {
  const rows = await db.query<{ number: number }>(
    sql`select number from tag_renames where org_id = ${orgId} and id = ${id} order by number`,
  );
  return rows.map(({ number }) => number);
}

/** The tags of an entry after and before a rename; null if its content has been purged. */
export interface RenamedEntry {
  id: string;
  given: string[] | null;
  was: string[] | null;
}

/** The entries that one block of a rename changed. */
export function listRenamed(db: Database, orgId: string, id: string, number: number): Promise<RenamedEntry[]> {
  return db.query<RenamedEntry>(sql`
    select target_id as id, object -> 'tags' as given, previous -> 'tags' as was
      from changes
     where org_id = ${orgId}
       and id = any((select change_ids from tag_renames where org_id = ${orgId} and id = ${id} and number = ${number})::text[])`);
}
