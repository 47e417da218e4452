import assert from "node:assert/strict";
import { test } from "node:test";
import { newProject } from "@stint/server/test/worlds/factories.ts";
import { ApiError, ConflictError, StintError, type TimeEntry } from "#src/index.ts";
import { type Fault, startFaultProxy } from "./fault-proxy.ts";
import { PacedStint } from "./paced-client.ts";
import { serve } from "./serve.ts";

const faults: Fault[] = ["resetBefore", "resetDuring", "resetAfter", "cutBody", "badGateway", "unavailable", "tooMany"];

/** Returns a seeded generator of random numbers in [0, 1) (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Repeats a call with its idempotency key until its outcome is known, as the documentation recommends. */
async function known<Reply>(call: (idempotencyKey?: string) => Promise<Reply>): Promise<Reply> {
  let idempotencyKey: string | undefined;
  for (let tries = 0; ; tries++) {
    try {
      return await call(idempotencyKey);
    } catch (error) {
      const mayWork = error instanceof ApiError && [429, 503].includes(error.status);
      if (!(error instanceof StintError) || !(error.mayHaveHappened || mayWork) || tries === 100) throw error;
      assert.ok(error.idempotencyKey !== undefined);
      ({ idempotencyKey } = error);
    }
  }
}

test("of 300 creates, batches, starts and stops through a network that mostly fails none is double, lost or unknown", async (t) => {
  const { world, port, owner } = await serve();
  const proxy = await startFaultProxy(t, port);
  const random = randomOf(20_260_302);
  proxy.choose = () => (random() < 0.6 ? faults[Math.floor(random() * faults.length)] : undefined);
  const where = await newProject(owner);
  const made = new Map<string, string>();
  const note = (...entries: TimeEntry[]) => {
    for (const { id, description } of entries) made.set(id, description);
  };
  const called = { creates: 0, batches: 0, starts: 0, stops: 0, refusedStops: 0 };

  const work = async (worker: number, calls: number) => {
    const { apiKey } = await world.newMember(owner, "member");
    // Shorten delays of a second or more to a few milliseconds.
    const stint = new PacedStint({ apiKey, baseUrl: proxy.baseUrl }, 0.002);
    const entry = (description: string) => ({
      ...where,
      startedAt: "2026-03-02T09:00:00Z",
      durationSeconds: 60,
      description,
    });
    let isRunning = false;
    for (let at = 0; at < calls; at++) {
      const name = `${worker}.${at}`;
      const chance = random();
      if (chance < 0.5) {
        called.creates++;
        note(await known((idempotencyKey) => stint.timeEntries.create(entry(name), { idempotencyKey })));
      } else if (chance < 0.65) {
        called.batches++;
        const entries = [1, 2, 3].map((part) => entry(`${name}.${part}`));
        note(...(await known((idempotencyKey) => stint.timeEntries.createBatch({ entries }, { idempotencyKey }))).data);
      } else if (chance < 0.85) {
        called.starts++;
        const body = { ...where, description: name };
        const { stopped } = await known((idempotencyKey) => stint.timer.start(body, { idempotencyKey }));
        assert.equal(stopped !== null, isRunning, name);
        if (stopped !== null) note(stopped);
        isRunning = true;
      } else {
        const stopped = await known((idempotencyKey) => stint.timer.stop({ idempotencyKey })).catch(
          (error: unknown) => {
            assert.ok(error instanceof ConflictError && error.code === "timer_not_running", String(error));
          },
        );
        assert.equal(stopped !== undefined, isRunning, name);
        called[stopped === undefined ? "refusedStops" : "stops"]++;
        if (stopped !== undefined) note(stopped);
        isRunning = false;
      }
    }
  };
  await Promise.all([1, 2, 3, 4, 5].map((worker) => work(worker, 60)));

  const stored = new Map<string, string>();
  const direct = new PacedStint({ apiKey: owner.apiKey, baseUrl: `http://127.0.0.1:${port}` });
  for await (const { id, description } of direct.timeEntries.list()) stored.set(id, description);
  assert.deepEqual(made, stored);
  assert.equal(new Set(stored.values()).size, stored.size, "nothing was made twice");
  const all = Object.values(called).reduce((sum, count) => sum + count, 0);
  assert.equal(all, 300);
  t.diagnostic(`${JSON.stringify(called)}, ${proxy.seen.length} requests`);
});
