import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import fc from "fast-check";
import { importBlog } from "#blog/importing/import-blog.ts";
import { checkBackup } from "#platform/backup/check-backup.ts";
import { sql } from "#platform/database/database.ts";
import { checkSecretKey } from "#platform/secrets/check-secret-key.ts";
import { backupFolder, describeSchema, restore, save } from "#test/worlds/backups.ts";
import { newPerson, type Person, signedIn } from "#test/http/browser.ts";
import { fillEverything } from "#test/worlds/fill-everything.ts";
import { readZip } from "#test/files/read-zip.ts";
import { newWorld } from "#test/worlds/report-world.ts";
import { type Caller, newTestApp, type TestApp } from "#test/worlds/test-app.ts";
import { testSecretKey } from "#test/worlds/test-secret-key.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { runDoctor } from "#commands/doctor/doctor.ts";

const articles = join(import.meta.dirname, "../demo/articles");
const clock = new Date();
const now = () => clock;

/** Creates an installation with two organizations, one of them random, and a row in every table. */
async function newInstallation(seed: number) {
  const { db } = await createDatabase();
  const world = await newTestApp({ db, now });
  const random = await newWorld(world);
  await random.fill(40, seed);
  await random.edit(30, seed + 1);
  const person = await newPerson(world);
  await fillEverything(world, person);
  // `fillEverything` stores a hash that matches no password, so copy a valid hash.
  await db.query(sql`
    update credentials set password_hash = (select password_hash from credentials where user_id = ${(await newPerson(world)).userId}),
                           totp_confirmed_at = null, totp_sealed = null
     where user_id = ${person.userId}`);
  await db.query(sql`insert into sign_in_throttles values ('key', 5, 60, array[now(), now() - interval '1 second'])`);
  await db.query(sql`insert into time_zone_data (version) values ('2026a')`);
  await checkSecretKey(db, testSecretKey, async () => true);
  await db.query(sql`insert into replaced_secret_keys (sealed, replaced_at) values ('a key of long ago', now())`);
  await db.query(sql`
    insert into outgoing_mails (token_hash, sender, sealed_by, error, expires_at)
    values ('\\x01', ${person.orgId}, '\\x02', '550 No such user', now() + interval '1 day')`);
  await importBlog(db, { path: articles, prune: false });
  return { db, world, owners: [random.owner, person], members: random.members.slice(1), person };
}

const lists = `
  organization me members?limit=200 invitations?limit=200 api-keys?limit=200 projects?limit=200
  clients?limit=200 tags rates?limit=200 timer webhooks?limit=200 time-entries?limit=200&includeDeleted=true
  time-entries/changes?since=1970-01-01T00:00:00Z audit-events?limit=200 reports/costs
  reports/summary?groupBy=project,user reports/summary?groupBy=date,tag&interval=month
  reports/summary?groupBy=client,task reports/summary?groupBy=billable&format=csv`
  .trim()
  .split(/\s+/);

/**
 * The paths that members are allowed to read. A refused request would be recorded in the history, which would change
 * other replies.
 */
const ofMembers = lists.filter((path) => /^(?:me|projects|tags|time-entries|reports.summary)/.test(path));

/** Reads every path with the caller's key. Returns the replies by path. */
async function readAll({ anonymous }: TestApp, { apiKey }: Caller, paths = lists): Promise<Map<string, string>> {
  const read = (path: string) =>
    anonymous.send("GET", `/v1/${path}`, undefined, {
      headers: { authorization: `Bearer ${apiKey}`, "x-request-id": "backup-test" },
    });
  const replies = new Map<string, string>();
  const note = async (path: string) => {
    const { status, headers, text } = await read(path);
    // Removes `syncedTo` and `resumeCursor`, which depend on the time of the request.
    replies.set(path, `${status} ${headers["etag"] ?? ""}\n${text.replace(/"(syncedTo|resumeCursor)":"[^"]*"/g, "")}`);
    return { status, text };
  };
  for (const path of paths) await note(path);
  if (paths === lists)
    for (const { id } of JSON.parse((await note("webhooks?limit=200")).text).data)
      await note(`webhooks/${id}/deliveries`);
  for (const { id } of JSON.parse((await note("projects")).text).data) await note(`projects/${id}/tasks?limit=200`);
  replies.set("events", JSON.stringify((await read("events?limit=200")).json.data));
  return replies;
}

async function readArchive({ anonymous }: TestApp, { apiKey }: Caller): Promise<Map<string, string>> {
  const headers = { authorization: `Bearer ${apiKey}` };
  const archive = await anonymous.send("GET", "/v1/organization/export", undefined, { headers });
  assert.equal(archive.status, 200);
  return new Map([...(await readZip(archive.bytes))].map(([name, bytes]) => [name, bytes.toString()]));
}

function assertSame(after: Map<string, string>, before: Map<string, string>): void {
  assert.deepEqual([...after.keys()], [...before.keys()]);
  // Compares replies one by one, because a diff of all replies would print megabytes.
  for (const [name, reply] of before) assert.equal(after.get(name), reply, name);
}

async function assertSound(db: TestApp["db"]): Promise<void> {
  let found = "";
  const isSound = await runDoctor(
    { db, out: (text) => (found += text), err: () => {} },
    { repair: false, json: false },
  );
  assert.ok(isSound, found);
}

async function assertSignsIn(world: TestApp, person: Person): Promise<void> {
  const browser = await signedIn(world, person);
  assert.equal((await browser.get("/v1/me")).status, 200);
}

test("a restored installation gives the same replies as the saved one, byte for byte", async (t) => {
  const folder = await backupFolder(t);
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 1_000_000 }), async (seed) => {
      const { db, world, owners, members, person } = await newInstallation(seed);
      const path = join(folder, `${seed}.backup`);
      const made = await save(db, path);
      assert.ok(
        Object.values(made.tables).every((rows) => rows > 0),
        JSON.stringify(made.tables),
      );
      const restored = await restore(path);

      const again = join(folder, `${seed}-again.backup`);
      await save(restored.db, again);
      assert.deepEqual((await checkBackup(again)).summary, (await checkBackup(path)).summary);
      const copy = await newTestApp({ db: restored.db, now });
      for (const owner of owners) assertSame(await readAll(copy, owner), await readAll(world, owner));
      // Exports come last, because each export is recorded in the organization's history.
      for (const owner of owners) assertSame(await readArchive(copy, owner), await readArchive(world, owner));
      for (const member of members)
        assertSame(await readAll(copy, member, ofMembers), await readAll(world, member, ofMembers));
      await assertSound(restored.db);
      await assertSignsIn(copy, person);
    }),
    { numRuns: Number(process.env["BACKUP_RUNS"] ?? 2), endOnFailure: true },
  );
});

test("a restored schema equals the one made by migrations", async (t) => {
  const { db, connection } = await createDatabase();
  const path = join(await backupFolder(t), "empty.backup");
  await save(db, path);
  const restored = await restore(path);
  assert.deepEqual(await describeSchema(restored.connection), await describeSchema(connection));
  assert.deepEqual(
    await restored.db.query(sql`select version, name, checksum from schema_migrations order by 1`),
    await db.query(sql`select version, name, checksum from schema_migrations order by 1`),
  );
});

test("a backup sees one state of the database, whatever is written in between", async (t: TestContext) => {
  const { db } = await createDatabase();
  const world = await newTestApp({ db });
  const caller = await world.newOrganization();
  const folder = await backupFolder(t);
  let isSaving = true;
  let written = 0;
  const writing = (async () => {
    while (isSaving) {
      const { id } = (await caller.post("/v1/clients", { name: `Client ${written++}` })).json;
      if (written % 2 === 0) await caller.delete(`/v1/clients/${id}`);
    }
  })();
  const paths: string[] = [];
  for (let at = 0; at < 3 || written < 30; at++) {
    const path = join(folder, `${at}.backup`);
    await save(db, path);
    paths.push(path);
  }
  isSaving = false;
  await writing;
  for (const path of paths.slice(-3)) {
    const restored = await restore(path);
    await assertSound(restored.db);
    const [row] = await restored.db.query<{ clients: number; told: number }>(sql`
      select (select count(*) from clients) as clients,
             (select count(*) filter (where action = 'client.created') - count(*) filter (where action = 'client.deleted') from changes) as told`);
    assert.equal(row?.clients, row?.told);
  }
});
