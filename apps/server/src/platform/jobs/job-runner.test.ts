import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { type TestContext, test } from "node:test";
import type { DatabasePool } from "#platform/database/database.ts";
import { createMetrics } from "#platform/http/server/metrics.ts";
import { currentWork } from "#platform/process/loop-turns.ts";
import { currentRequester, runFor } from "#platform/requester.ts";
import { waitFor } from "#test/databases/hold.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import type { LoggedFailure } from "#test/processes/test-jobs.ts";
import { createJobRunner, type JobOptions } from "./job-runner.ts";

const program = resolve(import.meta.dirname, "../../../test/processes/job-main.ts");

function newRunner(t: TestContext, graceMs = 20) {
  const metrics = createMetrics();
  const failures: LoggedFailure[] = [];
  const error = (facts: unknown) => void failures.push(facts as LoggedFailure);
  const runner = createJobRunner({ logger: { error }, metrics, graceMs });
  const start = (options: Partial<JobOptions> & Pick<JobOptions, "name" | "run">) => {
    const job = runner.start({ timeoutMs: 60_000, ...options });
    t.after(job.stop);
    return job;
  };
  const figure = async (name: string, job: string) => {
    const found = new RegExp(`^stint_job_${name}\\{name="${job}"\\} (.+)$`, "m").exec(await metrics.registry.metrics());
    return found === null ? undefined : Number(found[1]);
  };
  return { start, failures, figure };
}

const messages = (failures: LoggedFailure[]) => failures.map(({ job, err }) => `${job}: ${err.message}`);
const forever = () => new Promise<void>(() => undefined);

test("a job that throws is logged once each time and retried, and the other jobs continue", async (t) => {
  const { start, failures, figure } = newRunner(t);
  let tries = 0;
  let others = 0;
  const failing = start({
    name: "failing",
    everyMs: 1,
    async run() {
      if (++tries < 3) throw new Error(`no ${tries}`);
    },
  });
  start({ name: "other", everyMs: 1, run: async () => void others++ });
  await waitFor(() => failures.length === 1);
  const before = others;
  await waitFor(() => others > before + 3);
  assert.equal(await figure("last_success_seconds", "failing"), undefined);
  await waitFor(() => tries >= 3);
  await failing.stop();
  assert.deepEqual(messages(failures), ["failing: no 1", "failing: no 2"]);
  assert.deepEqual([await figure("runs_total", "failing"), await figure("failures_total", "failing")], [tries, 2]);
  assert.equal(await figure("failures_total", "other"), 0);
  assert.ok(((await figure("last_success_seconds", "failing")) ?? 0) > 1e9);
});

test("a run past its timeout is aborted, reported once and followed by another, even if it ignores the abort", async (t) => {
  const { start, failures, figure } = newRunner(t);
  const runs: AbortSignal[] = [];
  const listening = start({
    name: "listening",
    timeoutMs: 20,
    async run(signal) {
      runs.push(signal);
      if (runs.length === 1) await once(signal, "abort");
    },
  });
  listening.wake();
  await listening.idle();
  assert.equal(runs[0]?.aborted, true);
  assert.deepEqual(messages(failures), ["listening: took longer than 20 ms"]);
  listening.wake();
  await listening.idle();
  assert.equal(await figure("failures_total", "listening"), 1);

  failures.length = 0;
  const ignoring = start({
    name: "ignoring",
    timeoutMs: 20,
    run: (signal) => (runs.push(signal) === 3 ? forever() : Promise.resolve()),
  });
  ignoring.wake();
  await ignoring.idle();
  assert.deepEqual(messages(failures), ["ignoring: did not end within 20 ms of its abort"]);
  assert.match(String(failures[0]?.err.cause), /took longer than 20 ms/);
  ignoring.wake();
  await ignoring.idle();
  assert.equal(runs.length, 4);
  assert.equal(failures.length, 1);
});

test("a stop aborts the run and waits for it, but not for one that ignores the abort", async (t) => {
  const { start, failures } = newRunner(t);
  let hasEnded = false;
  const listening = start({
    name: "listening",
    async run(signal) {
      await once(signal, "abort");
      hasEnded = true;
      throw new Error("interrupted");
    },
  });
  const ignoring = start({ name: "ignoring", run: forever });
  for (const job of [listening, ignoring]) job.wake();
  await listening.stop();
  assert.deepEqual([hasEnded, failures], [true, []]);
  await ignoring.stop();
  assert.deepEqual(messages(failures), ["ignoring: did not end within 20 ms of its abort"]);
  ignoring.wake();
  await ignoring.idle();
  assert.deepEqual([ignoring.isRunning(), failures.length], [false, 1]);
});

test("wake-ups during a run, or during the rest after it, start one more run", async (t) => {
  const { start } = newRunner(t);
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  let runs = 0;
  const job = start({
    name: "woken",
    restMs: () => (runs === 1 ? 30 : 0),
    async run() {
      runs++;
      if (runs === 1) await gate;
    },
  });
  job.wake();
  for (let wakes = 0; wakes < 3; wakes++) job.wake();
  assert.deepEqual([runs, job.isRunning()], [1, true]);
  open();
  await job.idle();
  assert.equal(runs, 2);
  runs = 0;
  job.wake();
  await waitFor(() => runs === 1 && !job.isRunning());
  job.wake();
  await job.idle();
  assert.equal(runs, 2);
});

test("an interval skips its turns during a run", async (t) => {
  const { start } = newRunner(t);
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  let runs = 0;
  let turns = 0;
  const job = start({ name: "slow", everyMs: 1, run: () => (runs++, gate) });
  start({ name: "fast", everyMs: 1, run: async () => void turns++ });
  await waitFor(() => runs === 1);
  const before = turns;
  await waitFor(() => turns >= before + 10);
  assert.equal(runs, 1);
  const idle = job.idle();
  open();
  await idle;
  assert.equal(runs, 1);
});

test("a job that a request wakes does not run for that request", async (t) => {
  const { start } = newRunner(t);
  const seen: unknown[] = [];
  const job = start({ name: "woken", run: async () => void seen.push(currentRequester(), currentWork()) });
  runFor({ tenant: "org_1", isReading: false, hasLeft: () => false }, job.wake);
  await job.idle();
  assert.deepEqual(seen, [undefined, "woken"]);
});

test("a job with a lock runs on one node, and on another as soon as the first is killed", async (t) => {
  const { db, connection } = await createDatabase();
  const child = spawn(process.execPath, ["--conditions=@stint/source", program, JSON.stringify(connection)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  t.after(() => child.kill("SIGKILL"));
  await once(child.stdout, "data");
  const { start, failures, figure } = newRunner(t);
  let tries = 0;
  const connect = () => (tries++, db.connect());
  const pool: DatabasePool = { ...db, connect };
  let runs = 0;
  start({ name: "locked", everyMs: 5, lock: { pool, name: "one" }, run: async () => void runs++ });
  await waitFor(() => tries >= 5);
  assert.deepEqual([runs, await figure("runs_total", "locked")], [0, 0]);
  child.kill("SIGKILL");
  await ended;
  await waitFor(() => runs > 0);
  assert.deepEqual(failures, []);
});

test("a run that is abandoned loses its lock, so that the job runs again here or elsewhere", async (t) => {
  const { db } = await createDatabase();
  const { start, failures } = newRunner(t);
  let runs = 0;
  const lock = { pool: db, name: "one" };
  const hanging = start({ name: "hanging", timeoutMs: 20, lock, run: () => (runs++, forever()) });
  const other = start({ name: "other", lock, run: async () => void runs++ });
  hanging.wake();
  await hanging.idle();
  assert.deepEqual([runs, messages(failures)], [1, ["hanging: did not end within 20 ms of its abort"]]);
  await waitFor(async () => {
    other.wake();
    await other.idle();
    return runs === 2;
  });
});
