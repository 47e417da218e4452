import assert from "node:assert/strict";
import { test } from "node:test";
import { createServerClock } from "./clock.ts";

const serverMs = Date.parse("2026-03-02T09:00:00Z");
const date = new Date(serverMs).toUTCString();

test("one reply corrects a wrong local clock to within a second, in whole milliseconds", () => {
  const ownMs = serverMs + 3_600_001;
  const clock = createServerClock(() => ownMs);
  clock.observe(date, ownMs - 6, ownMs);
  assert.equal(clock.now(), serverMs + 503);
  assert.ok(clock.isWrong());
  // Temporal throws on fractional milliseconds, so a fraction would break every screen that shows today.
  assert.ok(Number.isInteger(clock.past()));
  clock.observe(date, ownMs - 5, ownMs);
  assert.ok(Number.isInteger(clock.now()), `${clock.now()}`);
});

test("the local clock is trusted until a reply contradicts it", () => {
  const clock = createServerClock(() => serverMs + 400);
  clock.observe(date, serverMs + 390, serverMs + 400);
  assert.equal(clock.now(), serverMs + 400);
  assert.ok(!clock.isWrong());
});
