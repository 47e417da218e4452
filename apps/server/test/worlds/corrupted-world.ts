import assert from "node:assert/strict";
import { runDoctor } from "#commands/doctor/doctor.ts";
import { chainChanges } from "#identity/seals/chain-changes.ts";
import { sealChains } from "#identity/seals/seal-chains.ts";
import { type DatabasePool, raw, sql } from "#platform/database/database.ts";
import type { Trust } from "#tracking/proof/mend-history.ts";
import { purgeTimeEntries } from "#tracking/entries/time-entries/queries.ts";
import { foldTimeSums } from "#tracking/ledger/time-sums/fold-time-sums.ts";
import {
  entryBody,
  newApiKey,
  newCalendarFeed,
  newInvitation,
  newProject,
  newReportLink,
  newTimer,
  newWebhook,
} from "./factories.ts";
import { newGrant } from "./grant-requests.ts";
import { applied, previewed, togglCsv } from "./import-files.ts";
import { type Caller, type Json, newTestApp, type TestApp } from "./test-app.ts";
import { approvedTimesheet } from "./timesheet-requests.ts";
import { createDatabase } from "#test/databases/test-database.ts";

/** Creates an organization in which every kind of object has been changed at least once. */
export async function newCorruptedWorld({ sealed }: { sealed: boolean }) {
  const { db } = await createDatabase({ poolSize: 4 });
  const world = await newTestApp({ db });
  const owner = await world.newOrganization({ timeZone: "Asia/Kathmandu" });
  await fill(owner);
  await fillAccess(world, owner);
  await foldTimeSums(db);
  if (sealed) await seal(db);
  // Disable the triggers that protect these tables, as the database's owner could.
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

/** Creates two blocks. The second block contains the seal of the first. */
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
  const team = await ok(owner.post("/v1/teams", { name: "Design", leadIds: [owner.userId] }));
  await ok(owner.patch(`/v1/teams/${team.id}`, { showsMoney: true }));
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
  await ok(owner.patch("/v1/organization", { lockDate: null }));
  await approvedTimesheet(owner);
  await ok(owner.patch("/v1/organization", { lockDate: "2026-01-01" }));
}

/** Creates permissions and data that leaves the service. */
async function fillAccess({ newMember, newSession }: TestApp, owner: Caller): Promise<void> {
  const member = await newMember(owner, "member");
  await newSession(member);
  const key = await newApiKey(owner, { scopes: ["projects:read", "time-entries:read"] });
  assert.equal((await owner.patch(`/v1/api-keys/${key}`, { scopes: ["projects:read"] })).status, 200);
  assert.equal((await owner.delete(`/v1/api-keys/${await newApiKey(owner, { name: "Revoked" })}`)).status, 204);
  await newInvitation(owner, { email: "new@example.com" });
  const hook = await newWebhook(owner);
  assert.equal((await owner.patch(`/v1/webhooks/${hook}`, { description: "Books" })).status, 200);
  await newReportLink(owner, { shared: true });
  await newCalendarFeed(await newSession(owner));
  await newGrant(await newSession(owner));
  await newTimer(owner);
  const { id } = await previewed(owner, togglCsv([{ project: "Imported", tags: "moved" }]));
  await applied(owner, id);
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
  "teams",
  "clients",
  "projects",
  "tasks",
  "rates",
  "time_entries",
  "timesheets",
  "timesheet_statements",
  "time_sums",
  "time_sum_deltas",
  "budget_periods",
  "audit_blocks",
  "changes",
  "users",
  "api_keys",
  "invitations",
  "saved_reports",
  "report_links",
  "calendar_feeds",
  "webhooks",
  "timers",
  "imports",
  "tag_names",
];

/**
 * Copies the tables. Returns `bypassing`, which runs statements without triggers, and `putBack`, which restores the
 * tables from the copies.
 */
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

/** Returns the findings in a report: the kind and name of each difference. */
export function findingsOf({ sums, amounts, budgets, history, chain }: Json): [string, string | null][] {
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
