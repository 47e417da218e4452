import assert from "node:assert/strict";
import { test } from "node:test";
import { chainChanges } from "#identity/seals/chain-changes.ts";
import { sealChains } from "#identity/seals/seal-chains.ts";
import { type DatabasePool, raw, sql } from "#platform/database/database.ts";
import { purgeTimeEntries } from "#tracking/time-entries/queries.ts";
import { foldTimeSums } from "#tracking/time-sums/fold-time-sums.ts";
import { entryBody, newProject } from "#test/factories.ts";
import { type Caller, type Json, newTestApp } from "#test/test-app.ts";
import { corruptions } from "#test/corruptions.ts";
import { createDatabase } from "#test/test-database.ts";
import { runDoctor } from "./doctor.ts";
import type { Trust } from "#tracking/proof/mend-history.ts";

/** An organization in which everything has changed at least once. */
async function setUp({ sealed }: { sealed: boolean }) {
  const { db } = await createDatabase({ poolSize: 4 });
  const { newOrganization } = await newTestApp({ db });
  const owner = await newOrganization({ timeZone: "Asia/Kathmandu" });
  await fill(owner);
  await foldTimeSums(db);
  if (sealed) await seal(db);
  // The owner of the database can do this too.
  for (const table of ["changes", "audit_blocks"]) await db.query(sql`alter table ${raw(table)} disable trigger all`);
  await fillPurged(db, owner);
  const doctor = async (options: { repair?: boolean; trust?: Trust } = {}): Promise<Json> => {
    const lines: string[] = [];
    const all = { repair: false, json: true, ...options };
    const isSound = await runDoctor({ db, out: (line) => lines.push(line), err: () => {} }, all);
    const document = JSON.parse(lines.join(""));
    assert.equal(document.sound, isSound);
    return document.organizations[0];
  };
  return { db, owner, doctor, ...(await keepTables(db)) };
}

/** Makes two blocks; the second contains the seal of the first. */
async function seal(db: DatabasePool): Promise<void> {
  await chainChanges(db, { settleMs: 0 });
  await sealChains(db, { now: new Date() });
  await chainChanges(db, { settleMs: 0 });
}

async function fill(owner: Caller): Promise<void> {
  const ok = async (answer: Promise<{ status: number; text: string; json: Json }>) => {
    const { status, text, json } = await answer;
    assert.ok(status < 300, text);
    return json;
  };
  await ok(owner.patch("/v1/organization", { lockDate: "2026-01-01" }));
  for (const rate of [
    { kind: "billable", scope: "organization", rateMinor: 9001 },
    { kind: "cost", scope: "organization", rateMinor: 4999 },
  ])
    await ok(owner.post("/v1/rates", { ...rate, effectiveFrom: "2026-01-05" }));
  const client = await ok(owner.post("/v1/clients", { name: "Acme" }));
  await ok(owner.patch(`/v1/clients/${client.id}`, { note: "By mail" }));
  const where = await newProject(owner, {
    clientId: client.id,
    rounding: { mode: "up", minutes: 7 },
    budget: { kind: "time", seconds: 5000, period: "weekly", billableOnly: false, alertPercents: [50, 100] },
  });
  await newProject(owner, { name: "Other" });
  await ok(owner.patch(`/v1/projects/${where.projectId}`, { name: "Website 2" }));
  await ok(owner.patch(`/v1/tasks/${where.taskId}`, { name: "Build 2" }));
  const special = await ok(
    owner.post("/v1/rates", { kind: "billable", scope: "project", projectId: where.projectId, rateMinor: 100 }),
  );
  await owner.delete(`/v1/rates/${special.id}`);
  const unused = await newProject(owner, { name: "Unused" });
  await ok(owner.post("/v1/rates", { kind: "cost", scope: "project", projectId: unused.projectId, rateMinor: 100 }));
  await owner.delete(`/v1/projects/${unused.projectId}`);
  const entries = Array.from({ length: 20 }, (_, index) =>
    entryBody(where, {
      startedAt: new Date(Date.UTC(2026, 1, 20, index * 7)).toISOString(),
      durationSeconds: 100 + index * 37,
      billable: index % 3 > 0,
      tags: [[], ["İstanbul Ärger"], ["review", "Ops"]][index % 3],
    }),
  );
  const made = await ok(owner.post("/v1/time-entries/batch", { entries }));
  const [first, second, third] = made.data;
  await ok(
    owner.patch(`/v1/time-entries/${first.id}`, {
      durationSeconds: 5,
      tags: ["late"],
      startedAt: "2026-02-19T08:00:00.5Z",
    }),
  );
  await owner.delete(`/v1/time-entries/${second.id}`);
  await owner.delete(`/v1/time-entries/${third.id}`);
  await ok(owner.post(`/v1/time-entries/${third.id}/restore`));
  await ok(owner.post("/v1/rates/reprice", { apply: true }));
}

async function fillPurged(db: DatabasePool, owner: Caller): Promise<void> {
  const [entry] = (await owner.get("/v1/time-entries?limit=1")).json.data;
  assert.equal((await owner.delete(`/v1/time-entries/${entry.id}`)).status, 204);
  await db.query(
    sql`update time_entries set deleted_at = '2026-01-01' where org_id = ${owner.orgId} and id = ${entry.id}`,
  );
  await db.transaction((tx) => purgeTimeEntries(tx, owner.orgId, "2026-01-02T00:00:00Z", 10));
}

const tables = [
  "organizations",
  "members",
  "clients",
  "projects",
  "tasks",
  "rates",
  "time_entries",
  "time_sums",
  "time_sum_deltas",
  "budget_periods",
  "audit_blocks",
  "changes",
];

/** Snapshots the tables, to restore them after each corruption. */
async function keepTables(db: DatabasePool) {
  const columns = await db.query<{ name: string; list: string }>(sql`
    select attrelid::regclass::text as name, string_agg(attname, ', ') as list from pg_attribute
     where attrelid = any(${tables}::regclass[]) and attnum > 0 and not attisdropped and attgenerated = '' group by 1`);
  for (const { name } of columns) await db.query(sql`create table kept_${raw(name)} as select * from ${raw(name)}`);
  const bypassing = (statements: string[]) =>
    db.transaction(async (tx) => {
      await tx.query(sql`set local session_replication_role = replica`);
      for (const statement of statements) await tx.query(sql`${raw(statement)}`);
    });
  const putBack = () =>
    bypassing(
      columns.flatMap(({ name, list }) => [
        `delete from ${name}`,
        `insert into ${name} (${list}) overriding system value select ${list} from kept_${name}`,
      ]),
    );
  return { bypassing, putBack };
}

function findingsOf({ sums, amounts, budgets, history, chain }: Json): [string, string | null][] {
  const figures = { sums, amounts, budgets };
  return [
    ...Object.entries(figures).flatMap(([name, { differences }]: [string, Json]) =>
      differences.flatMap(({ stored, counted }: Json) =>
        Object.keys(stored)
          .filter((column) => JSON.stringify(stored[column]) !== JSON.stringify(counted[column]))
          .map((column) => [name, column]),
      ),
    ),
    ...[...history.kinds, ...chain.kinds].flatMap(({ kind, differences }: Json) =>
      differences.map(({ column }: Json) => [
        kind,
        column?.replaceAll(/_(\w)/g, (_: string, letter: string) => letter.toUpperCase()) ?? null,
      ]),
    ),
  ];
}

const has = (findings: [string, string | null][], [kind, column]: [string, string | null]) =>
  findings.some((finding) => finding[0] === kind && finding[1] === column);

test("each corruption of what is stored is found, and named by what differs", async (t) => {
  const { doctor, bypassing, putBack } = await setUp({ sealed: true });
  const sound = await doctor();
  assert.deepEqual(findingsOf(sound), []);
  for (const [name, statement, ...expected] of corruptions) {
    await t.test(name, async () => {
      await bypassing([statement]);
      const findings = findingsOf(await doctor());
      for (const finding of expected)
        assert.ok(has(findings, finding), `${finding.join(" ")}: ${JSON.stringify(findings)}`);
      await putBack();
    });
  }
  assert.deepEqual(findingsOf(await doctor()), []);
});

const mended = new Set([
  "a longer duration",
  "a doubled rate with its amount",
  "a deleted entry",
  "a flipped billable",
  "a moved project",
  "an entry that nobody made",
  "the last change row, gone",
  "a larger budget",
  "a deleted rate",
]);

test("a repair hides nothing: it asks which side to trust, and leaves change rows of its own", async (t) => {
  // A change row deleted from a chain cannot be restored, so the repair is tested without a chain.
  const { db, doctor, bypassing, putBack } = await setUp({ sealed: false });
  const entries = () => db.query<Json>(sql`select * from time_entries order by id`);
  const figures = (rows: Json[]) =>
    rows.map((row) => Object.entries(row).filter(([name]) => name !== "version" && name !== "updated_at"));
  const changes = () => db.query(sql`select id, user_id, action, target_id, object from changes order by at, id`);
  const right = figures(await entries());
  const repaired = corruptions.filter(([name]) => mended.has(name));
  assert.equal(repaired.length, mended.size);
  for (const [name, statement] of repaired) {
    await t.test(name, async () => {
      for (const trust of ["entries", "history"] as const) {
        await bypassing([statement]);
        const [wrong, before] = [await entries(), await changes()];
        const refused = await doctor({ repair: true });
        assert.equal(refused.repaired, false);
        assert.deepEqual([await entries(), await changes()], [wrong, before]);
        const after = await doctor({ repair: true, trust });
        const found = await doctor();
        // A trusted row may still break a rule of its own, which only the caller can resolve.
        const left = findingsOf(found).filter(([kind]) => !["time_entry.rule", "amounts"].includes(kind));
        assert.deepEqual(left, [], trust);
        assert.equal(after.repaired, findingsOf(found).length === 0);
        const added = (await changes()).slice(before.length) as Json[];
        assert.ok(added.length > 0 && added.every(({ user_id: user }) => user === null));
        if (trust === "history" && !statement.startsWith("insert") && !statement.includes("changes"))
          assert.deepEqual(figures(await entries()), right);
        await putBack();
      }
    });
  }
});
