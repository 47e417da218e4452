import { sql } from "#platform/database/database.ts";
import { addNotices } from "#tracking/notices/kind/add-notices.ts";
import { noticeOf } from "#tracking/notices/kind/kind.ts";
import { timesheetDecided } from "#tracking/notices/kinds/timesheet-decided.ts";
import type { Caller } from "./test-app.ts";

/** Notifies the caller that their timesheet was rejected. Returns the notice's id. */
export async function newNotice({ world: { db }, orgId, userId }: Caller): Promise<string> {
  const sheet = { timesheetId: `sheet_${userId.slice("user_".length)}m20260301`, version: 2 };
  const facts = { ...sheet, period: "month", start: "2026-03-01", end: "2026-03-31" } as const;
  const decision = { status: "rejected", note: "Friday is missing", byUserId: userId } as const;
  await addNotices(db, orgId, [noticeOf(timesheetDecided, { userId, facts: { ...facts, ...decision } })]);
  const [row] = await db.query<{ id: string }>(sql`
    select id from notices where org_id = ${orgId} and user_id = ${userId} order by created_at desc limit 1`);
  return row?.id ?? "";
}

export const noticeRequests = {
  listNotices: async (caller: Caller) => {
    await newNotice(caller);
    return {};
  },
  readNotices: async (caller: Caller) => ({ body: { ids: [await newNotice(caller)] } }),
  listFailedMails: async (caller: Caller) => {
    const id = await newNotice(caller);
    await caller.world.db.query(sql`
      update notices set mail_error = '550 No such person', mail_attempts = 1 where org_id = ${caller.orgId} and id = ${id}`);
    return {};
  },
};
