import assert from "node:assert/strict";
import { test } from "node:test";
import { decideOutcome } from "./results.ts";
import { loadConfig } from "#platform/config/config.ts";

const scheduleMs = loadConfig({}).webhookRetryScheduleSeconds.map((seconds) => seconds * 1000);
const hourMs = 3_600_000;
const decide = (result: object, step = 0, random = 0.5) =>
  decideOutcome({ status: null, error: null, ...result }, step, scheduleMs, random);

test("only a complete 2xx reply is a success", () => {
  for (const status of [200, 201, 204, 299]) assert.deepEqual(decide({ status }), { kind: "delivered" });
  for (const status of [300, 302, 304, 400, 401, 404, 429, 500, 503]) assert.equal(decide({ status }).kind, "retry");
  assert.equal(decide({ status: 200, error: "no complete reply within 15 s" }).kind, "retry");
  assert.equal(decide({ error: "the connection was refused" }).kind, "retry");
});

test("410 ends it, whatever is left of the schedule", () => {
  assert.deepEqual(decide({ status: 410 }), { kind: "gone" });
});

test("there are eleven attempts, each after its delay give or take a fifth", () => {
  const waits = [5, 30, 120, 600, 1800, 7200, 18_000, 36_000, 50_400, 86_400];
  for (const [step, seconds] of waits.entries()) {
    for (const [random, factor] of [
      [0, 0.8],
      [0.5, 1],
      [1, 1.2],
    ] as const) {
      assert.deepEqual(decide({ status: 500 }, step, random), {
        kind: "retry",
        step: step + 1,
        waitMs: Math.round(seconds * 1000 * factor),
      });
    }
  }
  assert.deepEqual(decide({ status: 500 }, 10), { kind: "failed" });
  assert.deepEqual(decide({ status: 500 }, 99), { kind: "failed" });
});

test("Retry-After is honoured between the scheduled delay and a day", () => {
  const waitMs = (retryAfterMs: number, step = 0) => {
    const outcome = decide({ status: 429, retryAfterMs }, step);
    return outcome.kind === "retry" ? outcome.waitMs : undefined;
  };
  assert.equal(waitMs(1_000), 5_000);
  assert.equal(waitMs(60_000), 60_000);
  assert.equal(waitMs(100 * hourMs), 24 * hourMs);
  assert.equal(waitMs(0, 9), 24 * hourMs);
  assert.deepEqual(decide({ status: 429, retryAfterMs: 1_000 }, 10), { kind: "failed" });
});
