import assert from "node:assert/strict";
import { test } from "node:test";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import { openPool } from "#platform/database/pool/open-pool.ts";
import { checkBudgets } from "#tracking/ledger/budgets/check-budgets.ts";
import { entryBody, newProject } from "#test/worlds/factories.ts";
import { hold, waitFor } from "#test/databases/hold.ts";
import { type Answer, type Caller, newTestApp } from "#test/worlds/test-app.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { checkAmounts, checkTimeSums } from "./check-time-sums.ts";
import { foldTimeSums } from "./fold-time-sums.ts";

const path = "/v1/time-entries";

/** Asserts that all derived data of the organization agrees with its entries. Returns the number of sums. */
async function assertSound(db: DatabasePool, { orgId }: Caller): Promise<number> {
  const { sums, differences } = await db.transaction(async (tx) => ({
    sums: (await checkTimeSums(tx, orgId, 5)).sums,
    differences: [
      (await checkTimeSums(tx, orgId, 5)).differences,
      (await checkAmounts(tx, orgId, 5)).differences,
      (await checkBudgets(tx, orgId, 5)).differences,
    ],
  }));
  assert.deepEqual(differences, [[], [], []]);
  return sums;
}

/** Returns a deterministic generator of pseudo-random numbers. */
function lots(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor(state / 65_536) % below;
  };
}

interface World {
  callers: Caller[];
  places: { projectId: string; taskId: string }[];
  ids: string[];
}

const starts = ["2026-01-31T23:30:00Z", "2026-02-01T00:30:00Z", "2026-02-28T22:59:59Z", "2026-03-15T12:14:59.999Z"];
const tags = [[], ["Review"], ["review", "Ops"], null];

/** Performs a random operation that writes entries. */
function nextWrite(world: World, draw: (below: number) => number, name: string): Promise<Answer> {
  const of = <Item>(list: Item[]): Item => {
    const item = list[draw(list.length)];
    assert.ok(item !== undefined);
    return item;
  };
  const caller = of(world.callers);
  const body = () =>
    entryBody(of(world.places), {
      startedAt: of(starts),
      durationSeconds: draw(2_000),
      billable: of([true, false, null]),
      tags: of(tags),
    });
  const entry = `${path}/${world.ids.length === 0 ? "time_0" : of(world.ids)}`;
  const writes: (() => Promise<Answer>)[] = [
    () => caller.post(path, body()),
    () => caller.post(path, body()),
    () => caller.post(path, body(), { "idempotency-key": name }),
    () => caller.post(`${path}/batch`, { entries: [body(), body(), body()] }),
    () => caller.patch(entry, { durationSeconds: draw(2_000) }),
    () => caller.patch(entry, of(world.places)),
    () => caller.patch(entry, { startedAt: of(starts) }),
    () => caller.patch(entry, { billable: of([true, false, null]) }),
    () => caller.patch(entry, { tags: of(tags), ...of(world.places), durationSeconds: draw(2_000) }),
    () => caller.delete(entry),
    () => caller.post(`${entry}/restore`),
    () => caller.post("/v1/timer", { ...of(world.places), startedAt: of(starts), tags: of(tags) }),
    () => caller.post("/v1/timer/stop"),
    () => caller.post("/v1/rates/reprice", { apply: true, projectId: [of(world.places).projectId] }),
    () =>
      caller.post("/v1/rates", {
        kind: of(["billable", "cost"]),
        scope: "project",
        projectId: of(world.places).projectId,
        rateMinor: 5_000 + draw(5_000),
        effectiveFrom: `2026-02-${10 + draw(18)}`,
      }),
  ];
  return of(writes)();
}

function remember(world: World, answer: Answer): void {
  if (answer.status !== 201) return;
  const { json } = answer;
  for (const made of [json, json.stopped, ...(json.data ?? [])]) {
    if (typeof made?.id === "string" && made.id.startsWith("time_")) world.ids.push(made.id);
  }
}

const expected = ["not_found", "not_deleted", "timer_not_running", "rate_exists", "budget_exceeded", "forbidden"];

/** Records each threshold that a budget's row reaches, to compare the thresholds with the events later. */
async function countReached(db: DatabasePool): Promise<void> {
  await db.query(sql`create table reached (project_id text, what text)`);
  await db.query(sql`
    create function count_reached() returns trigger language plpgsql as $$
    begin
      insert into reached select new.project_id, percent || '%' from unnest(new.reached_percents) as t (percent)
       where tg_op = 'INSERT' or percent <> all (old.reached_percents);
      if new.exceeded and (tg_op = 'INSERT' or not old.exceeded) then
        insert into reached values (new.project_id, 'exceeded');
      end if;
      return null;
    end $$`);
  await db.query(sql`
    create trigger reached after insert or update on budget_periods for each row execute function count_reached()`);
}

test("16 writers and two folding nodes leave sums, budgets and events consistent with the entries", async () => {
  const { db, connection } = await createDatabase();
  await countReached(db);
  const { newOrganization, newMember } = await newTestApp({ db });
  const caller = await newOrganization({ timeZone: "Europe/Berlin" });
  const stranger = await newOrganization();
  const budgets = [
    { kind: "time", seconds: 15_000, alertPercents: [10, 50, 80, 100] },
    { kind: "amount", amountMinor: 20_000, period: "monthly", onExceed: "block" },
    { kind: "cost", amountMinor: 9_000, period: "weekly", billableOnly: false },
    null,
  ];
  for (const kind of ["billable", "cost"]) {
    await caller.post("/v1/rates", { kind, scope: "organization", rateMinor: 7_777 });
  }
  const rounding = { mode: "nearest", minutes: 5 };
  const places = [];
  for (const budget of budgets) places.push(await newProject(caller, { budget, rounding }));
  const callers = [caller, ...(await Promise.all([1, 2, 3].map(() => newMember(caller, "manager"))))];
  const world: World = { callers, places, ids: [] };
  const strange: World = { callers: [stranger], places: [await newProject(stranger)], ids: [] };
  const nodes = [1, 2].map(() => openPool({ connection, poolSize: 2, applicationName: "stint-node" }));

  let isWriting = true;
  const folding = nodes.map(async (node) => {
    for (; isWriting;) await foldTimeSums(node);
  });
  const writing = Array.from({ length: 16 }, async (_, writer) => {
    const draw = lots(writer + 1);
    for (let turn = 0; turn < 25; turn++) {
      const where = writer % 8 === 7 ? strange : world;
      const answer = await nextWrite(where, draw, `${writer}-${turn}`);
      assert.ok(answer.status < 300 || expected.includes(answer.json.code), answer.text);
      remember(where, answer);
    }
  });
  await Promise.all(writing);
  await assertSound(db, caller);
  isWriting = false;
  await Promise.all(folding);
  await Promise.all(nodes.map((node) => foldTimeSums(node)));
  await Promise.all(nodes.map((node) => node.end()));
  assert.deepEqual(await db.query(sql`select 1 from time_sum_deltas`), []);
  assert.ok((await assertSound(db, caller)) > 100);
  await assertSound(db, stranger);

  const told = await db.query(sql`
    select target_id as project_id, coalesce(object ->> 'threshold_percent' || '%', 'exceeded') as what from changes
     where action like 'budget.%' order by 1, 2`);
  assert.deepEqual(told, await db.query(sql`select project_id, what from reached order by 1, 2`));
  assert.ok(told.length >= 6, `${told.length} events`);
});

test("a fold whose connection is ended in the middle counts nothing twice and loses nothing", async () => {
  const { db, connection } = await createDatabase({ poolSize: 6 });
  const { newOrganization } = await newTestApp({ db });
  const caller = await newOrganization();
  const where = await newProject(caller);
  const entries = Array.from({ length: 20 }, (_, index) => entryBody(where, { durationSeconds: index, tags: ["a"] }));
  const node = openPool({ connection, poolSize: 1, applicationName: "stint-fold" });
  for (let round = 0; round < 2; round++) {
    assert.equal((await caller.post(`${path}/batch`, { entries })).status, 201);
    // Interrupts the fold after it has read the deltas and written some of the sums.
    const table = round === 0 ? sql`lock table tag_names in share mode` : sql`lock table time_sums in share mode`;
    const held = await hold(db, table);
    const folding = assert.rejects(foldTimeSums(node));
    await held.untilItBlocks(1);
    await db.query(sql`
      select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'stint-fold' and datname = current_database()`);
    await folding;
    await held.commit();
    const alive = sql`select 1 from pg_stat_activity where application_name = 'stint-fold' and datname = current_database()`;
    await waitFor(async () => (await db.query(alive)).length === 0);
    const [waiting] = await db.query<{ count: number }>(sql`select count(*) as count from time_sum_deltas`);
    assert.equal(waiting?.count, 20);
    await assertSound(db, caller);
    await foldTimeSums(node);
    await assertSound(db, caller);
  }
  await node.end();
});

test("of concurrent nodes one folds, and a failure for one organization doesn't affect the others", async () => {
  const { db } = await createDatabase({ poolSize: 6 });
  const { newOrganization } = await newTestApp({ db });
  const callers = [await newOrganization(), await newOrganization(), await newOrganization()];
  for (const caller of callers) await caller.post(path, entryBody(await newProject(caller)));
  const [, broken] = callers;
  await db.query(sql`
    insert into time_sum_deltas (org_id, sign, started_at, project_id, user_id, task_id, billable, duration_seconds, billable_seconds,
                                 rate_source, amount_minor, cost_minor)
    select org_id, 1, started_at, project_id, user_id, task_id, true, 0, 0, 'none', 9223372036854775807, 0
      from time_sum_deltas cross join generate_series(1, 2) where org_id = ${broken?.orgId}`);
  const outcomes = await Promise.allSettled([foldTimeSums(db), foldTimeSums(db)]);
  assert.ok(outcomes.some((outcome) => outcome.status === "rejected" && outcome.reason.code === "22003"));
  const left = await db.query(sql`select distinct org_id from time_sum_deltas`);
  assert.deepEqual(left, [{ org_id: broken?.orgId }]);
});
