import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { type Caller, newTestApp } from "#test/worlds/test-app.ts";
import { addNotices } from "#tracking/notices/kind/add-notices.ts";
import { noticeOf } from "#tracking/notices/kind/kind.ts";
import { timesheetDecided } from "#tracking/notices/kinds/timesheet-decided.ts";
import { claimMails } from "./mail-queries.ts";

// A separate database, because emails of all organizations are claimed.
const { db } = await createDatabase();
const world = await newTestApp({ db });

async function addMails({ orgId, userId }: Caller, count: number): Promise<void> {
  const notices = Array.from({ length: count }, (_, version) => {
    const facts = { timesheetId: "sheet_1m20260301", period: "month", start: "2026-03-01", end: "2026-03-31" } as const;
    const decision = { version, status: "rejected", note: null, byUserId: userId } as const;
    return noticeOf(timesheetDecided, { userId, facts: { ...facts, ...decision } });
  });
  await addNotices(db, orgId, notices);
}

test("organizations with many mails that are due earlier do not starve those with one", async () => {
  const owners = await Promise.all(Array.from({ length: 22 }, () => world.newOrganization()));
  const inOrder = owners.toSorted((a, b) => (a.orgId < b.orgId ? -1 : 1));
  const [many, few] = [inOrder.slice(0, 20), inOrder.slice(20)];
  for (const owner of many) await addMails(owner, 40);
  await db.query(sql`
    update notices set mail_due_at = mail_due_at - interval '1 hour'
     where org_id = any(${many.map(({ orgId }) => orgId)}::text[])`);
  for (const owner of few) await addMails(owner, 1);
  const served: string[] = [];
  for (let round = 0; round < 15; round++)
    served.push(...(await claimMails(db, new Date(Date.now() + 1000).toISOString(), 20)).map(({ org_id }) => org_id));
  assert.equal(served.length, 15 * 20);
  for (const { orgId } of few) assert.ok(served.includes(orgId));

  // A server that refused them because they came at once does not get them at once again.
  const [retries] = await db.query<{ times: number; delays: number[] }>(sql`
    select count(distinct mail_due_at)::int as times,
           array_agg(extract(epoch from mail_due_at - now())::float8) as delays
      from notices where mail_attempts = 1`);
  // In one run of seven, a few of the 300 random times are equal to the millisecond.
  assert.ok(retries !== undefined && retries.times > 0.9 * served.length, `${retries?.times} different times`);
  assert.ok(retries.delays.every((seconds) => seconds > 4 * 60 && seconds < 11 * 60));
});
