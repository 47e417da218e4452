import { findSettled } from "#identity/seals/queries.ts";
import { type Database, type Sql, sql } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { findHistory } from "#platform/database/connection/server-history.ts";
import { rowsScanned } from "#platform/process/row-counts.ts";
import { type ChangeSummary, isThere } from "#tracking/exchange/event-catalogue/change-queries.ts";
import { earliest, type Position, type Window } from "./position.ts";

type ChangeKey = Pick<Window, "at" | "id">;

/** The fields of a change that decide which readers receive its event. */
export interface ScannedChange extends ChangeSummary {
  at: string;
}

export interface Batch {
  changes: ScannedChange[];
  after(change: ChangeKey): Position;
  /** The position from which to continue. */
  end: Position;
  /** Whether more changes may already be available. */
  hasMore: boolean;
}

export interface Wanted {
  actions: readonly string[];
  /** The members whose entries and timers to include; undefined means everyone. */
  ownerIds: string[] | undefined;
  /** The members whose timesheets to include; undefined means everyone. */
  sheetOwnerIds: string[] | undefined;
}

/** The longest delay before PostgreSQL reports a change in a session's state. */
const reportingMs = 2_000;

/** The position after everything committed so far. */
export async function findLatest(db: Database): Promise<Position> {
  const [settled, history] = await Promise.all([findSettled(db, reportingMs), findHistory(db)]);
  const rows = await db.query<{ seen: string }>(sql`select pg_current_snapshot()::text as seen`);
  return { history, seen: one(rows).seen, from: settled.before, window: null };
}

/** Reads the first `limit` wanted changes after a position, oldest first, among those committed so far. */
export async function readBatch(
  db: Database,
  orgId: string,
  position: Position,
  wanted: Wanted,
  limit: number,
): Promise<Batch> {
  // Reads `settled` before the snapshot, so that transactions missing from the snapshot have no changes before
  // `settled`.
  const [settled, history] = await Promise.all([findSettled(db, reportingMs), findHistory(db)]);
  const begin =
    history === position.history ? position : { history, seen: null, from: earliest(position), window: null };
  const { seen, from, changes } = await scan(db, orgId, begin, { formerly: position.seen, wanted }, limit + 1);
  const start = { ...begin, from };
  const until = start.window ?? { seen, from: settled.before };
  const shown = changes.slice(0, limit);
  const last = changes.length > limit ? shown.at(-1) : await findScanEnd(db, orgId, start, shown.at(-1));
  const after = (change: ChangeKey): Position => ({
    ...start,
    window: { seen: until.seen, from: until.from, ...changeKeyOf(change) },
  });
  if (last !== undefined) return { changes: shown, after, end: after(last), hasMore: true };
  return {
    changes: shown,
    after,
    end: { history, seen: until.seen, from: until.from, window: null },
    hasMore: start.window !== null,
  };
}

const changeKeyOf = ({ at, id }: ChangeKey): ChangeKey => ({ at, id });

async function scan(
  db: Database,
  orgId: string,
  { seen, from, window }: Position,
  { formerly, wanted }: { formerly: string | null; wanted: Wanted },
  limit: number,
) {
  // If the clock was set back, later transactions have earlier instants. Only the first page looks for the earliest
  // one; later pages reuse it. `offset 0` keeps PostgreSQL from looking for the minimum along the index of instants,
  // through the whole history.
  const isBegun = window !== null && window.id !== "";
  const sinceThen =
    formerly === null || isBegun
      ? sql`null`
      : sql`
        (select min(x.at)
           from (select at from changes
                  where org_id = ${orgId} and made_in >= pg_snapshot_xmin(${formerly}::pg_snapshot)
                        and made_in < pg_snapshot_xmax(pg_current_snapshot())
                        ${seen === null ? sql`` : sql`and not pg_visible_in_snapshot(made_in, ${seen}::pg_snapshot)`}
                 offset 0) x)`;
  const rows = await db.query<ScannedChange & { now_seen: string; since: string }>(sql`
    select n.seen as now_seen, n.since, e.*
      from (select pg_current_snapshot()::text as seen, least(${from}::timestamptz, ${sinceThen}) as since) n
      left join lateral (
        select c.id, c.at, c.action,
               jsonb_build_object('id', c.object -> 'id', 'project_id', c.object -> 'project_id', 'kind', c.object -> 'kind',
                                  'user_id', c.object -> 'user_id', 'project_ids', c.object -> 'project_ids') as object,
               jsonb_build_object('project_id', c.previous -> 'project_id', 'user_id', c.previous -> 'user_id', 'project_ids',
                                  case when c.previous ? 'project_ids' then c.previous -> 'project_ids'
                                       else c.object -> 'project_ids' end) as previous
          from (select *, ${transactionOf} as made_by from changes
                 where org_id = ${orgId} and at >= n.since ${isAfter(window)}
                 order by at, id limit ${rowsScanned}) c
         where c.action = any(${[...wanted.actions]}) and ${isThere("c")} ${isOwn(wanted)}
           ${seen === null ? sql`` : sql`and not pg_visible_in_snapshot(c.made_by, ${seen}::pg_snapshot)`}
           ${window === null ? sql`` : sql`and pg_visible_in_snapshot(c.made_by, ${window.seen}::pg_snapshot)`}
         order by c.at, c.id
         limit ${limit}) e on true
     order by e.at, e.id`);
  return { seen: rows[0]?.now_seen ?? "", from: rows[0]?.since ?? from, changes: rows.filter(({ id }) => id !== null) };
}

// Uses no columns of the row, so that PostgreSQL evaluates the subquery once per query.
const nextTransaction = sql`(select pg_snapshot_xmax(pg_current_snapshot())::text::bigint)`;

/**
 * The 64-bit id of the transaction that wrote the row to this database. Unlike `made_in`, it is correct even after a
 * dump has been loaded, but it has no index. `xmin` has only the low 32 bits; the high bits follow from the next
 * transaction's id, which is larger.
 */
export const transactionOf = sql`
  (${nextTransaction} - ((${nextTransaction} - xmin::text::bigint) & 4294967295))::text::xid8`;

function isAfter(window: Window | null): Sql {
  return window === null ? sql`` : sql`and (at, id) > (${window.at}::timestamptz, ${window.id})`;
}

function isOwn({ ownerIds, sheetOwnerIds }: Wanted): Sql {
  if (ownerIds === undefined && sheetOwnerIds === undefined) return sql``;
  const isOf = (ids: string[] | undefined) =>
    ids === undefined ? sql`true` : sql`c.object ->> 'user_id' = any(${ids})`;
  return sql`and case when c.action like 'timesheet.%' then ${isOf(sheetOwnerIds)}
                      when c.action like 'time_entry.%' or c.action like 'timer.%' then ${isOf(ownerIds)}
                      else true end`;
}

/**
 * The position where a scan stopped at `rowsScanned` changes, but never before the last change found; undefined if the
 * scan read everything.
 */
async function findScanEnd(db: Database, orgId: string, { from, window }: Position, found: ChangeKey | undefined) {
  const [end] = await db.query<ChangeKey>(sql`
    select at, id from changes
     where org_id = ${orgId} and at >= ${from} ${isAfter(window)}
     order by at, id limit 1 offset ${rowsScanned - 1}`);
  if (end === undefined || found === undefined) return end;
  const order = Date.parse(end.at) - Date.parse(found.at) || (end.id < found.id ? -1 : 1);
  return order < 0 ? found : end;
}
