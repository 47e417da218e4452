import assert from "node:assert/strict";
import { once } from "node:events";
import http from "node:http";
import { test } from "node:test";
import { raw, sql } from "#platform/database/database.ts";
import { openPool } from "#platform/database/pool/open-pool.ts";
import { readCsv } from "#test/files/read-csv.ts";
import { readZip } from "#test/files/read-zip.ts";
import { filled, fillEverything } from "#test/worlds/fill-everything.ts";
import { hold, waitFor } from "#test/databases/hold.ts";
import { listenOn } from "#test/http/raw-connection.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { type Caller, type Json, newTestApp, testApp, type TestApp } from "#test/worlds/test-app.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { createDatabase, sharedDatabase } from "#test/databases/test-database.ts";
import { csvFiles } from "./files.ts";

const path = "/v1/organization/export";

interface Exported {
  headers: Record<string, unknown>;
  files: Map<string, string>;
  rows(file: string): Record<string, string>[];
}

async function download({ app }: Pick<TestApp, "app">, caller: Caller): Promise<Exported> {
  const headers = { authorization: `Bearer ${caller.apiKey}` };
  const { statusCode, headers: sent, rawPayload } = await app.inject({ url: path, headers });
  assert.equal(statusCode, 200);
  const files = new Map([...(await readZip(rawPayload))].map(([name, bytes]) => [name, bytes.toString("utf8")]));
  return {
    headers: sent,
    files,
    rows(file) {
      const [header = [], ...records] = readCsv(files.get(file) ?? "");
      return records.map((record) => Object.fromEntries(header.map((column, at) => [column, record[at] ?? ""])));
    },
  };
}

async function listAll(caller: Caller, url: string): Promise<Json[]> {
  const found: Json[] = [];
  for (let next: string | null = `${url}limit=200`; next !== null;) {
    const page: Json = (await caller.get(next)).json;
    found.push(...page.data);
    next = page.nextCursor === null ? null : `${url}limit=200&cursor=${encodeURIComponent(page.nextCursor)}`;
  }
  return found;
}

let shared: Promise<{ world: TestApp; caller: Caller; other: Caller }> | undefined;

/** Two organizations with rows in every table, which the tests only read. */
const filledWorld = () => (shared ??= createFilledWorld());

async function createFilledWorld() {
  const world = await testApp();
  const [caller, other] = [await world.newOrganization(), await world.newOrganization()];
  for (const owner of [caller, other]) await fillEverything(world, owner);
  return { world, caller, other };
}

const sum = (rows: Json[], column: string): number => rows.reduce((total, row) => total + Number(row[column]), 0);
const ids = (rows: Json[]) => rows.map(({ id }) => String(id)).toSorted();

test("an export contains what the API shows: the same rows, sums and settings", async () => {
  const { world, caller } = await filledWorld();
  const organization = (await caller.get("/v1/organization")).json;
  const { headers, files, rows } = await download(world, caller);

  assert.equal(headers["content-type"], "application/zip");
  assert.match(String(headers["content-disposition"]), /^attachment; filename="Test \d{4}-\d\d-\d\d\.zip"$/);
  assert.deepEqual(
    [...files.keys()],
    ["README.txt", "organization.json", ...csvFiles.map(({ path: name }) => name), "audit-events.jsonl"],
  );
  for (const name of files.keys()) assert.ok(name === "README.txt" || files.get("README.txt")?.includes(name), name);
  assert.deepEqual(JSON.parse(files.get("organization.json") ?? ""), organization);
  for (const [file, url] of [
    ["clients.csv", "/v1/clients?"],
    ["projects.csv", "/v1/projects?"],
    ["rates.csv", "/v1/rates?"],
    ["webhooks.csv", "/v1/webhooks?"],
    ["time-entries.csv", "/v1/time-entries?includeDeleted=true&"],
  ] as const) {
    assert.deepEqual(ids(rows(file)), ids(await listAll(caller, url)), file);
  }
  const tasks = await Promise.all(rows("projects.csv").map(({ id }) => listAll(caller, `/v1/projects/${id}/tasks?`)));
  assert.deepEqual(ids(rows("tasks.csv")), ids(tasks.flat()));
  assert.deepEqual(
    rows("members.csv")
      .map(({ role }) => String(role))
      .toSorted(),
    ["member", "member", "owner"],
  );
  const live = rows("time-entries.csv").filter(({ deletedAt }) => deletedAt === "");
  const { totals } = (await caller.get("/v1/reports/summary")).json;
  const { seconds, billableSeconds, entries, amountMinor, costMinor } = totals;
  assert.deepEqual(
    {
      seconds: sum(live, "durationSeconds"),
      billableSeconds: sum(live, "billableSeconds"),
      entries: live.length,
      amountMinor: sum(live, "amountMinor"),
      costMinor: sum(live, "costMinor"),
    },
    { seconds, billableSeconds, entries, amountMinor, costMinor },
  );
  assert.ok(totals.amountMinor > 0 && totals.costMinor > 0);
});

test("a row has the names of its references, keeps every text, and escapes formulas", async () => {
  const { world, caller } = await filledWorld();
  const { rows } = await download(world, caller);

  const entry = rows("time-entries.csv").find(({ externalRef }) => externalRef === "'@ref");
  const [shown] = await listAll(caller, "/v1/time-entries?externalRef=%40ref&");
  const { text: budget, ...names } = {
    userName: "member",
    clientId: "",
    clientName: "",
    projectName: "Website",
    taskName: "'-2+3",
    currency: "EUR",
    description: filled.description,
    externalRef: "'@ref",
    deletedAt: "",
    breaks: "",
    lateReason: "",
    billingBatchId: "",
    billedAt: "",
    billedReference: "",
    text: '"seconds":60',
  };
  for (const [column, value] of Object.entries(entry ?? {})) {
    if (column in names) assert.equal(value, names[column as keyof typeof names], column);
    else
      assert.equal(
        value,
        typeof shown[column] === "object" ? JSON.stringify(shown[column]) : String(shown[column]),
        column,
      );
  }
  const tagged = rows("time-entries.csv").filter(({ tags }) => tags === JSON.stringify(["Design", filled.formula]));
  assert.equal(tagged.length, 7);
  assert.deepEqual(
    new Set(tagged.map(({ projectName, clientName }) => `${projectName} ${clientName}`)),
    new Set(["'=1+1 Acme"]),
  );
  assert.ok(rows("projects.csv").some((project) => project["budget"]?.includes(budget)));
  assert.equal(rows("timers.csv").length, 1);
  assert.deepEqual(
    rows("rates.csv")
      .map(({ scope, currency, rateMinor }) => `${scope} ${currency} ${rateMinor}`)
      .toSorted(),
    // `fillEverything` sets a separate project rate for the entries that it bills.
    [
      ...["member", "organization", "projectMember", "task"].map((scope) => `${scope} EUR 9001`),
      "project EUR 9000",
    ].toSorted(),
  );
});

test("the audit events are the change rows, in their order", async () => {
  const { world, caller } = await filledWorld();
  const changes = await world.db.query<Json>(sql`select * from changes where org_id = ${caller.orgId} order by id`);
  const { files } = await download(world, caller);
  const lines = (files.get("audit-events.jsonl") ?? "").trimEnd().split("\n");
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)),
    changes.map(({ org_id: _organization, made_in: _transaction, ...row }) => row),
  );
});

test("no file contains secrets or anything of another organization", async () => {
  const { world, caller, other } = await filledWorld();
  const { files } = await download(world, caller);
  const text = [...files.values()].join("\n");
  const secrets = await world.db.query<Record<string, Buffer>>(sql`
    select key_hash as secret from api_keys where org_id = ${caller.orgId}
    union all select secret_sealed from webhooks where org_id = ${caller.orgId}`);
  assert.ok(secrets.length >= 5);
  for (const { secret } of secrets) {
    for (const encoding of ["hex", "base64", "base64url"] as const) {
      assert.ok(!text.includes(String(secret?.toString(encoding))), encoding);
    }
  }
  assert.doesNotMatch(text, /stint_[0-9A-Za-z]{10}|whsec_|key_hash|secret_sealed/);
  assert.ok(text.includes(caller.orgId) && !text.includes(other.orgId));
  assert.ok(!text.includes(other.userId) && !text.includes(other.keyId));
});

test("all files show the same moment, whatever is written in between", async () => {
  const world = await testApp();
  const caller = await world.newOrganization();
  const where = await newProject(caller);
  await newEntry(caller, where);
  // A table lock pauses the export after it has taken its snapshot and before it reads the entries.
  const held = await hold(world.db, sql`lock table clients in access exclusive mode`);
  const downloading = download(world, caller);
  await held.untilItBlocks(1);
  for (const table of ["projects", "time_entries"]) {
    await held.query(sql`
      insert into ${raw(table)}
      select (jsonb_populate_record(t, '{"id": "x_copy"}')).* from ${raw(table)} t where org_id = ${caller.orgId}`);
  }
  await held.commit();

  const counts = (exported: Exported) => ["projects.csv", "time-entries.csv"].map((file) => exported.rows(file).length);
  assert.deepEqual(counts(await downloading), [1, 1]);
  assert.deepEqual(counts(await download(world, caller)), [2, 2]);
});

const exportedAt = async (caller: Caller) => (await caller.get("/v1/organization")).json.exportedAt;

test("a complete export is recorded with the time it began, HEAD and refusals are not", async () => {
  let nowMs = Date.parse("2026-03-01T08:00:00.250Z");
  const world = await newTestApp({ now: () => new Date(nowMs) });
  const caller = await world.newOrganization();
  assert.equal((await caller.send("HEAD", path)).status, 200);
  assertProblem(await caller.get(`${path}?format=csv`), 422, "unknown_parameter");
  assertProblem(await (await world.newMember(caller, "admin")).get(path), 403, "forbidden");
  assert.equal(await exportedAt(caller), null);

  await download(world, caller);
  assert.equal(Date.parse(await exportedAt(caller)), nowMs);
  const later = nowMs;
  nowMs -= 60_000;
  await download(world, caller);
  assert.equal(Date.parse(await exportedAt(caller)), later);
  const changes = await world.db.query<Json>(sql`
    select user_id, key_id, previous from changes
     where org_id = ${caller.orgId} and action = 'organization.exported' order by id`);
  const who = { user_id: caller.userId, key_id: caller.keyId };
  assert.deepEqual(changes, [
    { ...who, previous: { exported_at: null } },
    { ...who, previous: {} },
  ]);
});

test("a client that disconnects ends the export in the database, and it is not recorded", async (t) => {
  // A separate database, because imports in the shared one analyze all changes.
  const { connection, db } = await createDatabase();
  const reports = openPool({ connection, poolSize: 1, applicationName: "stint-test-export" });
  t.after(() => reports.end());
  const world = await newTestApp({ db, reports });
  const caller = await world.newOrganization();
  await db.query(sql`
    insert into changes (org_id, id, action, target_id, object)
    select ${caller.orgId}, 'evt_many' || i, 'time_entry.updated', 'time_1',
           jsonb_build_object('text', (select string_agg(encode(sha512((i || ' ' || j)::bytea), 'base64'), '') from generate_series(1, 12) j))
      from generate_series(1, 12000) i`);
  const port = await listenOn(world.app);
  const headers = { authorization: `Bearer ${caller.apiKey}` };
  const request = http.get({ host: "127.0.0.1", port, path, headers });
  const [reply] = (await once(request, "response")) as [http.IncomingMessage];
  await once(reply, "readable");
  const look = async () => {
    const [row] = await db.query<{ state: string; query: string }>(
      sql`select state, query from pg_stat_activity where application_name = 'stint-test-export'`,
    );
    return row;
  };
  await waitFor(async () => (await look())?.query.includes("from changes") === true);
  assert.equal((await look())?.state, "active");
  request.destroy();

  await waitFor(async () => (await look())?.state === "idle");
  assert.deepEqual(await reports.query(sql`select 1 as one`), [{ one: 1 }]);
  assert.equal(await exportedAt(caller), null);
});

test("an error during the export resets the connection, and the export is not recorded", async (t) => {
  const { connection, db } = await sharedDatabase();
  const reports = openPool({ connection, poolSize: 1, applicationName: "stint-test-broken-export" });
  t.after(() => reports.end());
  const world = await newTestApp({ reports });
  const caller = await world.newOrganization();
  const port = await listenOn(world.app);
  const held = await hold(db, sql`lock table rates in access exclusive mode`);
  const fetched = fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${caller.apiKey}` } });
  await held.untilItBlocks(1);
  await db.query(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'stint-test-broken-export'`,
  );
  await assert.rejects(fetched.then((reply) => reply.arrayBuffer()));
  await held.rollback();
  assert.equal(await exportedAt(caller), null);
});
