import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "#platform/database/database.ts";
import { entryBody, newProject } from "#test/worlds/factories.ts";
import { faultyPoolName, type FaultyWorld, faultyWorld, type Reply } from "#test/databases/faulty-database.ts";
import type { Caller, Json } from "#test/worlds/test-app.ts";

// CHAOS_ROUNDS=2000 makes the test run for several minutes.
const rounds = Number(process.env["CHAOS_ROUNDS"] ?? 25);
const workers = 8;

/** A request and its final status. `mark` is a string that identifies the rows that the request created. */
interface Attempt {
  kind: string;
  mark: string;
  /** The number of rows that a successful request creates. */
  makes: number;
  status: number | undefined;
}

interface Kind {
  makes: number;
  /** Sends the request. Repeats an idempotent request until it succeeds. */
  send: (world: FaultyWorld, caller: Caller, where: Json, mark: string) => Promise<Reply | undefined>;
}

const kinds: Record<string, Kind> = {
  entry: {
    makes: 1,
    send: ({ request }, caller, where, mark) =>
      request(caller, "POST", "/v1/time-entries", entryBody(where, { description: mark })),
  },
  batch: {
    makes: 3,
    send: ({ request }, caller, where, mark) =>
      request(caller, "POST", "/v1/time-entries/batch", {
        entries: Array.from({ length: 3 }, () => entryBody(where, { description: mark })),
      }),
  },
  repeated: {
    makes: 1,
    async send({ request }, caller, where, mark) {
      const body = entryBody(where, { description: mark });
      for (;;) {
        const reply = await request(caller, "POST", "/v1/time-entries", body, { "idempotency-key": mark });
        if (reply !== undefined && reply.status < 300) return reply;
        assert.ok(reply === undefined || [503, 409].includes(reply.status), JSON.stringify(reply?.json));
      }
    },
  },
  project: {
    makes: 1,
    send: ({ request }, caller, _where, mark) =>
      request(caller, "POST", "/v1/projects", { name: "x", description: mark }),
  },
  timer: {
    makes: 1,
    send: ({ request }, caller, { projectId }, mark) =>
      request(caller, "POST", "/v1/timer", { projectId, description: mark }),
  },
};

test("whatever fails under load, a 2xx was done once, an error changed nothing, a repetition has no second effect", async (t) => {
  const world = await faultyWorld(t);
  const owner = await world.newOrganization();
  const where = await newProject(owner);
  let isOver = false;
  let killed = 0;
  let answered = 0;

  async function kill(): Promise<void> {
    while (!isOver) {
      const victims = await world.truth.query(sql`
        select pg_terminate_backend(pid)
          from (select pid from pg_stat_activity
                 where application_name = ${faultyPoolName} and datname = current_database()
                 order by random() limit 1) victim`);
      killed += victims.length;
      // Wait for some replies instead of a fixed time: on a busy machine, no request might complete between two faults.
      const next = answered + Math.random() * 4;
      while (!isOver && answered < next) await pause(1);
    }
  }

  async function work(caller: Caller, worker: number): Promise<Attempt[]> {
    const attempts: Attempt[] = [];
    for (let round = 0; round < rounds; round++) {
      const [kind, { makes, send }] =
        Object.entries(kinds)[(round + worker) % Object.keys(kinds).length] ?? assert.fail();
      const mark = `${kind} ${worker}-${round}`;
      const reply = await send(world, caller, where, mark);
      answered++;
      attempts.push({ kind, mark, makes, status: reply?.status });
    }
    return attempts;
  }

  // A member can have only one timer, so each worker acts as a different member.
  const members = await Promise.all(Array.from({ length: workers }, () => world.newMember(owner, "manager")));
  const killer = kill();
  const worked = await Promise.all(members.map(work)).finally(() => (isOver = true));
  await killer;
  const attempts = worked.flat();

  const outcomes = Object.entries(Object.groupBy(attempts, ({ kind, status }) => `${kind} ${status}`));
  t.diagnostic(`${killed} killed; ${outcomes.map(([outcome, list]) => `${outcome}: ${list?.length}`).join(", ")}`);
  const made = await countByMark(world, owner.orgId);
  for (const { mark, makes, status } of attempts) {
    const { rows = 0, changes = 0 } = made.get(mark) ?? {};
    assert.equal(rows, changes, `${mark} answered ${status}`);
    if (status === undefined) assert.ok([0, makes].includes(rows), `${mark} made ${rows}`);
    else if (status < 300) assert.equal(rows, makes, `${mark} answered ${status}`);
    else {
      assert.equal(status, 503, mark);
      assert.equal(rows, 0, mark);
    }
    made.delete(mark);
  }
  assert.deepEqual([...made.keys()], []);
  const succeeded = attempts.filter(({ status }) => status === 201);
  for (const kind of Object.keys(kinds))
    assert.ok(
      succeeded.some((attempt) => attempt.kind === kind),
      kind,
    );
  assert.ok(killed > rounds / 4 && succeeded.length < attempts.length, `${killed} killed`);
  await assertTimersAddUp(world, owner.orgId);
});

/** Counts the rows with each mark, and their changes. The rows are entries, projects and starts of timers. */
async function countByMark({ truth }: FaultyWorld, orgId: string) {
  const counts = await truth.query<{ mark: string; rows: number; changes: number }>(sql`
    with entries as (
      select e.description as mark, count(*) as rows
        from time_entries e
       where org_id = ${orgId} and description not like 'timer%' group by 1
    ), projects as (
      select description as mark, count(*) as rows from projects where org_id = ${orgId} and description <> '' group by 1
    ), starts as (
      select mark, count(*) as rows
        from (select description as mark from timers where org_id = ${orgId}
              union all
              select description from time_entries where org_id = ${orgId} and description like 'timer%') started
       group by 1
    ), changed as (
      select object ->> 'description' as mark, count(*) as changes
        from changes
       where org_id = ${orgId} and object ->> 'description' <> ''
         and (action = 'project.created' or action = 'timer.started'
              or action = 'time_entry.created' and object ->> 'description' not like 'timer%')
       group by 1
    ), stored as (select * from entries union all select * from projects union all select * from starts)
    select coalesce(s.mark, c.mark) as mark, coalesce(rows, 0) as rows, coalesce(changes, 0) as changes
      from stored s full join changed c using (mark)`);
  return new Map(counts.map((row) => [row.mark, row]));
}

/** Asserts that every timer that is no longer running became exactly one entry. */
async function assertTimersAddUp({ truth }: FaultyWorld, orgId: string): Promise<void> {
  const [sums] = await truth.query<{ started: number; stopped: number; running: number; entries: number }>(sql`
    select count(*) filter (where action = 'timer.started') as started,
           count(*) filter (where action = 'timer.stopped') as stopped,
           (select count(*) from timers where org_id = ${orgId}) as running,
           (select count(*) from time_entries where org_id = ${orgId} and description like 'timer%') as entries
      from changes where org_id = ${orgId}`);
  assert.ok(sums !== undefined && sums.started > 0);
  assert.equal(sums.started, sums.stopped + sums.running);
  assert.equal(sums.entries, sums.stopped);
}
