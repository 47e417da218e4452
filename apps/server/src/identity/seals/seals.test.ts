import assert from "node:assert/strict";
import { test } from "node:test";
import { scopes } from "#identity/access.ts";
import { sql } from "#platform/database/database.ts";
import { type KeptSeal, checkChain } from "#tracking/proof/check-chain.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { hold } from "#test/databases/hold.ts";
import { type Caller, newTestApp, type TestApp, testApp } from "#test/worlds/test-app.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { eventsOf } from "#test/deliveries/webhook-events.ts";
import { cleanUp } from "#src/worker.ts";
import { chainBlock, chainChanges, chainStragglers } from "./chain-changes.ts";
import { sealChains } from "./seal-chains.ts";

const hourMs = 3_600_000;

let own: Promise<TestApp> | undefined;

/** A separate database, because chains are built for all organizations. */
async function setUp() {
  const world = await (own ??= createDatabase().then(({ db }) => newTestApp({ db })));
  const { db } = world;
  const owner = await world.newOrganization();
  const chain = (most = 5, settleMs = 0) => chainChanges(db, { settleMs, most });
  const check = (kept: KeptSeal[] = []) => checkChain((work) => db.transaction(work), owner.orgId, kept, 20);
  const found = async (kept: KeptSeal[] = []) => (await check(kept)).kinds.map(({ kind }) => kind);
  const unchained = () =>
    db.query<{ id: string; action: string }>(sql`
      select id, action from changes where org_id = ${owner.orgId}
         and id not in (select unnest(change_ids) from audit_blocks where org_id = ${owner.orgId}) order by id`);
  const positions = async () =>
    (
      await db.query<{ count: number }>(sql`
        select cardinality(change_ids) as count from audit_blocks where org_id = ${owner.orgId} order by position`)
    ).map(({ count }) => count);
  return { ...world, owner, chain, check, found, unchained, positions };
}

async function addClients(owner: Caller, count: number): Promise<void> {
  for (let at = 0; at < count; at++)
    assert.equal((await owner.post("/v1/clients", { name: `Client ${at}` })).status, 201);
}

test("every change is in exactly one block, whichever node made it", async () => {
  const { owner, chain, check, unchained, positions } = await setUp();
  await addClients(owner, 12);
  await Promise.all([chain(), chain(), chain()]);
  await addClients(owner, 3);
  await Promise.all([chain(), chain()]);
  await chain();
  assert.deepEqual(await unchained(), []);
  const { changes, differing, late } = await check();
  assert.ok(changes >= 15);
  assert.equal(
    (await positions()).reduce((sum, count) => sum + count, 0),
    changes,
  );
  assert.deepEqual([differing, late], [0, 0]);
});

test("late commits are not skipped: chains end before the oldest transaction that wrote", async () => {
  const { db, owner, chain, found, unchained } = await setUp();
  await chain();
  const late = await hold(
    db,
    sql`insert into changes (org_id, id, action, target_id, object)
        values (${owner.orgId}, 'evt_1', 'client.updated', 'client_1', '{}')`,
  );
  await addClients(owner, 2);
  await chain();
  assert.equal((await unchained()).length, 2);
  await late.commit();
  await chain();
  assert.deepEqual(await unchained(), []);
  assert.deepEqual(await found(), []);
});

test("a read-only transaction delays no chain", async () => {
  const { db, owner, chain, unchained } = await setUp();
  const reading = await hold(db, sql`select count(*) from changes where org_id = ${owner.orgId}`);
  await addClients(owner, 2);
  await chain();
  assert.deepEqual(await unchained(), []);
  await reading.commit();
});

test("a clock that is set back is recorded in the chain, and nothing is chained twice or omitted", async () => {
  const { owner, chain, check, unchained, positions } = await setUp();
  await addClients(owner, 7);
  // The clock was an hour ahead and was then set back, so the new blocks cover the period of all earlier changes again.
  await chain(1_000, -hourMs);
  await chain(1_000, hourMs);
  await addClients(owner, 7);
  await chain();
  assert.deepEqual(await unchained(), []);
  assert.equal((await positions())[1], 0);
  const { differing, late } = await check();
  assert.deepEqual([differing, late], [0, 7]);
});

test("a change kept out by a forged instant is found, and only an operator can chain it", async () => {
  const { db, owner, chain, check, found, unchained } = await setUp();
  await addClients(owner, 6);
  await chain();
  await db.query(sql`
    insert into changes (org_id, id, action, target_id, object, at)
    values (${owner.orgId}, 'evt_1', 'client.updated', 'client_1', '{}', '2020-01-01')`);
  await chain();
  assert.deepEqual(await found(), ["audit.unchained"]);
  await chainStragglers(db, owner.orgId);
  assert.deepEqual(await unchained(), []);
  const { differing, late } = await check();
  assert.deepEqual([differing, late], [0, 1]);
});

test("the chain stays valid after permanent deletions, and nothing else may leave the history", async () => {
  const { db, owner, chain, found } = await setUp();
  const where = await newProject(owner);
  const [live, gone] = [await newEntry(owner, where), await newEntry(owner, where, { description: "private" })];
  await owner.patch(`/v1/time-entries/${gone.id}`, { description: "very private" });
  await owner.delete(`/v1/time-entries/${gone.id}`);
  await chain();
  await cleanUp(db, new Date(Date.now() + 31 * 24 * hourMs));
  assert.deepEqual(await found(), []);
  await assert.rejects(
    db.transaction(async (tx) => {
      await tx.query(
        sql`update time_entries set deleted_at = now(), purged_at = now() where org_id = ${owner.orgId} and id = ${live.id}`,
      );
      await tx.query(
        sql`update changes set object = '{}', previous = null where org_id = ${owner.orgId} and target_id = ${live.id}`,
      );
      const { kinds } = await checkChain((work) => work(tx), owner.orgId, [], 20);
      assert.deepEqual(
        kinds.map(({ kind, differences }) => [kind, differences[0]?.column]),
        [["audit.changed", "object"]],
      );
      throw new Error("rolled back");
    }),
    /rolled back/,
  );
});

test("blocks cannot be changed, deleted or truncated, and are deleted with their organization", async () => {
  const { db, owner, chain, positions } = await setUp();
  await chain();
  const refused = { code: "23001", constraint: "audit_blocks_append_only" };
  for (const statement of [
    sql`update audit_blocks set changes = 0 where org_id = ${owner.orgId}`,
    sql`delete from audit_blocks where org_id = ${owner.orgId}`,
    sql`truncate audit_blocks`,
  ])
    await assert.rejects(db.query(statement), refused, statement.text);
  await db.query(sql`update organizations set deletes_at = now(), purge_started_at = now() where id = ${owner.orgId}`);
  await chain();
  await cleanUp(db, new Date());
  assert.deepEqual(await positions(), []);
});

test("a chain is sealed hourly if it has grown by more than seals, and the log shows the newest", async () => {
  const { db, owner, chain } = await setUp();
  const read = async () => (await owner.get("/v1/audit-events?action=project.created")).json.seal;
  const sealed: number[] = [];
  const sealAt = (at: number) =>
    sealChains(db, {
      now: new Date(at),
      onSeal: (orgId, { position }) => orgId === owner.orgId && sealed.push(position),
    });
  const start = Date.now();
  assert.equal(await read(), null);
  await sealAt(start);
  assert.equal(await read(), null);
  await chain(1_000);
  await Promise.all([sealAt(start), sealAt(start), sealAt(start)]);
  const seal = await read();
  const [head] = await db.query<{ link: Buffer; until_at: string; changes: number }>(
    sql`select link, until_at, changes from audit_blocks where org_id = ${owner.orgId}`,
  );
  assert.deepEqual(seal, {
    position: 1,
    hash: head?.link.toString("hex"),
    changes: head?.changes,
    until: head?.until_at,
    sealedAt: new Date(start).toISOString(),
  });
  const [event] = (await owner.get("/v1/audit-events?action=audit.*")).json.data;
  assert.deepEqual([event.actor.type, event.targetType, event.targetId], ["system", "organization", owner.orgId]);
  assert.deepEqual(event.details, seal);
  // The seal's change row is chained, but does not lead to another seal.
  await chain(1_000);
  await sealAt(start + hourMs);
  await addClients(owner, 1);
  await chain(1_000);
  await sealAt(start + 60_000);
  assert.deepEqual(sealed, [1]);
  await sealAt(start + hourMs);
  assert.deepEqual(sealed, [1, 3]);
  assert.equal((await read()).position, 3);
});

test("a seal that a node made while its clock was ahead does not affect later ones", async () => {
  const { db, owner, chain } = await setUp();
  const start = Date.now();
  const sealed: number[] = [];
  const onSeal = (orgId: string, { position }: { position: number }) => orgId === owner.orgId && sealed.push(position);
  const sealAt = (at: number) => sealChains(db, { now: new Date(at), onSeal });
  await chain(1_000);
  await sealAt(start - hourMs);
  // As if the clock of the node that made this seal had been a day ahead: ids contain the time too.
  await db.query(sql`
    insert into changes (org_id, id, action, target_id, object)
    select org_id, 'evt_' || repeat('7', length(id) - 4), action, target_id,
           jsonb_set(object, '{sealed_at}', to_jsonb(${new Date(start + 24 * hourMs).toISOString()}::text))
      from changes where org_id = ${owner.orgId} and action = 'audit.sealed'`);
  await addClients(owner, 1);
  await chain(1_000);
  await sealAt(start);
  assert.deepEqual(sealed, [1, 2]);
  await sealAt(start);
  await chain(1_000);
  await sealAt(start + hourMs);
  assert.deepEqual(sealed, [1, 2], "the chain contains nothing new but the seal");
  assert.equal((await owner.get("/v1/audit-events")).json.seal.position, 2);
});

test("a stored seal proves that nothing before it was altered; it differs if a chain was recomputed", async () => {
  const { db, owner, chain, check, found } = await setUp();
  await addClients(owner, 6);
  await chain();
  await sealChains(db, { now: new Date() });
  const { position, hash } = (await owner.get("/v1/audit-events?limit=1")).json.seal;
  const kept = [{ organizationId: owner.orgId, position, hash }];
  await addClients(owner, 6);
  await chain();
  assert.deepEqual(await found(kept), []);
  assert.equal((await check(kept)).matched, 1);
  assert.deepEqual(await found([{ organizationId: owner.orgId, position: 99, hash }]), ["audit.kept"]);
});

test("seals are sent to endpoints that list them, if their registrar may read the audit log", async () => {
  const { newOrganization, newKey, db } = await testApp();
  const owner = await newOrganization();
  const plain = await newKey(
    owner,
    scopes.filter((scope) => scope !== "audit:read"),
  );
  const register = async (events: string[]) =>
    (await plain.post("/v1/webhooks", { url: "http://127.0.0.1:9/hook", events })).status;
  for (const events of [["audit.sealed"], ["*", "audit.sealed"]]) assert.equal(await register(events), 403);
  assert.equal(await register(["*"]), 201);
  const seal = async () => {
    await chainBlock(db, owner.orgId, { settleMs: 0 });
    await sealChains(db, { now: new Date() });
  };
  const events = await eventsOf(owner, { events: ["audit.sealed"] }, seal);
  assert.deepEqual(
    events.map(({ type, data }) => [type, data.object]),
    [["audit.sealed", (await owner.get("/v1/audit-events?limit=1")).json.seal]],
  );
  const { projectId } = await newProject(owner);
  for (const filter of [{ projectId }, { projectId, events: ["audit.sealed"] }, { events: ["*"] }])
    assert.deepEqual(await eventsOf(owner, filter, seal), []);
});
