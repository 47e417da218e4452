import { having } from "#platform/database/columns.ts";
import { type Database, sql } from "#platform/database/database.ts";
import { pageOf, type PageRequest } from "#platform/http/replies/pages.ts";
import type { HiddenEntries } from "#tracking/ledger/projects/visibility.ts";
import { notHidden } from "#tracking/ledger/entry-filters/time-entry-filter.ts";
import type { TimerRow } from "./timer.ts";

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

/** Deletes the timer; the caller has locked it. */
export async function deleteTimer(db: Database, orgId: string, userId: string): Promise<void> {
  await db.query(sql`delete from timers where org_id = ${orgId} and user_id = ${userId}`);
}
