import assert from "node:assert/strict";
import { test } from "node:test";
import { haveSameClock } from "./same-clock.ts";

const january = Date.parse("2026-01-15T12:00:00Z");
const july = Date.parse("2026-07-15T12:00:00Z");

const pairs: [zone: string, other: string, isSame: boolean][] = [
  ["Europe/Berlin", "Europe/Vienna", true],
  ["Asia/Calcutta", "Asia/Kolkata", true],
  ["UTC", "Africa/Abidjan", true],
  ["Europe/Berlin", "America/New_York", false],
  // The clocks of these pairs differ only in summer.
  ["Europe/London", "Africa/Abidjan", false],
  ["America/Denver", "America/Phoenix", false],
  ["Asia/Kolkata", "Asia/Kathmandu", false],
];

for (const [zone, other, isSame] of pairs)
  test(`${zone} and ${other} ${isSame ? "have the same clock" : "differ"}, in winter and in summer`, () => {
    for (const now of [january, july]) assert.equal(haveSameClock(zone, other, now), isSame);
  });
