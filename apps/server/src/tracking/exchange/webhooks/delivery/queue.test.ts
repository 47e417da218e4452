import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestJobs, type LoggedFailure } from "#test/processes/test-jobs.ts";
import { type QueueDeps, startQueue, type Work } from "./queue.ts";

const never = 3_600_000;

/** A queue whose rounds the test ends one by one. */
function startRounds(deps: Partial<QueueDeps> = {}) {
  const begun: { work: Work[]; end: (error?: Error) => void }[] = [];
  let noteBegun: () => void = () => undefined;
  const queue = startQueue({
    jobs: createTestJobs(({ err }) => assert.fail(err)),
    pollMs: never,
    untilReady: async () => undefined,
    fetch(work) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      begun.push({ work: [...work], end: (error) => (error === undefined ? resolve() : reject(error)) });
      noteBegun();
      return promise;
    },
    ...deps,
  });
  return {
    queue,
    begun,
    async next() {
      if (begun.length === 0) await new Promise<void>((resolve) => (noteBegun = resolve));
      const [round] = begun.splice(0);
      assert.ok(round);
      return round;
    },
  };
}

test("the first round polls for everything, and work noted during a round is for the next", async () => {
  const { queue, next } = startRounds();
  const first = await next();
  assert.deepEqual(first.work, ["changes", "due"]);
  queue.note("room");
  queue.note("due", "room");
  first.end();
  const second = await next();
  assert.deepEqual(second.work.toSorted(), ["due", "room"]);
  second.end();
  queue.noteListening(["org_1"]);
  const third = await next();
  third.end();
  // All work noted so far is done, so only a commit of an organization with endpoints starts another round.
  await new Promise(setImmediate);
  queue.noteCommit("org_1");
  const last = await next();
  assert.deepEqual(last.work, ["changes"]);
  const drained = queue.stop();
  last.end();
  await drained;
});

test("a queue that stops ends its round and begins no other, whatever is noted", async () => {
  const { queue, next, begun } = startRounds();
  const round = await next();
  queue.note("changes");
  const drained = queue.stop();
  queue.noteCommit("org_1");
  round.end();
  await drained;
  assert.deepEqual(begun, []);
});

test("a round that fails is reported, and the next one polls for everything", async () => {
  const failures: LoggedFailure[] = [];
  const jobs = createTestJobs((failure) => failures.push(failure));
  const { queue, next } = startRounds({ pollMs: 1, jobs });
  const failed = new Error("no database");
  (await next()).end(failed);
  const { work, end } = await next();
  assert.deepEqual(failures, [{ job: "deliveries", err: failed }]);
  assert.deepEqual(work, ["changes", "due"]);
  const drained = queue.stop();
  end();
  await drained;
});
