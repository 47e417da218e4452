import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "#platform/database/database.ts";
import { waitFor } from "#test/databases/hold.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { killRounds } from "#test/processes/kill-rounds.ts";
import { assertSound } from "#test/worlds/assert-sound.ts";
import { newProject } from "#test/worlds/factories.ts";
import { type Answer, type Caller, type Json, newTestApp } from "#test/worlds/test-app.ts";

const { db } = await createDatabase();
const world = await newTestApp({ db, now: () => new Date("2026-04-10T08:00:00Z") });

/** The state of a timesheet, which each step must change completely or not at all. */
interface State {
  status: string;
  version: number;
  statements: number;
  transitions: number;
  billed: number;
}

async function statesOf({ orgId }: Caller): Promise<State[]> {
  return db.query<State>(sql`
    select s.status, s.version,
           (select count(*) from timesheet_statements t where t.org_id = s.org_id and t.timesheet_id = s.id)::integer as statements,
           (select count(*) from changes c where c.org_id = s.org_id and c.target_id = s.id)::integer as transitions,
           (select count(*) from time_entries e where e.org_id = s.org_id and e.user_id = s.user_id and e.billing_batch_id is not null)::integer as billed
      from timesheets s where s.org_id = ${orgId} order by s.id`);
}

/** Terminates all other connections to the database, and returns how many were in a transaction. */
async function killConnections(): Promise<number> {
  const killed = await db.query<{ pid: number; is_busy: boolean }>(sql`
    select pid, xact_start is not null as is_busy, pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`);
  // Wait until the sessions have ended, because they keep their locks until then.
  const pids = killed.map(({ pid }) => pid);
  const left = sql`select from pg_stat_activity where pid = any(${pids}::int[])`;
  await waitFor(async () => (await untilReadable(() => db.query(left))).length === 0);
  return killed.filter((row) => row.is_busy).length;
}

test("a submission, approval or billing that is killed happens wholly or not at all, and once when it is repeated", async (t) => {
  const owner = await world.newOrganization();
  const where = await newProject(owner);
  await owner.post("/v1/rates", { kind: "billable", scope: "organization", rateMinor: 9000 });
  await owner.patch("/v1/organization", { approvals: { period: "month", from: "2026-03-01", ownApproval: true } });
  const people = [owner, ...(await Promise.all(Array.from({ length: 9 }, () => world.newMember(owner, "member"))))];
  const eachOnce = { ...where, startedAt: "2026-03-02T09:00:00Z", durationSeconds: 3600 };
  const entries = people.flatMap(({ userId }) => Array.from({ length: 20 }, () => ({ ...eachOnce, userId })));
  assert.equal((await owner.post("/v1/time-entries/batch", { entries })).status, 201);
  const timesheets = people.map(({ userId }) => ({ id: `sheet_${userId.slice("user_".length)}m20260301` }));

  let batch = "";
  const filter = { to: "2026-03-31" };
  type Send = (headers: Record<string, string>) => Promise<Answer>;
  const steps: [status: string, billed: number, send: Send][] = [
    ["submitted", 0, (headers) => owner.post("/v1/timesheets/batch/submit", { timesheets }, headers)],
    ["approved", 0, (headers) => owner.post("/v1/timesheets/batch/approve", { timesheets }, headers)],
    ["approved", 20, (headers) => owner.post("/v1/billing-batches", { filter, reference: "R" }, headers)],
    ["approved", 0, (headers) => owner.delete(`/v1/billing-batches/${batch}`, headers)],
    ["open", 0, (headers) => owner.post("/v1/timesheets/batch/reopen", { timesheets, note: "Again." }, headers)],
  ];
  const tally = { kills: 0, midway: 0, lost: 0 };
  let before: State[] = [];
  for (let round = 0; round < killRounds * steps.length; round++) {
    const [status, billed, send] = steps[round % steps.length] ?? assert.fail();
    const key = { "idempotency-key": `"round ${round}"` };
    for (let attempt = 0; ; attempt++) {
      const sending = send(key).catch((error: unknown) => error as Error);
      if (attempt < 2) {
        await pause(40 * Math.random());
        tally.kills++;
        tally.midway += await killConnections();
      }
      const answer: Answer | Error = await sending;
      const after = await untilReadable(() => statesOf(owner));
      const isDone = after.length > 0 && after.every((state) => state.status === status && state.billed === billed);
      if (!isDone) assert.deepEqual(after, before, "all or nothing");
      if (answer instanceof Error || answer.status >= 500) {
        if (isDone) tally.lost++;
        assert.ok(attempt < 20, "it succeeds once nobody interferes");
        continue;
      }
      // If the first DELETE was committed, its repetition gets a 404.
      assert.ok(answer.status < 300 || (attempt > 0 && answer.status === 404), answer.text);
      assert.ok(isDone);
      if (answer.status === 201) batch = (answer.json as Json).id;
      for (const { version, transitions } of after) assert.equal(version, transitions, "each transition once");
      before = after;
      break;
    }
  }
  const approvals = killRounds;
  assert.ok(
    before.every(({ statements }) => statements === approvals),
    "one statement of each approval",
  );
  await assertSound(db);
  t.diagnostic(
    `${tally.kills} kills, ${tally.midway} during a transaction, ${tally.lost} replies lost after the commit`,
  );
});

/** Repeats a read until it succeeds, because this test's own connections were terminated too. */
async function untilReadable<Value>(read: () => Promise<Value>): Promise<Value> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await read();
    } catch (error) {
      if (attempt === 20) throw error;
    }
  }
}
