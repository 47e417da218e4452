import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import { entryBody, newEntry, newProject } from "#test/worlds/factories.ts";
import { hold, listBlocked, waitFor } from "#test/databases/hold.ts";
import { type Caller, type Json, testApp } from "#test/worlds/test-app.ts";
import { amountMinor } from "#tracking/ledger/rates/amount.ts";

async function setRate(caller: Caller, rate: object): Promise<string> {
  const made = await caller.post("/v1/rates", { kind: "billable", ...rate });
  assert.equal(made.status, 201, made.text);
  return made.json.id;
}

async function reprice(caller: Caller, body: object): Promise<Json> {
  const answer = await caller.post("/v1/rates/reprice", body);
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

function listRows(db: DatabasePool, orgId: string): Promise<Json[]> {
  return db.query<Json>(sql`select * from time_entries where org_id = ${orgId} order by id`);
}

const sumOf = (rows: Json[], column: string): number => rows.reduce((total, row) => total + row[column], 0);

/**
 * Asserts that the organization's sums equal those of its entries, and that each amount is the rate times the seconds.
 */
async function assertExact(db: DatabasePool, orgId: string): Promise<void> {
  const rows = await listRows(db, orgId);
  for (const row of rows) {
    assert.equal(row.amount_minor, amountMinor(row.rate_minor, row.billable_seconds), row.id);
    assert.equal(row.cost_minor, amountMinor(row.cost_rate_minor, row.duration_seconds), row.id);
  }
  const [sums] = await db.query(sql`
    select sum(sign)::bigint as entries, sum(sign * amount_minor)::bigint as amount, sum(sign * cost_minor)::bigint as cost,
           sum(case when rate_source = 'none' then sign * billable_seconds else 0 end)::bigint as unrated
      from time_sum_deltas where org_id = ${orgId}`);
  assert.deepEqual(sums, {
    entries: rows.length,
    amount: sumOf(rows, "amount_minor"),
    cost: sumOf(rows, "cost_minor"),
    unrated: sumOf(
      rows.filter((row) => row.rate_source === "none"),
      "billable_seconds",
    ),
  });
}

const euros = (before: number, after: number) => ({ before, after, difference: after - before });

test("more entries than fit into one block are all repriced", async () => {
  const { db, newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  for (let batch = 0; batch < 5; batch++) {
    const entries = Array.from({ length: 500 }, (_, index) =>
      entryBody(where, { durationSeconds: batch * 500 + index }),
    );
    assert.equal((await caller.post("/v1/time-entries/batch", { entries })).status, 201);
  }
  await setRate(caller, { scope: "organization", rateMinor: 3600 });
  const expected = { entries: 2500, unchanged: 0, amountMinor: euros(0, (2499 * 2500) / 2), costMinor: euros(0, 0) };
  assert.partialDeepStrictEqual(await reprice(caller, {}), expected);
  assert.partialDeepStrictEqual(await reprice(caller, { apply: true }), expected);
  assert.partialDeepStrictEqual(await reprice(caller, {}), { entries: 0, unchanged: 2500 });
  const [row] = await db.query(sql`
    select count(*) as count, count(distinct target_id) as entries from changes
     where org_id = ${caller.orgId} and action = 'time_entry.updated'`);
  assert.deepEqual(row, { count: 2500, entries: 2500 });
  await assertExact(db, caller.orgId);
});

test("with any rates, applying does what the preview says, and leaves nothing to do", async () => {
  const { db, newOrganization, newMember } = await testApp();
  const caller = await newOrganization({ timeZone: "Europe/Berlin" });
  const members = [caller.userId, (await newMember(caller, "member")).userId];
  const places = [await newProject(caller), await newProject(caller, { rounding: { mode: "up", minutes: 6 } })];
  let seed = 20_260_301;
  const place = fc.constantFrom(...places);
  const member = fc.constantFrom(...members);
  const entry = fc.record({
    where: place,
    userId: member,
    startedAt: fc.date({ min: new Date("2026-02-20"), max: new Date("2026-05-01"), noInvalidDate: true }),
    durationSeconds: fc.nat({ max: 30_000 }),
    billable: fc.constantFrom(true, true, false),
  });
  const rate = fc.record({
    kind: fc.constantFrom("billable", "cost"),
    subject: fc.oneof(
      fc.constant({ scope: "organization" }),
      fc.record({ scope: fc.constant("member"), userId: member }),
      fc.record({ scope: fc.constant("project"), projectId: place.map(({ projectId }) => projectId) }),
      fc.record({ scope: fc.constant("task"), taskId: place.map(({ taskId }) => taskId) }),
      fc.record({
        scope: fc.constant("projectMember"),
        projectId: place.map(({ projectId }) => projectId),
        userId: member,
      }),
    ),
    rateMinor: fc.nat({ max: 50_000 }),
    effectiveFrom: fc.constantFrom(undefined, "2026-03-01", "2026-03-29", "2026-04-15"),
  });
  const entries = fc
    .sample(entry, { numRuns: 300, seed })
    .map(({ where, startedAt, ...rest }) => entryBody(where, { ...rest, startedAt: startedAt.toISOString() }));
  assert.equal((await caller.post("/v1/time-entries/batch", { entries })).status, 201);
  const filters = [
    {},
    { projectId: [places[0]?.projectId] },
    { userId: members.slice(1) },
    { from: "2026-03-29", to: "2026-04-15" },
  ];
  for (const lockDate of [null, "2026-03-10", null, "2026-04-15"]) {
    assert.equal((await caller.patch("/v1/organization", { lockDate })).status, 200);
    for (const filter of filters.toReversed()) {
      for (const { subject, ...rest } of fc.sample(rate, { numRuns: 4, seed: seed++ })) {
        const { status } = await caller.post("/v1/rates", { ...subject, ...rest });
        assert.ok(status === 201 || status === 409);
      }
      const [oldest] = (await caller.get("/v1/rates")).json.data.toReversed();
      assert.equal((await caller.delete(`/v1/rates/${oldest.id}`)).status, 204);
      const before = await listRows(db, caller.orgId);
      const preview = await reprice(caller, filter);
      assert.deepEqual(await listRows(db, caller.orgId), before);
      const applied = await reprice(caller, { ...filter, apply: true });
      assert.deepEqual(applied, { ...preview, applied: true });
      const after = await listRows(db, caller.orgId);
      const differenceOf = (column: string) => sumOf(after, column) - sumOf(before, column);
      assert.equal(applied.amountMinor.difference, differenceOf("amount_minor"));
      assert.equal(applied.costMinor.difference, differenceOf("cost_minor"));
      assert.equal(applied.entries, differenceOf("version"));
      const rowsOf = (rows: Json[], projectId: string) => rows.filter((row) => row.project_id === projectId);
      for (const { projectId, entries: count, amountMinor: amount, costMinor: cost } of applied.projects) {
        const [was, is] = [rowsOf(before, projectId), rowsOf(after, projectId)];
        const difference = (column: string) => sumOf(is, column) - sumOf(was, column);
        assert.deepEqual(
          [count, amount.difference, cost.difference],
          [difference("version"), difference("amount_minor"), difference("cost_minor")],
        );
      }
      assert.equal(sumOf(applied.projects, "entries"), applied.entries);
      const left = await reprice(caller, filter);
      assert.deepEqual([left.entries, left.locked], [0, applied.locked]);
    }
    await assertExact(db, caller.orgId);
  }
});

test("repricing while eight writers edit the same entries leaves every amount its rate times its time", async () => {
  const { db, newOrganization } = await testApp();
  const caller = await newOrganization();
  const budget = { kind: "amount", amountMinor: 1_000_000, alertPercents: [1, 10, 50] };
  const places = [await newProject(caller, { budget }), await newProject(caller)];
  await setRate(caller, { scope: "organization", kind: "cost", rateMinor: 3001 });
  const entries: Json[] = [];
  for (let index = 0; index < 40; index++) {
    entries.push(await newEntry(caller, places[index % 2] ?? assert.fail()));
  }
  let isOver = false;
  const writer = async (number: number): Promise<number> => {
    let written = 0;
    for (let turn = number; !isOver; turn++) {
      const body = [
        { durationSeconds: 600 + turn },
        { billable: turn % 8 < 4 },
        places[turn % 2],
        { tags: [`${turn}`] },
      ];
      const { status, text } = await caller.patch(
        `/v1/time-entries/${entries[(turn * 7) % entries.length].id}`,
        body[turn % body.length],
      );
      assert.equal(status, 200, text);
      written++;
    }
    return written;
  };
  const writers = Array.from({ length: 8 }, (_, number) => writer(number * 5));
  for (let round = 1; round <= 12; round++) {
    const scope = round % 2 === 0 ? { scope: "organization" } : { scope: "project", projectId: places[0]?.projectId };
    const id = await setRate(caller, { ...scope, rateMinor: 6000 + round });
    await reprice(caller, { apply: true });
    if (round < 12) assert.equal((await caller.delete(`/v1/rates/${id}`)).status, 204);
  }
  isOver = true;
  const written = await Promise.all(writers);
  assert.ok(Math.min(...written) > 0, String(written));

  await reprice(caller, { apply: true });
  assert.partialDeepStrictEqual(await reprice(caller, {}), { entries: 0, unchanged: 40, locked: 0 });
  await assertExact(db, caller.orgId);
  const versions = await db.query<{ version: number; changes: number }>(sql`
    select e.version, (select count(*) from changes c
                        where c.org_id = e.org_id and c.target_id = e.id and c.action = 'time_entry.updated') + 1 as changes
      from time_entries e where e.org_id = ${caller.orgId}`);
  for (const { version, changes } of versions) assert.equal(version, changes);
});

test("a rate created during a repricing waits, and applies to none of the entries", async () => {
  const { db, newOrganization } = await testApp();
  const caller = await newOrganization();
  const { id } = await newEntry(caller, await newProject(caller));
  await setRate(caller, { scope: "organization", rateMinor: 6000 });
  const held = await hold(db, sql`select 1 from time_entries where org_id = ${caller.orgId} and id = ${id} for update`);
  const repricing = reprice(caller, { apply: true });
  await held.untilItBlocks(1);
  const making = setRate(caller, { scope: "organization", rateMinor: 9000, effectiveFrom: "2026-01-01" });
  await waitFor(async () => (await listBlocked(db)).length === 2);
  await held.commit();

  assert.deepEqual((await repricing).amountMinor, euros(0, 6000));
  await making;
  assert.deepEqual((await reprice(caller, {})).amountMinor, euros(6000, 9000));
});
