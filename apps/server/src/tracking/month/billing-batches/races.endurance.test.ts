import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { hold, listBlocked, waitFor } from "#test/databases/hold.ts";
import { insist } from "#test/worlds/insist.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { type Answer, type Caller, type Json, newTestApp, testApp } from "#test/worlds/test-app.ts";
import { assertSound } from "#test/worlds/assert-sound.ts";

const path = "/v1/billing-batches";
const lockChanges = sql`lock table changes in share mode`;

interface World {
  owner: Caller;
  places: { projectId: string; taskId: string }[];
  ids: string[];
}

async function newWorld(newOrganization: () => Promise<Caller>, count: number): Promise<World> {
  const owner = await newOrganization();
  await owner.post("/v1/rates", { kind: "billable", scope: "organization", rateMinor: 9000 });
  const places = [await newProject(owner), await newProject(owner)];
  const entries = Array.from({ length: count }, (_, at) => ({
    ...places[at % 2],
    startedAt: `2026-03-0${1 + (at % 9)}T09:00:00Z`,
    durationSeconds: 60 * at,
    tags: [`tag${at % 3}`],
  }));
  const made = await owner.post("/v1/time-entries/batch", { entries });
  assert.equal(made.status, 201, made.text);
  return { owner, places, ids: made.json.data.map(({ id }: Json) => id) };
}

test("two batches at once bill no entry twice: the second waits for the first, and bills what is left", async () => {
  const { newOrganization, db } = await testApp();
  const { owner, places } = await newWorld(newOrganization, 6);
  const held = await hold(db, lockChanges);
  const first = owner.post(path, { filter: { projectId: [places[0]?.projectId] }, reference: "1" });
  await held.untilItBlocks(1);
  const second = owner.post(path, { filter: {}, reference: "2" });
  const third = owner.post(path, { filter: { projectId: [places[0]?.projectId] }, reference: "3" });
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await waitFor(async () => (await db.query(waiting)).length === 3);
  await held.commit();
  assert.equal((await first).json.totals.entries, 3);
  assert.equal((await second).json.totals.entries, 3);
  assertProblem(await third, 422, "nothing_to_bill");
});

test("an entry that is changed while a batch waits for it is billed as changed, or not at all", async () => {
  const { newOrganization, newMember, db } = await testApp();
  const { owner, ids } = await newWorld(newOrganization, 3);
  const admin = await newMember(owner, "admin");
  const held = await hold(db, lockChanges);
  // The changes of different callers never share a transaction.
  const changes = [
    owner.patch(`/v1/time-entries/${ids[0]}`, { durationSeconds: 7200 }),
    admin.patch(`/v1/time-entries/${ids[1]}`, { billable: false }),
    owner.delete(`/v1/time-entries/${ids[2]}`),
  ];
  await held.untilItBlocks(3);
  const billing = owner.post(path, { filter: {}, reference: "1" });
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await waitFor(async () => (await db.query(waiting)).length === 4);
  await held.commit();
  for (const change of changes) assert.ok((await change).status < 300);
  const { totals } = (await billing).json;
  assert.deepEqual(totals, { entries: 1, seconds: 7200, billableSeconds: 7200, amountMinor: 18_000 });
});

test("time that is edited while a batch waits is billed only as it was approved", async () => {
  const { newOrganization, newMember, db } = await testApp();
  const { owner, places, ids } = await newWorld(newOrganization, 1);
  const member = await newMember(owner, "member");
  const approvals = { period: "month", from: "2026-03-01", ownApproval: true };
  const sheets = [owner, member].map(({ userId }) => `/v1/timesheets/sheet_${userId.slice("user_".length)}m20260301`);
  const theirs = await newEntry(member, places[0] ?? (await newProject(owner)));
  assert.equal((await owner.patch("/v1/organization", { approvals })).status, 200);
  for (const sheet of sheets)
    for (const verb of ["submit", "approve"]) assert.equal((await owner.post(`${sheet}/${verb}`)).status, 200);
  const held = await hold(
    db,
    sql`select 1 from time_entries where org_id = ${owner.orgId} and id = ${ids[0]} for update`,
  );
  const billing = owner.post(path, { filter: {}, reference: "1" });
  await held.untilItBlocks(1);
  let isEdited = false;
  const editing = (async () => {
    const reopened = await insist(() => owner.post(`${sheets[1]}/reopen`, { note: "Again" }));
    assert.equal(reopened.status, 200, reopened.text);
    const edited = await member.patch(`/v1/time-entries/${theirs.id}`, { durationSeconds: 36_000 });
    isEdited = true;
    return edited;
  })();
  await waitFor(async () => isEdited || (await listBlocked(db)).length === 2);
  await held.commit();
  assert.equal((await billing).json.totals.seconds, 3600);
  assertProblem(await editing, 409, "billed");
});

test("a batch or an undo that is killed half-way leaves nothing behind", async () => {
  const { db } = await createDatabase();
  const world = await newTestApp({ db });
  const { owner } = await newWorld(() => world.newOrganization(), 6);
  const state = () =>
    db.query(sql`
      select id, version, billing_batch_id, billed_at, billed_reference,
             (select count(*) from changes where org_id = ${owner.orgId}) as changes,
             (select count(*) from billing_batches where org_id = ${owner.orgId}) as batches,
             (select count(*) from billing_batch_projects where org_id = ${owner.orgId}) as projects,
             (select count(*) from billing_batch_names where org_id = ${owner.orgId}) as names,
             (select count(*) from billing_batch_entries where org_id = ${owner.orgId}) as entries
        from time_entries where org_id = ${owner.orgId} order by id`);
  const kill = async (send: () => Promise<Answer>) => {
    const before = await state();
    const held = await hold(db, lockChanges);
    const sending = send();
    await held.untilItBlocks(1);
    await db.query(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`);
    assert.ok((await sending).status >= 500);
    await held.commit();
    assert.deepEqual(await state(), before);
  };
  const bill = () => owner.post(path, { filter: {}, reference: "1" });
  await kill(bill);
  const made = await bill();
  assert.equal(made.json.totals.entries, 6);
  await kill(() => owner.delete(`${path}/${made.json.id}`));
  assert.equal((await owner.delete(`${path}/${made.json.id}`)).status, 204);
  await assertConsistent(db, owner);
});

type Numbers = readonly [number, number, number];
const pick = <Item>(items: readonly Item[], at: number): Item => items[at % items.length] as Item;

/** Performs one of the writes that can race with a batch. The API may refuse it. */
function act({ owner, places, ids }: World, batches: string[], [kind, a, b]: Numbers): Promise<Answer> {
  const id = pick(ids, a);
  const filters = [{}, { projectId: [places[0]?.projectId] }, { tag: [`tag${a % 3}`] }, { from: "2026-03-04" }];
  const bill = () => owner.post(path, { filter: pick(filters, b), reference: `R${a}` });
  const doors = [
    bill,
    bill,
    bill,
    () => owner.delete(`${path}/${pick([...batches, "bill_0"], a)}`),
    () => owner.patch(`/v1/time-entries/${id}`, { durationSeconds: 60 * b, billable: b % 4 > 0 }),
    () => owner.delete(`/v1/time-entries/${id}`),
    () => owner.post(`/v1/time-entries/${id}/restore`),
    () => owner.post("/v1/time-entries/batch/delete", { ids: [...new Set([id, pick(ids, b)])] }),
    () => owner.post("/v1/tags/rename", { from: [`tag${a % 3}`], to: `tag${b % 3}` }),
    () => owner.post("/v1/rates/reprice", { apply: true }),
    () => owner.post("/v1/time-entries", { ...places[a % 2], startedAt: "2026-03-05T09:00:00Z", durationSeconds: b }),
  ];
  return pick(doors, kind)();
}

/**
 * Asserts that each billed entry is in exactly one batch with its current values, and that each total is the sum of its
 * entries.
 */
async function assertConsistent(db: DatabasePool, { orgId }: Caller): Promise<void> {
  const facts = [
    "started_at",
    "duration_seconds",
    "billable_seconds",
    "rate_minor",
    "amount_minor",
    "user_id",
    "project_id",
    "task_id",
    "description",
  ];
  const differing = await db.query(sql`
    select e.id, b.entry_id from (select * from time_entries where org_id = ${orgId} and billing_batch_id is not null) e
      full join (select * from billing_batch_entries where org_id = ${orgId}) b on b.entry_id = e.id
     where b.batch_id is distinct from e.billing_batch_id or e.deleted_at is not null or not e.billable
        or to_jsonb(e) -> ${facts[0]} is distinct from to_jsonb(b) -> ${facts[0]}
        or exists (select from unnest(${facts}::text[]) f (name) where to_jsonb(e) -> f.name is distinct from to_jsonb(b) -> f.name)`);
  assert.deepEqual(differing, []);
  const sums = (table: string) =>
    sql`select batch_id, sum(entries) as entries, sum(seconds) as seconds, sum(billable_seconds) as billable_seconds, sum(amount_minor) as amount_minor from (${table === "projects" ? sql`select * from billing_batch_projects where org_id = ${orgId}` : sql`select *, 1 as entries, duration_seconds as seconds from billing_batch_entries where org_id = ${orgId}`}) t group by batch_id order by batch_id`;
  const stored = await db.query(sql`
    select id as batch_id, entries::numeric, seconds::numeric, billable_seconds::numeric, amount_minor::numeric
      from billing_batches where org_id = ${orgId} order by id`);
  for (const table of ["projects", "entries"]) {
    const counted = await db.query(
      sql`select batch_id, entries::numeric, seconds::numeric, billable_seconds::numeric, amount_minor::numeric from (${sums(table)}) s`,
    );
    assert.deepEqual(counted, stored, table);
  }
}

test("whatever runs beside them, batches bill each entry once and as it is", async () => {
  const { db } = await createDatabase();
  const { newOrganization } = await newTestApp({ db });
  const numbers = fc.tuple(fc.nat(10), fc.nat(20), fc.nat(20));
  const rounds = fc.array(fc.array(numbers, { minLength: 2, maxLength: 6 }), { minLength: 2, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(rounds, async (all) => {
      const world = await newWorld(newOrganization, 9);
      for (const round of all) {
        const { data } = (await world.owner.get(path)).json;
        const batches = data.map(({ id }: Json) => id);
        const answers = await Promise.all(round.map((each) => act(world, batches, each)));
        for (const answer of answers) assert.ok(answer.status < 500, answer.text);
        await assertConsistent(db, world.owner);
      }
      const { data } = (await world.owner.get("/v1/time-entries?billed=false&billable=true&limit=200")).json;
      const unbilled = data.reduce((total: number, { amountMinor }: Json) => total + amountMinor, 0);
      const projects = (await world.owner.get("/v1/projects")).json.data;
      assert.equal(
        projects.reduce((total: number, each: Json) => total + each.unbilledAmountMinor, 0),
        unbilled,
      );
    }),
    { numRuns: Number(process.env["BILLING_RUNS"] ?? 12) },
  );
  await assertSound(db);
});
