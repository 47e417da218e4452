import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createRateLimiter } from "./rate-limiter.ts";

const limit = { perMinute: 120, burst: 20 };

function send(limiter: ReturnType<typeof createRateLimiter>, count: number, nowMs: number): number {
  let passed = 0;
  for (let index = 0; index < count; index++) if (limiter.take("key", nowMs).passed) passed++;
  return passed;
}

test("an idle key may send 140 at once, and the 141st is refused", () => {
  const limiter = createRateLimiter(limit);
  assert.equal(send(limiter, 200, 0), 140);
});

test("after 140 at once nothing passes until the first of them is a minute old", () => {
  const limiter = createRateLimiter(limit);
  send(limiter, 140, 0);
  const refused = limiter.take("key", 10_000);
  assert.deepEqual([refused.passed, refused.waitMs, refused.remaining], [false, 50_000, 0]);
  assert.equal(limiter.take("key", 59_999.9).passed, false);
  assert.equal(send(limiter, 200, 60_000), 120, "the bucket has refilled 120 by then");
});

test("two a second pass for ever", () => {
  const limiter = createRateLimiter(limit);
  for (let second = 0; second < 600; second++) assert.equal(send(limiter, 2, second * 1000), 2, `second ${second}`);
});

test("one key's requests do not count for another", () => {
  const limiter = createRateLimiter(limit);
  send(limiter, 140, 0);
  assert.equal(limiter.take("other", 0).passed, true);
});

test("the remaining figure is the number that would pass at that instant", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 1, max: 60 })), { maxLength: 30 }),
      (bursts) => {
        const limiter = createRateLimiter(limit);
        const twin = createRateLimiter(limit);
        let now = 0;
        for (const [pause, count] of bursts) {
          now += pause;
          send(limiter, count, now);
          send(twin, count, now);
        }
        const { remaining } = limiter.take("key", now);
        twin.take("key", now);
        assert.equal(send(twin, 1000, now), remaining);
      },
    ),
  );
});

test("never more than 140 in any 60 s, and waiting for the announced time is enough", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 30_000 }), fc.integer({ min: 1, max: 200 })), { maxLength: 40 }),
      (bursts) => {
        const limiter = createRateLimiter(limit);
        const passes: number[] = [];
        let now = 0;
        for (const [pause, count] of bursts) {
          now += pause;
          for (let index = 0; index < count; index++) {
            const verdict = limiter.take("key", now);
            if (verdict.passed) passes.push(now);
            else {
              now += Math.max(1, Math.ceil(verdict.waitMs / 1000)) * 1000;
              assert.equal(limiter.take("key", now).passed, true, "the wait was enough");
              passes.push(now);
            }
          }
        }
        passes.forEach((time, index) => {
          const earlier = passes[index - 140];
          assert.ok(earlier === undefined || time - earlier >= 60_000, "the 141st is a minute after the first");
        });
      },
    ),
  );
});

test("an idle key is forgotten once its quota is full", () => {
  const limiter = createRateLimiter(limit);
  send(limiter, 140, 0);
  limiter.sweep(69_000);
  assert.equal(send(limiter, 200, 69_000), 138);
  limiter.sweep(200_000);
  assert.equal(send(limiter, 200, 200_000), 140);
});
