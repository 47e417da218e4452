import { type DatabasePool, sql } from "#platform/database/database.ts";
import { addNotices } from "#tracking/notices/kind/add-notices.ts";
import { noticeOf } from "#tracking/notices/kind/kind.ts";
import { timesheetDecided } from "#tracking/notices/kinds/timesheet-decided.ts";
import type { Caller } from "./test-app.ts";

export const march = {
  timesheetId: "sheet_1m20260301",
  version: 1,
  period: "month",
  start: "2026-03-01",
  end: "2026-03-31",
} as const;

/** Stores a timesheet for March with this version, without entries. */
export async function storeMarch(db: DatabasePool, orgId: string, userId: string, version = 1): Promise<void> {
  await db.query(sql`
    insert into timesheets
           (org_id, id, user_id, period, period_start, period_end, starts_at, ends_at, time_zone, status, seconds,
            billable_seconds, entries, amount_minor, breaks, version)
    values (${orgId}, ${march.timesheetId}, ${userId}, 'month', ${march.start}, ${march.end}, '2026-03-01T00:00:00Z',
            '2026-04-01T00:00:00Z', 'UTC', 'rejected', 0, 0, 0, 0, 0, ${version})
    on conflict (org_id, id) do update set version = excluded.version`);
}

/** Notifies all members that their timesheets were approved. Returns their number. */
export async function tellAll(db: DatabasePool, { orgId, userId: byUserId }: Caller): Promise<number> {
  const members = await db.query<{ user_id: string }>(sql`select user_id from members where org_id = ${orgId}`);
  await storeMarch(db, orgId, byUserId);
  const facts = { ...march, status: "approved", note: null, byUserId } as const;
  await addNotices(
    db,
    orgId,
    members.map(({ user_id: userId }) => noticeOf(timesheetDecided, { userId, facts })),
  );
  return members.length;
}
