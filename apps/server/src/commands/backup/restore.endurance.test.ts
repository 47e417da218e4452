import assert from "node:assert/strict";
import { mkdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { checkBackup } from "#platform/backup/check-backup.ts";
import { saveDatabase } from "#platform/backup/save-database.ts";
import { type DatabasePool, raw, sql } from "#platform/database/database.ts";
import { openPool } from "#platform/database/pool/open-pool.ts";
import { migrate, readMigrations } from "#platform/database/migrate.ts";
import { checkSecretKey } from "#platform/secrets/check-secret-key.ts";
import { backupFolder, describeSchema, restore, restoreInto, save } from "#test/worlds/backups.ts";
import { newClient, newEntry, newProject, newWebhook } from "#test/worlds/factories.ts";
import { listDeliveries, receiver, register, untilStatus } from "#test/deliveries/sending.ts";
import { startTestSender } from "#test/deliveries/start-test-sender.ts";
import { newTestApp } from "#test/worlds/test-app.ts";
import { testSecretKey } from "#test/worlds/test-secret-key.ts";
import { createDatabase, migrations } from "#test/databases/test-database.ts";
import { runDoctor } from "#commands/doctor/doctor.ts";

/** Creates a folder with only the first migrations, as in an older version. */
async function olderMigrations(t: TestContext, last: number): Promise<URL> {
  const folder = join(await backupFolder(t), "migrations");
  await mkdir(folder);
  for (const { version, name } of await readMigrations(migrations)) {
    const file = `${String(version).padStart(4, "0")}_${name}.sql`;
    if (version <= last) await symlink(fileURLToPath(new URL(file, migrations)), join(folder, file));
  }
  return pathToFileURL(`${folder}/`);
}

async function saveAs(db: DatabasePool, path: string, of: URL): Promise<void> {
  const client = await db.connect();
  const { writer } = await saveDatabase(client, { path, migrations: of, stint: "0.0.1" });
  await writer.place();
  client.release();
}

/** An organization in the oldest schema, with entries and the change rows of their creation. */
const oldRows = `
  insert into organizations (id, name, time_zone) values ('org_old', 'Old', 'Europe/Berlin');
  insert into users (id, email, name) values ('user_old', 'old@example.com', 'Old hand');
  insert into members (org_id, user_id, role) values ('org_old', 'user_old', 'owner');
  insert into projects (org_id, id, name) values ('org_old', 'proj_old', 'Website');
  insert into tasks (org_id, id, project_id, name) values ('org_old', 'task_old', 'proj_old', 'Build');
  insert into time_entries (org_id, id, user_id, project_id, task_id, started_at, duration_seconds, description, billable, billable_seconds)
    select 'org_old', 'time_' || n, 'user_old', 'proj_old', 'task_old', '2026-01-01'::timestamptz + n * interval '1 hour', n,
           E'tab\\there, line\\nbreak, back\\\\slash, ümläut 😀 \\\\N', true, n from generate_series(1, 50) n;
  insert into changes (org_id, id, action, target_id, object)
    select 'org_old', 'evt_' || e.id, 'time_entry.created', e.id, to_jsonb(e) from time_entries e;
  insert into blog_articles values ('first', 1, '{"id": 1,  "slug":"first"}', '2026-01-01');`;

test("a backup with any older schema is restored and then migrated", async (t) => {
  const folder = await backupFolder(t);
  const newest = await describeSchema((await createDatabase()).connection);
  for (const last of [2, 3, 9, 14, 20]) {
    const { db, connection } = await createDatabase({ migrated: false });
    const older = await olderMigrations(t, 2);
    await migrate(db, older);
    for (const statement of oldRows.split(/;\n/)) await db.query(sql`${raw(statement)}`);
    const then = await olderMigrations(t, last);
    await migrate(db, then);
    const path = join(folder, `${last}.backup`);
    await saveAs(db, path, then);
    const restored = await restore(path);
    // Migrates the same database in place, for comparison.
    const migrated = await migrate(db, migrations);
    assert.deepEqual(restored.report.migrated, migrated);
    assert.ok(migrated.length > 0);
    assert.deepEqual(await describeSchema(restored.connection), newest);
    assert.deepEqual(await describeSchema(connection), newest);
    for (const table of [
      "time_entries",
      "changes",
      "projects",
      "blog_articles",
      "blog_state",
      "members",
      "time_sum_deltas",
    ]) {
      const rows = sql`select t::text as row from ${raw(table)} t order by 1`;
      assert.deepEqual(await restored.db.query(rows), await db.query(rows), `${table} of schema ${last}`);
    }
  }
});

test("a role that owns only its database can save and restore", async (t) => {
  const { db } = await createDatabase();
  await newClient(await (await newTestApp({ db })).newOrganization());
  const folder = await backupFolder(t);
  const path = join(folder, "a.backup");
  await save(db, path);
  const target = await createDatabase({ migrated: false });
  const name = target.connection.database ?? "";
  await target.db.query(sql`${raw(`create role ${name} login`)}`);
  await target.db.query(sql`${raw(`alter database ${name} owner to ${name}`)}`);
  t.after(() => target.db.query(sql`${raw(`reassign owned by ${name} to stint; drop role ${name}`)}`).catch(() => {}));
  const connection = { ...target.connection, user: name };
  await restoreInto({ connection }, path);
  const own = openPool({ connection, poolSize: 2, applicationName: "stint-test" });
  await save(own, join(folder, "b.backup"));
  await own.end();
  assert.deepEqual(
    (await checkBackup(join(folder, "b.backup"))).summary.tables,
    (await checkBackup(path)).summary.tables,
  );
});

test("sequences continue where they were", async (t) => {
  const { db } = await createDatabase();
  const caller = await (await newTestApp({ db })).newOrganization();
  const where = await newProject(caller);
  for (let at = 0; at < 3; at++) await newEntry(caller, where);
  await db.query(sql`delete from time_sum_deltas`);
  const path = join(await backupFolder(t), "a.backup");
  await save(db, path);
  const restored = await restore(path);
  const next = sql`select nextval(pg_get_serial_sequence('time_sum_deltas', 'id')) as id`;
  assert.deepEqual(await restored.db.query(next), await db.query(next));
});

test("pending deliveries are cancelled, continue or are never sent, as the operator chooses", async (t) => {
  const { db } = await createDatabase();
  const world = await newTestApp({ db });
  const caller = await world.newOrganization();
  const hooks = await receiver(t);
  const endpoint = await register(caller, hooks.url);
  await checkSecretKey(db, testSecretKey, async () => true);
  const clientId = await newClient(caller);
  const path = join(await backupFolder(t), "a.backup");
  await save(db, path);

  const outcomes: Record<string, unknown> = {};
  for (const webhooks of ["new", "all", "off"] as const) {
    const restored = await restore(path, { webhooks });
    const copy = await newTestApp({ db: restored.db });
    const again = copy.anonymous;
    const headers = { authorization: `Bearer ${caller.apiKey}` };
    const before = hooks.received.length;
    const sender = startTestSender(restored.db, {});
    const made = await again.send("POST", "/v1/clients", { name: webhooks }, { headers });
    assert.equal(made.status, 201);
    sender.wakeAll();
    const reader = { ...caller, get: (to: string) => again.send("GET", to, undefined, { headers }) };
    if (webhooks !== "off") await untilStatus(reader, endpoint, "delivered");
    if (webhooks === "all") await hooks.until(before + 2);
    await sender.stop();
    const sent = hooks.received.slice(before).map(({ body }) => JSON.parse(String(body)).data.object.id);
    const { status, disabledReason } = (await again.send("GET", `/v1/webhooks/${endpoint.id}`, undefined, { headers }))
      .json;
    outcomes[webhooks] = { old: sent.includes(clientId), fresh: sent.includes(made.json.id), status, disabledReason };
    assert.ok(await runDoctor({ db: restored.db, out: () => {}, err: () => {} }, { repair: false, json: false }));
    const pending = (await listDeliveries(reader, endpoint)).filter((one) => one.status === "pending");
    assert.deepEqual(pending, []);
  }
  const copy = "This is a copy, restored from a backup.";
  assert.deepEqual(outcomes, {
    new: { old: false, fresh: true, status: "active", disabledReason: null },
    all: { old: true, fresh: true, status: "active", disabledReason: null },
    off: { old: false, fresh: false, status: "disabled", disabledReason: copy },
  });
});

test("SECRET_KEY comes with its passphrase, and a missing or different key is reported", async (t) => {
  const { db } = await createDatabase();
  const world = await newTestApp({ db });
  await newWebhook(await world.newOrganization());
  await checkSecretKey(db, testSecretKey, async () => true);
  const folder = await backupFolder(t);
  const [bare, full] = [join(folder, "bare.backup"), join(folder, "full.backup")];
  const passphrase = "correct horse battery staple";
  await save(db, bare);
  const made = await save(db, full, { passphrase });
  assert.equal(made.secretKey, true);
  const key = testSecretKey.toString("base64");
  for (const form of ["base64", "hex", "latin1"] as const)
    assert.equal((await readFile(full)).includes(testSecretKey.toString(form)), false);

  assert.equal((await restore(bare, {}, {})).report.secretKey, "missing");
  assert.equal((await restore(bare, {}, { SECRET_KEY: key })).report.secretKey, "present");
  assert.equal((await restore(full, { passphrase }, { SECRET_KEY: key })).report.secretKey, "present");
  const keyFile = join(folder, "key");
  assert.equal((await restore(full, { passphrase, secretKeyFile: keyFile }, {})).report.secretKey, "written");
  assert.equal((await readFile(keyFile, "utf8")).trim(), key);
  assert.equal((await stat(keyFile)).mode & 0o777, 0o600);

  const target = await createDatabase({ migrated: false });
  const refused = async (what: Promise<unknown>, message: RegExp) => {
    await assert.rejects(what, message);
    assert.deepEqual(
      await target.db.query(sql`
        select relname from pg_class where relnamespace = 'public'::regnamespace
         union all select nspname from pg_namespace where nspname like 'stint%'`),
      [],
    );
  };
  await refused(
    restoreInto(target, full, { passphrase: "another passphrase" }, {}),
    /This is not the passphrase that encrypts/,
  );
  await refused(restoreInto(target, bare, { passphrase }, {}), /does not contain SECRET_KEY/);
  await refused(restoreInto(target, full, { passphrase }, {}), /give a file in which to store the key/);
  const other = { SECRET_KEY: Buffer.alloc(32, 9).toString("base64") };
  await refused(restoreInto(target, full, { passphrase }, other), /is not the one in the backup/);
  await refused(
    restoreInto(target, bare, {}, other),
    /SECRET_KEY is not the key that encrypts the secrets in this backup/,
  );
  await writeFile(keyFile, `${other.SECRET_KEY}\n`);
  await refused(restoreInto(target, full, { passphrase, secretKeyFile: keyFile }, {}), /is not the one in the backup/);
  await assert.rejects(
    (async () => {
      const { makeBackup } = await import("./backup.ts");
      const deps = { db, dataDir: undefined, config: { secretKey: Buffer.alloc(32, 9) }, err: () => {} };
      await makeBackup(deps, { path: join(folder, "x.backup"), verify: false, passphrase });
    })(),
    /SECRET_KEY is not the key that encrypts the secrets in this database/,
  );
});
