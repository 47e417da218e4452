import assert from "node:assert/strict";
import { test } from "node:test";
import { createServerClock } from "./clock.ts";

const serverMs = Date.parse("2026-03-02T09:00:00Z");
const date = new Date(serverMs).toUTCString();

test("a wrong own clock is corrected to within a second by one reply, in whole milliseconds", () => {
  const ownMs = serverMs + 3_600_001;
  const clock = createServerClock(() => ownMs);
  clock.observe(date, ownMs - 6, ownMs);
  assert.equal(clock.now(), serverMs + 503);
  // Temporal refuses fractions: screens that show today would fail.
  assert.ok(Number.isInteger(clock.past()));
  clock.observe(date, ownMs - 5, ownMs);
  assert.ok(Number.isInteger(clock.now()), `${clock.now()}`);
});

test("the own clock is believed as long as no reply contradicts it", () => {
  const clock = createServerClock(() => serverMs + 400);
  clock.observe(date, serverMs + 390, serverMs + 400);
  assert.equal(clock.now(), serverMs + 400);
});
