import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { type DatabasePool, raw, sql } from "#platform/database/database.ts";
import {
  newBillingBatch,
  newCalendarFeed,
  newClient,
  newDelivery,
  newEntry,
  newInvitation,
  newProject,
  newTimer,
  newReportLink,
} from "#test/worlds/factories.ts";
import { newSubscribedCalendar } from "#test/worlds/calendar-requests.ts";
import { togglCsv, upload } from "#test/worlds/import-files.ts";
import { sharedDatabase } from "#test/databases/test-database.ts";
import { type Caller, testApp } from "#test/worlds/test-app.ts";
import { approvedTimesheet } from "#test/worlds/timesheet-requests.ts";
import { newGrant } from "#test/worlds/grant-requests.ts";
import { newNotice } from "#test/worlds/notice-requests.ts";

/** Tables without a tenant, each with the reason. Every other table belongs to a tenant. */
const globalTables: Record<string, string> = {
  organizations: "the tenants themselves",
  users: "a person may belong to several organizations",
  schema_migrations: "one schema for all",
  blog_articles: "the blog is public and has no tenants",
  blog_state: "as blog_articles",
  credentials: "a person has one password, whatever organizations they belong to",
  identities: "as credentials",
  one_time_links: "as credentials; the link for set-up comes before any organization",
  outgoing_mails: "some, such as those about forgotten passwords, belong to a person of several organizations",
  device_logins: "a program asks to be connected before it is known to which organization",
  sign_in_throttles: "counts attempts before it is known who tries",
  oauth_clients: "programs register before anybody connects them",
  backups: "each holds the whole installation",
  nodes: "the processes that send deliveries, for everybody",
  secret_check: "one key for the secrets of all",
  replaced_secret_keys: "as secret_check",
  time_zone_data: "one version for the dates of all",
};

const sources = new URL("../../src/", import.meta.url);

async function listTables(db: DatabasePool): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f') order by relname`);
  return rows.map(({ name }) => name);
}

async function listTenantTables(): Promise<string[]> {
  const { db } = await sharedDatabase();
  return (await listTables(db)).filter((table) => globalTables[table] === undefined);
}

test("the listed global tables exist", async () => {
  const tables = await listTables((await sharedDatabase()).db);
  for (const name of Object.keys(globalTables)) assert.ok(tables.includes(name), name);
  assert.ok(tables.includes("time_entries"));
});

test("org_id comes first in every primary key and every unique index of a tenant's table", async () => {
  const { db } = await sharedDatabase();
  const indexes = await db.query<{ table: string; name: string; primary: boolean; first: string | null }>(sql`
    select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as name, i.indisprimary as primary, a.attname as first
      from pg_index i
      join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
      left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
     where i.indisunique or i.indisexclusion`);
  const tenantTables = await listTenantTables();
  for (const table of tenantTables) {
    const own = indexes.filter((index) => index.table === table);
    assert.equal(own.filter((index) => index.primary).length, 1, `${table} has a primary key`);
    for (const { name, first } of own) assert.equal(first, "org_id", `${name} of ${table}`);
  }
});

test("org_id is a required column of bytewise text in every tenant's table", async () => {
  const { db } = await sharedDatabase();
  const columns = await db.query<{ table: string; type: string; required: boolean; collation: string }>(sql`
    select a.attrelid::regclass::text as table, a.atttypid::regtype::text as type, a.attnotnull as required, c.collname as collation
      from pg_attribute a
      left join pg_collation c on c.oid = a.attcollation
     where a.attname = 'org_id'`);
  for (const table of await listTenantTables()) {
    const { type, required, collation } = columns.find((column) => column.table === table) ?? assert.fail(table);
    assert.deepEqual({ type, required, collation }, { type: "text", required: true, collation: "C" }, table);
  }
});

interface ForeignKey {
  name: string;
  child: string;
  parent: string;
  columns: string[];
  referenced: string[];
}

async function listForeignKeys(db: DatabasePool): Promise<ForeignKey[]> {
  return db.query<ForeignKey>(sql`
    select f.conname as name, f.conrelid::regclass::text as child, f.confrelid::regclass::text as parent,
           array(select attname::text from unnest(f.conkey) with ordinality k (num, at)
                   join pg_attribute on attrelid = f.conrelid and attnum = num order by at) as columns,
           array(select attname::text from unnest(f.confkey) with ordinality k (num, at)
                   join pg_attribute on attrelid = f.confrelid and attnum = num order by at) as referenced
      from pg_constraint f
     where f.contype = 'f' and f.connamespace = 'public'::regnamespace`);
}

test("every foreign key between tenants' tables begins with org_id on both sides", async () => {
  const { db } = await sharedDatabase();
  const tenantTables = await listTenantTables();
  const keys = (await listForeignKeys(db)).filter(({ child }) => tenantTables.includes(child));
  assert.ok(keys.length >= 8);
  for (const { name, parent, columns, referenced } of keys) {
    if (tenantTables.includes(parent)) assert.deepEqual([columns[0], referenced[0]], ["org_id", "org_id"], name);
    else if (parent === "organizations") assert.deepEqual([columns, referenced], [["org_id"], ["id"]], name);
    else assert.ok(globalTables[parent] !== undefined, `${name} refers to ${parent}`);
  }
});

/** Creates at least one row in every table that refers to another table. */
async function furnish(caller: Caller): Promise<void> {
  const { projectId, taskId } = await newProject(caller, { clientId: await newClient(caller) });
  await newEntry(caller, await newProject(caller, { budget: { kind: "time", seconds: 60 } }));
  for (const subject of [
    { scope: "projectMember", projectId, userId: caller.userId },
    { scope: "task", taskId },
  ]) {
    assert.equal((await caller.post("/v1/rates", { kind: "billable", rateMinor: 9000, ...subject })).status, 201);
  }
  await newTimer(caller);
  assert.equal((await caller.post("/v1/timer/stop")).status, 201);
  await newTimer(caller);
  await newInvitation(caller);
  await newReportLink(caller);
  await newCalendarFeed(await caller.world.newSession(caller));
  await newSubscribedCalendar(await caller.world.newSession(caller));
  await newGrant(await caller.world.newSession(caller));
  await newBillingBatch(caller);
  await approvedTimesheet(caller);
  await newNotice(caller);
  await upload(caller, togglCsv([{}]));
  const { id: webhookId, deliveryId } = await newDelivery(caller);
  const { db } = await testApp();
  await db.query(sql`
    insert into delivery_attempts (org_id, delivery_id, number, at, duration_ms)
    values (${caller.orgId}, ${deliveryId}, 1, now(), 1)`);
  await db.query(
    sql`insert into imported_people (org_id, user_id, email) values (${caller.orgId}, ${caller.userId}, 'kim@example.com')`,
  );
  await db.query(sql`
    insert into webhooks_behind (org_id, webhook_id, after_at, after_id) values (${caller.orgId}, ${webhookId}, now(), '')`);
}

test("every reference across organizations fails in the database", async () => {
  const { db, newOrganization } = await testApp();
  const [mine, theirs] = [await newOrganization(), await newOrganization()];
  await furnish(mine);
  await furnish(theirs);
  const tenantTables = await listTenantTables();
  const tried: string[] = [];
  const keys = await listForeignKeys(db);
  for (const { name, child, parent, columns, referenced } of keys) {
    if (!tenantTables.includes(child) || !tenantTables.includes(parent)) continue;
    const [target] = await db.query<Record<string, string>>(
      sql`select * from ${raw(parent)} where org_id = ${theirs.orgId} limit 1`,
    );
    const [row] = await db.query(sql`select 1 from ${raw(child)} where org_id = ${mine.orgId}`);
    assert.ok(target !== undefined && row !== undefined, `furnish() makes a row in ${child} and ${parent}`);
    const sets = columns.slice(1).map((column, at) => `${column} = '${target[referenced[at + 1] ?? ""]}'`);
    // Update only rows that have the reference, because a check constraint may forbid it in the others.
    const having = columns.map((column) => `and ${column} is not null`).join(" ");
    await assert.rejects(
      db.query(sql`update ${raw(child)} set ${raw(sets.join(", "))} where org_id = ${mine.orgId} ${raw(having)}`),
      // A constraint on a row that refers to this one can fail first: PostgreSQL fires constraint triggers in
      // alphabetical order of their names, which end in their ids.
      ({ code, constraint }: { code?: string; constraint?: string }) =>
        code === "23503" &&
        (constraint === name || keys.some((key) => key.parent === child && key.name === constraint)),
      `${child} → ${parent}`,
    );
    tried.push(name);
  }
  assert.ok(tried.length >= 6);
});

interface Statement {
  file: string;
  line: number;
  /** The source of the template literal that contains the SQL. */
  text: string;
}

async function listSources(): Promise<string[]> {
  return (await readdir(sources, { recursive: true })).filter((file) => /(?<!\.test)\.ts$/.test(file));
}

/** Returns each SQL statement in the sources that reads or writes one of the tables. */
async function listStatements(tables: string[]): Promise<Statement[]> {
  // Stores and the export take the table's name as a parameter.
  const names = new RegExp(
    `\\b(?:from|join|into|update)\\s+(?:(?:${tables.join("|")})\\b|\\$\\{(?:raw\\()?table\\b)`,
    "g",
  );
  const statements: Statement[] = [];
  for (const file of await listSources()) {
    const source = (await readFile(new URL(file, sources), "utf8")).replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, "");
    for (const { index } of source.matchAll(names)) {
      const start = source.lastIndexOf("`", index);
      const text = source.slice(start, endOfTemplate(source, index));
      statements.push({ file, line: source.slice(0, index).split("\n").length, text });
    }
  }
  return statements;
}

/** Returns the end of the template literal that surrounds `at`. */
function endOfTemplate(source: string, at: number): number {
  for (let here = at; here < source.length; here++) {
    if (source[here] === "\\") here++;
    else if (source[here] === "`") return here;
    else if (source.startsWith("${", here)) here = endOfHole(source, here + 2);
  }
  throw new Error(`unterminated template literal after ${source.slice(at, at + 80)}`);
}

function endOfHole(source: string, at: number): number {
  for (let here = at, depth = 0; here < source.length; here++) {
    if (source[here] === "`") here = endOfTemplate(source, here + 1);
    else if (source[here] === "{") depth++;
    else if (source[here] === "}" && depth-- === 0) return here;
  }
  throw new Error("unterminated placeholder in a template literal");
}

/** The tables of the resources with a store. */
async function listStoredTables(): Promise<string[]> {
  const texts = await Promise.all((await listSources()).map((file) => readFile(new URL(file, sources), "utf8")));
  return texts
    .filter((text) => /\bstoreOf</.test(text))
    .map((text) => /\b(?:rowType|table): "(\w+)"/.exec(text)?.[1] ?? "");
}

test("no statement in the sources touches a tenant's table without org_id", async () => {
  const statements = await listStatements(await listTenantTables());
  assert.ok(statements.length > 40, `${statements.length} were found`);
  for (const { file, line, text } of statements) {
    const where = `${file}:${line}: ${text}`;
    assert.match(text, /\borg_id\b|\$\{where\}/, where);
    for (const [insert] of text.matchAll(/\binsert into \w+[^,]*/g))
      assert.match(insert, /^insert into \w+(?: as \w+)?\s*\(\s*org_id$/, where);
    if (text.includes("insert into $")) assert.match(text, /insert into \$\{(?:raw\()?table\)?\} \(org_id, /, where);
    if (
      /\b(?:update (?!set\b)(?:\w+|\$\{table\})|delete from)(?=\s)/.test(text) &&
      !/\bfor (?:no key )?update\b/.test(text)
    )
      assert.match(text, /\bwhere (?:\w+\.)?org_id = /, where);
  }
  const written = new Set(
    statements.flatMap(({ text }) => [...text.matchAll(/\binsert into (\w+)/g)].map(([, table]) => table)),
  );
  // Nothing else writes this table: a trigger fills it with the org_id of each change.
  written.add("event_queue");
  for (const table of await listStoredTables()) written.add(table);
  // Two functions that take the table's name as a parameter fill the staging tables. Both write `org_id` first.
  const imports = new URL("tracking/exchange/imports/", sources);
  const staging = await readFile(new URL("staging/stage-file.ts", imports), "utf8");
  for (const text of [staging, await readFile(new URL("staged/staged-rows.ts", imports), "utf8")])
    assert.match(text, /insert into \$\{raw\(table\)\} \(org_id, /);
  for (const [, table = ""] of staging.matchAll(/(?:insertBlock|storeNamed)\(db, "(\w+)"/g)) written.add(table);
  for (const table of await listTenantTables()) assert.ok(written.has(table), `an insert into ${table} was found`);
});
