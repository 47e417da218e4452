import { clockTime } from "#platform/database/columns.ts";
import { type Database, raw, sql } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { findHistory } from "#platform/database/connection/server-history.ts";
import type { Mark } from "./position.ts";

export interface Now {
  mark: Mark;
  /** The time of the database's clock. */
  clock: string;
  /** The instants of the first and the last change that was committed after the former mark; null if there is none. */
  first: string | null;
  last: string | null;
  /** Whether there are so many such changes that `first` and `last` are not known. */
  isLong: boolean;
}

/** A statement reads this many changes in about a second. */
const maxUnseen = 100_000;

/**
 * Sets a mark before everything that is read later, and finds the first and last instant of the changes committed after
 * a former mark. For `actions`, the `updated_at` of the object counts too, because it may differ from the instant of
 * the change row.
 */
export async function readNow(
  db: Database,
  orgId: string,
  former: Mark | undefined,
  actions: readonly string[],
): Promise<Now> {
  const history = await findHistory(db);
  const unseen =
    former === undefined
      ? sql`false`
      : sql`made_in >= ${firstUnseen(former)}::xid8 and made_in < pg_snapshot_xmax(pg_current_snapshot())
            ${history === former.history ? sql`and not pg_visible_in_snapshot(made_in, ${former.seen}::pg_snapshot)` : sql``}`;
  const ofObject = sql`case when action = any(${[...actions]}) then (object ->> 'updated_at')::timestamptz end`;
  const rows = await db.query<
    Omit<Mark, "history"> & { clock: string; first: string | null; until: string | null; is_long: boolean }
  >(sql`
    select pg_current_snapshot()::text as seen,
           (select made_in::text from changes
             where org_id = ${orgId} and made_in < pg_snapshot_xmax(pg_current_snapshot())
             order by made_in desc limit 1) as last,
           ${raw(settledAt)} as at, ${clockTime} as clock, u.first, u.until,
           u.count > ${maxUnseen} as is_long
      from (select count(*), min(least(at, ${ofObject})) as first, max(greatest(at, ${ofObject})) as until
              from (select * from changes where org_id = ${orgId} and ${unseen} limit ${maxUnseen + 1}) c) u`);
  const { seen, last, at, clock, first, until, is_long: isLong } = one(rows);
  return { mark: { history, seen, last, at }, clock, first, last: until, isLong };
}

/**
 * Returns the number of a transaction before which the mark includes all of the organization's changes. The numbers of
 * transactions that were rolled back can be assigned again after a crash, but only those after the last commit.
 */
function firstUnseen({ seen, last }: Mark): string {
  const oldestOpen = BigInt(seen.slice(0, seen.indexOf(":")));
  const afterLast = BigInt(last ?? 0) + 1n;
  return String(oldestOpen < afterLast ? oldestOpen : afterLast);
}

const settledAt = `
  (select date_trunc('milliseconds', least(statement_timestamp(), min(xact_start)))
     from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid())`;

/**
 * Returns an instant before which all writes are visible, unless the clock was set back: no open transaction began
 * earlier, and each write sets `updated_at` to an instant after its transaction began (docs/decisions/0004).
 */
export async function syncedTo(db: Database): Promise<string> {
  const rows = await db.query<{ at: string }>(sql`select ${raw(settledAt)} as at`);
  return one(rows).at;
}
