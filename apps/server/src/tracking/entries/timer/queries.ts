import type { Stored } from "#identity/history/store.ts";
import { assignments, having, nextVersion } from "#platform/database/columns.ts";
import { type Database, type Sql, sql } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { pageOf, type PageRequest } from "#platform/http/replies/pages.ts";
import type { HiddenEntries } from "#tracking/ledger/projects/visibility.ts";
import { notHidden } from "#tracking/ledger/entry-filters/time-entry-filter.ts";
import type { Timer } from "./schemas.ts";

export type TimerRow = Stored<Omit<Timer, "billable">> & { billable_choice: boolean | null };

/**
 * The ETag includes the creation time, because a member's successive timers have the same path and could have the same
 * version.
 */
export function timerEtag(timer: TimerRow): string {
  return `"${Date.parse(timer.created_at).toString(36)}-${timer.version}"`;
}

export type TimerColumns = Pick<
  TimerRow,
  "project_id" | "task_id" | "started_at" | "description" | "tags" | "billable_choice"
>;

export async function findTimer(
  db: Database,
  orgId: string,
  userId: string,
  lock?: Sql,
): Promise<TimerRow | undefined> {
  const [row] = await db.query<TimerRow>(
    sql`select * from timers where org_id = ${orgId} and user_id = ${userId} ${lock ?? sql``}`,
  );
  return row;
}

/**
 * The running timers of all members or of `userIds`. `id` is the member's id, which orders timers with equal starts.
 */
export function listTimers(
  db: Database,
  orgId: string,
  userIds: readonly string[] | undefined,
  hidden: HiddenEntries | undefined,
  page: PageRequest,
): Promise<(TimerRow & { id: string })[]> {
  const seen = hidden === undefined ? sql`` : notHidden(hidden, "timers");
  return db.query<TimerRow & { id: string }>(sql`
    select * from (select *, user_id as id from timers where org_id = ${orgId} ${having({ user_id: userIds })} ${seen}) shown
     where true ${pageOf(page, "started_at")}`);
}

export async function insertTimer(db: Database, orgId: string, userId: string, timer: TimerColumns): Promise<TimerRow> {
  const rows = await db.query<TimerRow>(sql`
    insert into timers (org_id, user_id, project_id, task_id, started_at, description, tags, billable_choice)
    values (${orgId}, ${userId}, ${timer.project_id}, ${timer.task_id}, ${timer.started_at}, ${timer.description}, ${timer.tags},
            ${timer.billable_choice})
    returning *`);
  return one(rows);
}

export async function updateTimer(
  db: Database,
  orgId: string,
  userId: string,
  columns: TimerColumns,
): Promise<TimerRow | undefined> {
  const [row] = await db.query<TimerRow>(sql`
    update timers
       set ${assignments({ ...columns })}, ${nextVersion}
     where org_id = ${orgId} and user_id = ${userId}
    returning *`);
  return row;
}

/** Deletes and returns the timer. Only one of several concurrent calls gets it. */
export async function deleteTimer(db: Database, orgId: string, userId: string): Promise<TimerRow | undefined> {
  const [row] = await db.query<TimerRow>(
    sql`delete from timers where org_id = ${orgId} and user_id = ${userId} returning *`,
  );
  return row;
}
