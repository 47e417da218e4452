import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf, rangeOfDays } from "./zoned.ts";

test("where clocks go back across midnight, the repeated time is of the new day, as on the server", () => {
  // In St. John's, clocks went from 00:01 back to 23:01.
  const instants = ["2009-11-01T02:29:59Z", "2009-11-01T02:30:00Z", "2009-11-01T03:00:00Z", "2009-11-02T03:30:00Z"];
  assert.deepEqual(
    instants.map((instant) => dayOf(instant, "America/St_Johns")),
    ["2009-10-31", "2009-11-01", "2009-11-01", "2009-11-02"],
  );
  const { from, to } = rangeOfDays("2009-11-01", 1, "America/St_Johns");
  assert.deepEqual([from, to], [Date.parse("2009-11-01T02:30:00Z"), Date.parse("2009-11-02T03:30:00Z")]);
});
