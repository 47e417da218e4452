import assert from "node:assert/strict";
import { test } from "node:test";
import { AppError } from "#platform/errors.ts";
import { createLanes } from "./lanes.ts";
import { runFor } from "#platform/requester.ts";

const settled = () => new Promise((resolve) => setImmediate(resolve));

function serve(maxWaiting: number) {
  const lanes = createLanes({ ofEach: 1, inAll: 2, maxWaiting });
  const done: string[] = [];
  const gates: (() => void)[] = [];
  const run = (caller: string, tenant = "one") =>
    runFor({ tenant, caller, isReading: false, hasLeft: () => false }, () =>
      lanes.run(tenant, async () => {
        await new Promise<void>((resolve) => gates.push(resolve));
        done.push(caller);
      }),
    );
  /** Finishes running jobs until none is left. */
  const finish = async () => {
    await settled();
    for (let gate = gates.shift(); gate !== undefined; gate = gates.shift()) {
      gate();
      await settled();
    }
  };
  return { run, done, finish };
}

test("the callers of a tenant take turns, however many jobs one of them has", async () => {
  const { run, done, finish } = serve(64);
  const jobs = [...Array.from({ length: 5 }, () => run("script")), run("session"), run("session")];
  await finish();
  await Promise.all(jobs);
  assert.deepEqual(done, ["script", "session", "script", "session", "script", "script", "script"]);
});

test("a full queue refuses the caller that fills it, and no other", async () => {
  const { run, done, finish } = serve(4);
  const script = Array.from({ length: 5 }, () => run("script"));
  const isFull = (error: unknown) => error instanceof AppError && error.code === "unavailable";
  await assert.rejects(run("script"), isFull);
  const session = run("session");
  await assert.rejects(script.at(-1) ?? session, isFull);
  await finish();
  await Promise.all([session, ...script.slice(0, -1)]);
  assert.equal(done.filter((caller) => caller === "session").length, 1);
});

const stranger = (number: number, account = number) => [`network ${number}`, `account ${account}`];

/** Creates a lane that runs one job at a time; each job lasts until `next` is called. */
function newLane(maxWaiting = 100) {
  const lanes = createLanes({ ofEach: 1, inAll: 1, maxWaiting });
  const begun: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  const enter = (name: string, sharers: readonly string[] = []) =>
    lanes
      .run(
        "passwords",
        () => {
          begun.push(name);
          return new Promise<void>((resolve) => ends.push(resolve));
        },
        sharers,
      )
      .catch(() => void refused.push(name));
  return {
    begun,
    refused,
    enter: (name: string, sharers?: readonly string[]) => void enter(name, sharers),
    /** Ends the running job, and waits until the next job has begun. */
    async next() {
      await settled();
      ends.shift()?.();
      await settled();
    },
  };
}

test("sixty networks that retry wait after one that comes for the first time", async () => {
  const lane = newLane();
  for (let number = 0; number < 60; number++) lane.enter(`first ${number}`, stranger(number));
  for (let ended = 0; ended < 59; ended++) await lane.next();
  for (let number = 0; number < 60; number++) lane.enter(`again ${number}`, stranger(number));
  lane.enter("newcomer", stranger(200));
  await lane.next();
  assert.equal(lane.begun.at(-1), "newcomer");
});

test("an account that many networks try waits after another account", async () => {
  const lane = newLane();
  for (let number = 0; number < 20; number++) lane.enter(`${number}`, stranger(number, 1));
  for (let ended = 0; ended < 5; ended++) await lane.next();
  lane.enter("other account", stranger(100, 2));
  await lane.next();
  assert.equal(lane.begun.at(-1), "other account");
});

test("jobs without sharers go before those with sharers, and neither starves", async () => {
  const lane = newLane();
  for (let number = 0; number < 5; number++) lane.enter(`${number}`, stranger(number));
  lane.enter("known");
  for (let ended = 0; ended < 6; ended++) await lane.next();
  assert.deepEqual(lane.begun, ["0", "known", "1", "2", "3", "4"]);
});

test("a full lane refuses the sharer with the most jobs, not the last one", async () => {
  const lane = newLane(4);
  for (let number = 0; number < 4; number++) lane.enter(`flood ${number}`, stranger(1, 1));
  lane.enter("newcomer", stranger(2));
  lane.enter("known");
  await lane.next();
  assert.deepEqual([lane.begun, lane.refused], [["flood 0", "known"], ["flood 3"]]);
  lane.enter("flood 4", stranger(1, 1));
  lane.enter("flood 5", stranger(1, 1));
  await lane.next();
  assert.deepEqual(lane.begun.at(-1), "newcomer");
  assert.deepEqual(lane.refused, ["flood 3", "flood 5"]);
});

test("a job that releases its turn early continues alongside the next one, and releases no second turn at its end", async () => {
  const lanes = createLanes({ ofEach: 1, inAll: 1, maxWaiting: 10 });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const jobs = ["early", "next", "last"].map((name) =>
    lanes.run("passwords", (release) => {
      begun.push(name);
      if (name === "early") release();
      return new Promise<void>((resolve) => ends.push(resolve));
    }),
  );
  await settled();
  assert.deepEqual(begun, ["early", "next"]);
  ends.shift()?.();
  await settled();
  assert.deepEqual(begun, ["early", "next"]);
  ends.shift()?.();
  await settled();
  assert.deepEqual(begun, ["early", "next", "last"]);
  ends.shift()?.();
  await Promise.all(jobs);
});

test("tenants take turns, and one that has no room lets the others pass", async () => {
  const { run, done, finish } = serve(64);
  const jobs = [run("a1", "a"), run("a2", "a"), run("b1", "b"), run("a3", "a"), run("c1", "c"), run("c2", "c")];
  await finish();
  await Promise.all(jobs);
  assert.deepEqual(done, ["a1", "b1", "c1", "a2", "c2", "a3"]);
});
