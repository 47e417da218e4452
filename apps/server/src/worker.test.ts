import assert from "node:assert/strict";
import { test } from "node:test";
import { newToken } from "#identity/one-time-links/one-time-link.ts";
import { insertLink } from "#identity/one-time-links/queries.ts";
import { openDatabaseClock } from "#platform/database/connection/database-clock.ts";
import { sql } from "#platform/database/database.ts";
import { createMetrics } from "#platform/http/server/metrics.ts";
import { createRateLimiter } from "#platform/rate-limit/rate-limiter.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newApiKey, newEntry, newInvitation, newProject } from "#test/worlds/factories.ts";
import { waitFor } from "#test/databases/hold.ts";
import { newTestApp, type TestApp } from "#test/worlds/test-app.ts";
import { createSteppedDatabase } from "#test/databases/step-clock.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { createTestJobs, type LoggedFailure } from "#test/processes/test-jobs.ts";
import { readEventChanges } from "#tracking/exchange/event-catalogue/change-queries.ts";
import { cleanUp, startWorker } from "./worker.ts";

const path = "/v1/time-entries";
const dayMs = 86_400_000;
const later = (ms: number) => new Date(Date.now() + ms);

let own: Promise<TestApp> | undefined;

/** Cleanup affects all organizations, so this suite uses a separate database. */
function ownApp(): Promise<TestApp> {
  return (own ??= createDatabase().then(({ db }) => newTestApp({ db })));
}

test("30 days after its deletion an entry is a tombstone: id, deletedAt and updatedAt", async () => {
  const { newOrganization, db } = await ownApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const live = await newEntry(caller, where, { externalRef: "live" });
  const entry = await newEntry(caller, where, { description: "secret", tags: ["secret"], externalRef: "secret" });
  await caller.delete(`${path}/${entry.id}`);
  const listed = async () => (await caller.get(`${path}?includeDeleted=true&sort=updatedAt`)).json.data;
  const told = async () => (await caller.get(`${path}/changes?since=1970-01-01T00:00:00Z`)).json.data;
  const [, deleted] = await listed();
  const { id, deletedAt, updatedAt } = deleted;

  await cleanUp(db, later(30 * dayMs - 60_000));
  assert.deepEqual(await listed(), [live, deleted]);
  await cleanUp(db, later(30 * dayMs + 60_000));

  assert.deepEqual(await listed(), [live]);
  assert.deepEqual(await told(), [live, { id, deletedAt, updatedAt }]);
  const [row] = await db.query<object>(sql`
    select project_id, task_id, duration_seconds, description, tags, tag_keys, external_ref
      from time_entries where org_id = ${caller.orgId} and id = ${entry.id}`);
  assert.deepEqual(row, {
    project_id: null,
    task_id: null,
    duration_seconds: 0,
    description: "",
    tags: [],
    tag_keys: [],
    external_ref: null,
  });
});

test("the events of an entry disappear once it is permanently deleted", async () => {
  const { newOrganization, db } = await ownApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const { id } = await newEntry(caller, where);
  await caller.delete(`${path}/${id}`);
  const changes = await db.query<{ id: string }>(sql`select id from changes where org_id = ${caller.orgId}`);
  const actions = async () => {
    const ids = changes.map((change) => change.id);
    return [...(await readEventChanges(db, caller.orgId, ids)).values()].map(({ action }) => action).toSorted();
  };
  const others = ["member.added", "project.created", "task.created"];
  assert.deepEqual(await actions(), [...others, "time_entry.created", "time_entry.deleted"]);
  await cleanUp(db, later(31 * dayMs));
  assert.deepEqual(await actions(), others);
});

test("a tombstone cannot be read, restored, changed or deleted, and blocks no deletion of a project", async () => {
  const { newOrganization, db } = await ownApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const entry = await newEntry(caller, where);
  await caller.delete(`${path}/${entry.id}`);
  assertProblem(await caller.delete(`/v1/projects/${where.projectId}`), 409, "has_time_entries");

  await cleanUp(db, later(31 * dayMs));

  const url = `${path}/${entry.id}`;
  assertProblem(await caller.get(url), 404, "not_found");
  assertProblem(await caller.patch(url, { durationSeconds: 5 }), 404, "not_found");
  assertProblem(await caller.delete(url), 404, "not_found");
  assertProblem(await caller.post(`${url}/restore`), 404, "not_found");
  assert.equal((await caller.delete(`/v1/projects/${where.projectId}`)).status, 204);
});

test("followers get tombstones whatever their filters, lists never: the content is unknown", async () => {
  const { newOrganization, newMember, db } = await ownApp();
  const caller = await newOrganization();
  const member = await newMember(caller, "member");
  const where = await newProject(caller);
  const ids: string[] = [];
  for (let index = 0; index < 5; index++) {
    const { id } = await newEntry(caller, where, { billable: false, description: "x" });
    await caller.delete(`${path}/${id}`);
    ids.push(id);
  }
  await cleanUp(db, later(31 * dayMs));
  const idsOf = async (url: string, by = caller) => {
    const found: string[] = [];
    for (let next: string | undefined = url; next !== undefined;) {
      const page = await by.get(next);
      assert.equal(page.status, 200, page.text);
      found.push(...page.json.data.map(({ id }: { id: string }) => id));
      next = page.headers["link"]?.match(/^<(.+)>; rel="next"$/)?.[1];
    }
    return found.toSorted();
  };
  const told = `${path}/changes?since=1970-01-01T00:00:00Z&limit=2&`;
  for (const query of ["", "userId=me", "billable=true", "from=2030-01-01", "q=y", `projectId=${where.projectId}`])
    assert.deepEqual(await idsOf(`${told}${query}`), ids.toSorted(), query);
  assert.deepEqual(await idsOf(told, member), []);
  for (const query of ["sort=startedAt", "sort=updatedAt", "userId=me", "billable=false", "q=", "from=1970-01-01"])
    assert.deepEqual(await idsOf(`${path}?includeDeleted=true&${query}`), [], query);
});

test("saved replies are deleted after 24 hours", async () => {
  const { newOrganization, db } = await ownApp();
  const caller = await newOrganization();
  await caller.post("/v1/clients", { name: "x" }, { "idempotency-key": "a" });
  const kept = async () =>
    (await db.query(sql`select 1 from idempotent_replies where org_id = ${caller.orgId}`)).length;

  await cleanUp(db, later(dayMs - 60_000));
  assert.equal(await kept(), 1);
  await cleanUp(db, later(dayMs + 60_000));
  assert.equal(await kept(), 0);
});

test("sessions and invitations are deleted 90 days after their end; the audit log still shows them", async () => {
  const { newOrganization, newSession, db } = await ownApp();
  const caller = await newOrganization();
  const [live, revoked] = [await newSession(caller), await newSession(caller)];
  await newProject(revoked);
  const [open, closed] = [(await newInvitation(caller)).id, (await newInvitation(caller)).id];
  assert.equal((await caller.delete(`/v1/invitations/${closed}`)).status, 204);
  await db.query(sql`update api_keys set revoked_at = now() where id = ${revoked.keyId}`);
  await db.query(sql`update api_keys set expires_at = now() + interval '50 days' where id = ${live.keyId}`);
  await db.query(sql`update invitations set expires_at = now() + interval '50 days' where id = ${open}`);
  const old = await newApiKey(caller);
  await db.query(sql`update api_keys set revoked_at = now() where id = ${old}`);
  const left = async () => {
    const rows = await db.query<{ id: string }>(sql`
      select id from api_keys where org_id = ${caller.orgId} union all select id from invitations where org_id = ${caller.orgId}`);
    return rows.map(({ id }) => id).toSorted();
  };
  const logged = async (query = "") => (await caller.get(`/v1/audit-events?limit=200${query}`)).json.data;
  const sorted = (...ids: string[]) => ids.toSorted();
  const [log, ofSession] = [await logged(), await logged(`&keyId=${revoked.keyId}`)];
  assert.equal(ofSession.length, 2);

  await cleanUp(db, later(90 * dayMs - 60_000));
  assert.deepEqual(await left(), sorted(caller.keyId, live.keyId, revoked.keyId, open, closed, old));
  await cleanUp(db, later(90 * dayMs + 60_000));
  assert.deepEqual(await left(), sorted(caller.keyId, live.keyId, open, old));
  assert.deepEqual([await logged(), await logged(`&keyId=${revoked.keyId}`)], [log, ofSession]);
  await cleanUp(db, later(141 * dayMs));
  assert.deepEqual(await left(), sorted(caller.keyId, old));
});

test("single-use links are deleted a day after they expire, used or not", async () => {
  const { newOrganization, db } = await ownApp();
  const { userId } = await newOrganization();
  const tokens = [newToken().tokenHash, newToken().tokenHash];
  for (const tokenHash of tokens) {
    await insertLink(db, { tokenHash, purpose: "password_reset", userId, expiresAt: later(0).toISOString() });
  }
  await db.query(sql`update one_time_links set used_at = now() where token_hash = ${tokens[0]}`);
  const left = async () => (await db.query(sql`select 1 from one_time_links where user_id = ${userId}`)).length;

  await cleanUp(db, later(dayMs - 60_000));
  assert.equal(await left(), 2);
  await cleanUp(db, later(dayMs + 60_000));
  assert.equal(await left(), 0);
});

test("two nodes may clean up concurrently", async () => {
  const { newOrganization, db } = await ownApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  for (let index = 0; index < 20; index++) await caller.delete(`${path}/${(await newEntry(caller, where)).id}`);

  await Promise.all([cleanUp(db, later(31 * dayMs)), cleanUp(db, later(31 * dayMs)), cleanUp(db, later(31 * dayMs))]);

  const rows = await db.query<{ purged: number }>(
    sql`select count(*) as purged from time_entries where org_id = ${caller.orgId} and purged_at is not null`,
  );
  assert.deepEqual(rows, [{ purged: 20 }]);
});

test("a worker deletes nothing while its clock is far off, and by the database's clock otherwise", async () => {
  const { db, step } = await createSteppedDatabase();
  const { newOrganization, apiKeys } = await newTestApp({ db });
  const caller = await newOrganization();
  const where = await newProject(caller);
  const isPurged = async ({ id }: { id: string }) => {
    const rows = await db.query(sql`select from time_entries where id = ${id} and purged_at is not null`);
    return rows.length === 1;
  };
  const [old, recent] = [await newEntry(caller, where), await newEntry(caller, where)];
  for (const { id } of [old, recent]) await caller.delete(`${path}/${id}`);
  await db.query(sql`update time_entries set deleted_at = deleted_at - interval '80 days' where id = ${old.id}`);
  const runOnce = async () => {
    const failures: LoggedFailure[] = [];
    const jobs = createTestJobs((failure) => failures.push(failure));
    const logger = { error: () => undefined, info: () => undefined };
    const clock = await openDatabaseClock({ db, jobs, metrics: createMetrics(), logger });
    const measured = Promise.withResolvers<void>();
    const isClose = () => clock.isClose().finally(measured.resolve);
    const worker = startWorker({
      jobs,
      db,
      apiKeys,
      limiters: [],
      clock: { now: clock.now, isClose },
      monotonicMs: () => performance.now(),
      calendars: undefined,
      importsKeptDays: 7,
      onError: assert.ifError,
      onSeal: () => undefined,
    });
    await measured.promise;
    await worker.stop();
    await clock.stop();
    assert.deepEqual(failures, []);
  };

  // The node's clock is 40 days ahead.
  await step("-40 days");
  await runOnce();
  assert.deepEqual([await isPurged(old), await isPurged(recent)], [false, false]);
  await step("-30 seconds");
  await runOnce();
  assert.deepEqual([await isPurged(old), await isPurged(recent)], [true, false]);
});

test("a worker cleans up as it starts, and writes the last uses of keys before it stops", async () => {
  const { newOrganization, apiKeys, db } = await ownApp();
  const caller = await newOrganization();
  const entry = await newEntry(caller, await newProject(caller));
  await caller.delete(`${path}/${entry.id}`);
  const [failures, errors]: [LoggedFailure[], unknown[]] = [[], []];

  const worker = startWorker({
    jobs: createTestJobs((failure) => failures.push(failure)),
    db,
    apiKeys,
    limiters: [createRateLimiter({ perMinute: 120, burst: 20 })],
    clock: { now: () => later(31 * dayMs), isClose: async () => true },
    monotonicMs: () => performance.now(),
    calendars: undefined,
    importsKeptDays: 7,
    onError: (error) => errors.push(error),
    onSeal: () => undefined,
  });
  await waitFor(async () => (await caller.get(`${path}?includeDeleted=true`)).json.data.length === 0);
  await worker.stop();

  const [key] = await db.query<{ last_used_at: string | null }>(
    sql`select last_used_at from api_keys where org_id = ${caller.orgId} and id = ${caller.keyId}`,
  );
  assert.notEqual(key?.last_used_at, null);
  assert.deepEqual([failures, errors], [[], []]);
});
