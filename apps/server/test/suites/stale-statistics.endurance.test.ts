import assert from "node:assert/strict";
import { test } from "node:test";
import { type Database, type DatabasePool, type Sql, sql } from "#platform/database/database.ts";
import { openPool } from "#platform/database/pool/open-pool.ts";
import { createRateLimiter } from "#platform/rate-limit/rate-limiter.ts";
import { startWorker } from "#src/worker.ts";
import { foldDeltas } from "#tracking/ledger/time-sums/queries.ts";
import { claimDue, releaseClaims } from "#tracking/exchange/webhooks/delivery/claims.ts";
import { settle } from "#tracking/exchange/webhooks/delivery/results.ts";
import { senderSettings } from "#tracking/exchange/webhooks/delivery/sender.ts";
import { restartFailedDeliveries } from "#tracking/exchange/webhooks/log/queries.ts";
import { newEntry, newProject, newWebhook } from "#test/worlds/factories.ts";
import { waitFor } from "#test/databases/hold.ts";
import { type Caller, newTestApp } from "#test/worlds/test-app.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { createTestJobs, type LoggedFailure } from "#test/processes/test-jobs.ts";
import { workOf } from "#test/worlds/work-of.ts";

const count = 3_000;

/** Creates a database without autovacuum, and an app that records its SQL statements. */
async function unanalyzedWorld() {
  const { db } = await createDatabase();
  const asked: Sql[] = [];
  const query: DatabasePool["query"] = (statement, options) => {
    asked.push(statement);
    return db.query(statement, options);
  };
  const world = await newTestApp({ db: { ...db, query } });
  await db.query(sql`
    do $$ declare name text; begin
      for name in select relname from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r' loop
        execute format('alter table %I set (autovacuum_enabled = off)', name);
      end loop;
    end $$`);
  return { ...world, asked, plain: db, owner: await world.newOrganization() };
}

/** Writes many entries in bulk, and makes PostgreSQL update its activity statistics immediately. */
async function fill(db: DatabasePool, of: Caller, member: Caller, places: { projectId: string; taskId: string }[]) {
  const client = await db.connect();
  await client.query(
    `insert into time_entries (org_id, id, user_id, project_id, task_id, started_at, duration_seconds, description, tags, tag_keys,
                               billable, billable_seconds, updated_at)
     select $1, 'time_' || lpad(n::text, 8, '0'), case when n % 10 = 0 then $3 else $2 end, ($4::text[])[n % 20 + 1],
            ($5::text[])[n % 20 + 1], '2026-01-01T09:00:00Z'::timestamptz + n * interval '10 minutes', 600, 'ticket ' || n % 50,
            case when n % 3 = 0 then array['Review'] else '{}' end, case when n % 3 = 0 then array['review'] else '{}' end,
            n % 4 > 0, 600, now() + n * interval '1 second'
       from generate_series(1, ${count}) n`,
    [of.orgId, of.userId, member.userId, places.map((p) => p.projectId), places.map((p) => p.taskId)],
  );
  await client.query(
    `insert into changes (org_id, id, user_id, action, target_id, object)
     select $1, 'evt_' || lpad(n::text, 32, '0'), $2, 'time_entry.created', 'time_' || lpad(n::text, 8, '0'), '{}'
       from generate_series(1, ${count}) n`,
    [of.orgId, of.userId],
  );
  await client.query("select pg_stat_force_next_flush()");
  client.release();
}

test("after a bulk of entries the worker makes pages and filters as cheap as with fresh statistics", async () => {
  const { asked, plain, owner, newMember, apiKeys } = await unanalyzedWorld();
  const member = await newMember(owner, "member");
  const client = await owner.post("/v1/clients", { name: "Acme" });
  const places: { projectId: string; taskId: string }[] = [];
  for (let n = 0; n < 20; n++) places.push(await newProject(owner, n < 3 ? { clientId: client.json.id } : {}));
  await fill(plain, owner, member, places);
  const [one, two] = places;
  const queries = [
    ["", "sort=startedAt", "sort=updatedAt", "sort=-updatedAt", "includeDeleted=true"],
    [`projectId=${one?.projectId}`, `projectId=${one?.projectId},${two?.projectId}`, `taskId=${one?.taskId}`],
    [`clientId=${client.json.id}`, `userId=${member.userId}`, `userId=${member.userId},${owner.userId}`],
    ["tag=Review", "tag=none", "billable=true", "q=ticket%207", "from=2026-01-10", "to=2026-01-10"],
    [`projectId=${one?.projectId}&tag=Review`, `userId=${member.userId}&sort=updatedAt`, "tag=Review&from=2026-01-10"],
  ].flat();
  const paths = [
    ...queries.map((query) => `/v1/time-entries?limit=50&${query}`),
    "/v1/time-entries/changes",
    `/v1/time-entries/changes?projectId=${one?.projectId}`,
    "/v1/tags",
    "/v1/projects",
    "/v1/audit-events",
  ];
  const statements: { path: string; caller: string; statement: Sql }[] = [];
  for (const [caller, by] of Object.entries({ owner, member })) {
    const { nextCursor } = (await by.get("/v1/time-entries?limit=50")).json;
    for (const path of [...paths, `/v1/time-entries?limit=50&cursor=${nextCursor}`]) {
      asked.length = 0;
      const answer = await by.get(path);
      if (answer.status === 403) continue;
      assert.equal(answer.status, 200, answer.text);
      // The number of sessions depends on what else uses the server, not on statistics.
      const ofTables = asked.filter(({ text }) => !text.includes("pg_stat_activity"));
      statements.push(...ofTables.map((statement) => ({ path, caller, statement })));
    }
  }
  const measure = async () => {
    const works: number[] = [];
    for (const { statement } of statements) works.push(await workOf(plain, statement));
    return works;
  };

  const [failures, errors]: [LoggedFailure[], unknown[]] = [[], []];
  const worker = startWorker({
    jobs: createTestJobs((failure) => failures.push(failure)),
    db: plain,
    apiKeys,
    limiters: [createRateLimiter({ perMinute: 120, burst: 20 })],
    clock: { now: () => new Date(), isClose: async () => true },
    monotonicMs: () => performance.now(),
    calendars: undefined,
    importsKeptDays: 7,
    onError: (error) => errors.push(error),
    onSeal: () => undefined,
  });
  await waitFor(async () => {
    const analyzed = await plain.query(sql`
      select relname from pg_stat_user_tables where relname in ('time_entries', 'changes', 'projects') and last_analyze is not null`);
    return analyzed.length === 3;
  });
  await worker.stop();
  assert.deepEqual([failures, errors], [[], []]);
  const kept = await measure();
  await plain.query(sql`analyze`);
  const fresh = await measure();

  const grown = statements.flatMap(({ path, caller }, at) => {
    const [ours = 0, best = 0] = [kept[at], fresh[at]];
    return ours > 1.5 * best + 100 ? [`${caller} ${path}: ${ours} rows, ${best} with fresh statistics`] : [];
  });
  assert.deepEqual(grown, []);
});

test("a page of the audit log joins names only to its own rows, even with empty statistics", async () => {
  const { asked, plain, owner, newMember } = await unanalyzedWorld();
  const member = await newMember(owner, "member");
  const places: { projectId: string; taskId: string }[] = [];
  for (let n = 0; n < 20; n++) places.push(await newProject(owner));
  await plain.query(sql`analyze`);
  await fill(plain, owner, member, places);
  const filters = ["", "&action=time_entry.created", `&userId=${owner.userId}&action=time_entry.created`];
  for (const filter of filters) {
    asked.length = 0;
    assert.equal((await owner.get(`/v1/audit-events?limit=10${filter}`)).status, 200);
    for (const statement of asked) {
      const work = await workOf(plain, statement);
      assert.ok(work < 4 * count, `${filter}: ${work} rows`);
    }
  }
});

test("the cost of folding is proportional to the deltas, even with empty statistics", async () => {
  const { plain, owner } = await unanalyzedWorld();
  await newEntry(owner, await newProject(owner));
  await plain.query(sql`analyze`);
  await plain.query(sql`
    insert into time_sum_deltas (org_id, sign, started_at, project_id, user_id, task_id, billable, duration_seconds, billable_seconds,
                                 rate_minor, rate_source, amount_minor, cost_rate_source, cost_minor)
    select org_id, sign, started_at + n * interval '1 minute', project_id, user_id, task_id, billable, duration_seconds,
           billable_seconds, rate_minor, rate_source, amount_minor, cost_rate_source, cost_minor
      from time_sum_deltas cross join generate_series(1, ${count}::integer) n where org_id = ${owner.orgId}`);
  const asked: Sql[] = [];
  const most = count / 2;

  const moved = await plain.transaction((tx) => {
    const query: typeof tx.query = (statement) => {
      asked.push(statement);
      return tx.query(statement);
    };
    return foldDeltas({ ...tx, query }, owner.orgId, most);
  });

  assert.equal(moved, most);
  assert.equal(asked.length, 1);
  for (const statement of asked) {
    const work = await workOf(plain, statement);
    assert.ok(work < 100 * count, `${work} rows`);
  }
});

test("the cost of a replay is proportional to its deliveries, even with empty statistics", async () => {
  const { plain, owner, newOrganization } = await unanalyzedWorld();
  const failed = async (of: Caller) => {
    const id = await newWebhook(of, { events: ["client.created"] });
    await plain.query(sql`
      insert into deliveries (org_id, id, webhook_id, change_id, type, status)
      select ${of.orgId}, 'dlv_' || lpad(n::text, 32, '0'), ${id}, 'evt_' || n, 'client.created', 'failed'
        from generate_series(1, ${count}::integer) n`);
    return id;
  };
  await failed(await newOrganization());
  await plain.query(sql`analyze`);
  const id = await failed(owner);
  const asked: Sql[] = [];
  const query: typeof plain.query = (statement) => {
    asked.push(statement);
    return plain.query(statement);
  };
  const most = count / 2;

  const since = new Date(Date.now() - 3_600_000).toISOString();
  const restarted = await restartFailedDeliveries({ query }, owner.orgId, id, since, new Date(), most);

  assert.equal(restarted, most);
  assert.equal(asked.length, 1);
  for (const statement of asked) {
    const work = await workOf(plain, statement);
    assert.ok(work < 20 * count, `${work} rows`);
  }
});

test("results, claims and released claims are looked up by their keys, also when the statistics come from after a clean-up", async (t) => {
  const { connection } = await createDatabase();
  const db = openPool({ connection, poolSize: 2, applicationName: "sender", settings: senderSettings });
  t.after(() => db.end());
  const fillDeliveries = (from: number) =>
    db.query(sql`
      insert into deliveries (org_id, id, webhook_id, change_id, type, attempts, next_attempt_at, locked_until, locked_by)
      select 'org_a', 'dlv_' || n, 'hook_' || n % 100, 'evt_' || n, 'time_entry.created', 1, now(), now(), 'node'
        from generate_series(${from}::integer, ${from + count - 1}::integer) n`);
  await db.query(sql`alter table deliveries set (autovacuum_enabled = off)`);
  await fillDeliveries(1);
  await db.query(sql`delete from deliveries where length(id) > 5`);
  await db.query(sql`analyze deliveries`);
  await fillDeliveries(count + 1);

  const key = (number: number) => ({ org_id: "org_a", id: `dlv_${count + number}` });
  const claim = { ...key(1), webhook_id: "", change_id: "", attempts: 1, schedule_step: 0 };
  const result = {
    ...key(2),
    webhook_id: "",
    number: 1,
    at: new Date().toISOString(),
    duration_ms: 1,
    status: 200,
    error: null,
    response_body: "",
    showed_money: false,
    becomes: "delivered",
    step: 0,
    wait_ms: 0,
  } as const;
  const asked: Sql[] = [];
  const recording: Database = {
    query(statement) {
      asked.push(statement);
      return Promise.resolve([]);
    },
  };
  await releaseClaims(recording, "node", [claim]);
  await settle(recording, "node", [result]);
  await claimDue(recording, [{ org_id: "org_a", id: "hook_1", most: 5 }], { nodeId: "other", leaseMs: 60_000 }, []);
  assert.equal(asked.length, 3);
  for (const statement of asked) assert.ok((await workOf(db, statement)) < 100, statement.text);
});
