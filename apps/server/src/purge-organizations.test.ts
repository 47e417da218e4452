import assert from "node:assert/strict";
import { test } from "node:test";
import { personTables } from "#identity/organizations/purge-queries.ts";
import { insertMember } from "#identity/members/queries.ts";
import { violates } from "#platform/database/database-errors.ts";
import { type DatabasePool, raw, sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import {
  afterGrace,
  contents,
  dayMs,
  ending,
  endingFilled,
  killPurgeAt,
  later,
  personExists,
  purge,
  rowsLeft,
} from "#test/worlds/ending.ts";
import { fillAccount, fillEverything } from "#test/worlds/fill-everything.ts";
import { endOrganization, newEntry, newProject } from "#test/worlds/factories.ts";
import { hold } from "#test/databases/hold.ts";
import { type Caller, newTestApp, type TestApp } from "#test/worlds/test-app.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { tenantTables, cleanUp } from "./worker.ts";

let own: Promise<TestApp> | undefined;

/** Cleanup affects all organizations, so this suite uses a separate database. */
function ownApp(): Promise<TestApp> {
  return (own ??= createDatabase().then(({ db }) => newTestApp({ db })));
}

/** The person's number of rows in each table about people. */
async function rowsOfPerson(db: DatabasePool, userId: string): Promise<number[]> {
  const counts = personTables.map(async (table) => {
    return (await db.query(sql`select 1 from ${raw(table)} where user_id = ${userId}`)).length;
  });
  return Promise.all(counts);
}

test("the list of tables to empty contains every tenant table, with referencing tables before referenced ones", async () => {
  const { db } = await ownApp();
  const columns = await db.query<{ table: string }>(sql`
    select c.relname as table from pg_attribute a join pg_class c on c.oid = a.attrelid
     where a.attname = 'org_id' and a.attnotnull and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`);
  assert.deepEqual([...tenantTables].toSorted(), columns.map(({ table }) => table).toSorted());
  const keys = await db.query<{ child: string; parent: string }>(sql`
    select conrelid::regclass::text as child, confrelid::regclass::text as parent
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
  const place = (table: string) => tenantTables.indexOf(table);
  const between = keys.filter(({ child, parent }) => place(child) >= 0 && place(parent) >= 0);
  assert.ok(between.length >= 8);
  for (const { child, parent } of between) assert.ok(place(child) < place(parent), `${child} goes before ${parent}`);
  const ofPeople = keys.filter(({ parent }) => parent === "users").map(({ child }) => child);
  assert.deepEqual(ofPeople.toSorted(), [...personTables, "members"].toSorted());
});

test("after the grace period an organization is completely gone, and another one keeps every row", async () => {
  const world = await ownApp();
  const { db, newMember } = world;
  const other = await world.newOrganization();
  await fillEverything(world, other);
  const caller = await endingFilled(world);
  const guest = await newMember(caller, "viewer");
  const both = await newMember(caller, "manager");
  await insertMember(db, other.orgId, both.userId, "member");
  await fillAccount(db, both.userId);
  const [before, unchanged] = [await contents(db, other.orgId), await contents(db, caller.orgId)];
  for (const table of tenantTables) {
    assert.ok((before[table]?.rows ?? 0) > 0, `fillEverything() makes a row in ${table}`);
  }

  await purge(db, later(30 * dayMs - 60_000));
  assert.deepEqual(await contents(db, caller.orgId), unchanged);
  assert.equal((await caller.get("/v1/organization")).status, 200);
  await purge(db);

  assert.deepEqual(await rowsLeft(db, caller.orgId), []);
  assert.deepEqual(await contents(db, other.orgId), before);
  for (const gone of [caller, guest, both]) {
    assertProblem(await gone.get("/v1/organization"), 401, "invalid_api_key");
  }
  assert.deepEqual(await Promise.all([caller, guest, both, other].map(({ userId }) => personExists(db, userId))), [
    false,
    false,
    true,
    true,
  ]);
  assert.equal((await other.get("/v1/organization")).status, 200);
  assert.deepEqual(await rowsOfPerson(db, caller.userId), [0, 0, 0]);
  assert.deepEqual(await rowsOfPerson(db, both.userId), [1, 1, 1]);
});

test("an organization that cannot be removed delays neither the others nor the rest of the cleanup", async () => {
  const world = await ownApp();
  const { db } = world;
  const endings = [await ending(world), await ending(world), await ending(world)].toSorted((a, b) =>
    a.orgId < b.orgId ? -1 : 1,
  );
  const [stuck, ...others] = endings;
  assert.ok(stuck !== undefined);
  await db.query(sql`create table visits (user_id text collate "C" references users (id))`);
  await db.query(sql`insert into visits values (${stuck.userId})`);

  await assert.rejects(cleanUp(db, afterGrace()), (error: Error) => {
    assert.match(error.message, new RegExp(`${stuck.orgId} could not be removed`));
    return violates(error.cause, "visits_user_id_fkey");
  });
  for (const { orgId } of others) assert.deepEqual(await rowsLeft(db, orgId), []);

  await db.query(sql`drop table visits`);
  await cleanUp(db, afterGrace());
  assert.deepEqual(await rowsLeft(db, stuck.orgId), []);
});

test("a member of two organizations that are removed concurrently is removed with them", async () => {
  const world = await ownApp();
  const { db } = world;
  const callers = [await ending(world), await ending(world)];
  const common = await world.newMember(callers[0] as Caller, "viewer");
  await insertMember(db, (callers[1] as Caller).orgId, common.userId, "viewer");

  await Promise.all([purge(db), purge(db), purge(db)]);
  await purge(db);

  for (const { orgId } of callers) assert.deepEqual(await rowsLeft(db, orgId), []);
  assert.equal(await personExists(db, common.userId), false);
});

test("a purge that is killed is resumed, and its organization is inaccessible from the start", async () => {
  const world = await ownApp();
  const { db } = world;
  const caller = await ending(world);
  for (const table of ["api_keys", "projects", "changes"]) {
    await killPurgeAt(db, table);
    const answer = await caller.get("/v1/organization");
    assertProblem(answer, 401, table === "api_keys" ? "revoked_api_key" : "invalid_api_key");
    assert.ok((await rowsLeft(db, caller.orgId)).includes("organizations"));
  }

  await purge(db);
  assert.deepEqual(await rowsLeft(db, caller.orgId), []);
  assert.equal(await personExists(db, caller.userId), false);
});

test("several nodes may purge concurrently, even while somebody becomes a member elsewhere", async () => {
  const world = await ownApp();
  const { db } = world;
  const other = await world.newOrganization();
  const [first, second] = [await endingFilled(world), await ending(world)];
  const joining = await hold(
    db,
    sql`insert into members (org_id, user_id, role) values (${other.orgId}, ${first.userId}, 'viewer')`,
  );
  const purging = Promise.all([1, 2, 3, 4].map(() => purge(db)));
  await joining.untilItBlocks(1);
  await joining.commit();
  await purging;

  await purge(db);
  for (const { orgId } of [first, second]) assert.deepEqual(await rowsLeft(db, orgId), []);
  assert.equal(await personExists(db, first.userId), true);
  assert.equal(await personExists(db, second.userId), false);
});

test("more rows than fit into one block are deleted in several, and a node that stops leaves the rest to the next one", async () => {
  const world = await ownApp();
  const { db } = world;
  const caller = await world.newOrganization();
  const { id } = await newEntry(caller, await newProject(caller));
  await db.query(sql`
    insert into changes (org_id, id, action, target_id, object)
    select ${caller.orgId}, 'evt_many' || i, 'time_entry.updated', ${id}, '{}' from generate_series(1, 5001) i`);
  await endOrganization(caller);
  const stopping = new AbortController();
  stopping.abort();

  await purge(db, afterGrace(), stopping.signal);
  assert.equal((await caller.get("/v1/organization")).status, 200);
  await purge(db);

  assert.deepEqual(await rowsLeft(db, caller.orgId), []);
});

test("the hourly cleanup purges", async () => {
  const world = await ownApp();
  const caller = await ending(world);
  await cleanUp(world.db, afterGrace());
  assert.deepEqual(await rowsLeft(world.db, caller.orgId), []);
});

test("an organization whose deletion was cancelled is not purged", async () => {
  const world = await ownApp();
  const { db } = world;
  const caller = await ending(world);
  assert.equal((await caller.delete("/v1/organization/deletion")).status, 204);
  const before = await contents(db, caller.orgId);
  await purge(db, later(400 * dayMs));
  assert.deepEqual(await contents(db, caller.orgId), before);
});
