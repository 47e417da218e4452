import assert from "node:assert/strict";
import { test } from "node:test";
import type { Rate } from "@stint/sdk";
import { ratePeriods, sortPeriods } from "./rate-periods.ts";

let count = 0;
const rate = (effectiveFrom: string, more: Partial<Rate> = {}): Rate => ({
  id: `rate_${++count}`,
  kind: "billable",
  scope: "organization",
  userId: null,
  projectId: null,
  taskId: null,
  rateMinor: 9000,
  effectiveFrom,
  createdAt: "2026-01-01T00:00:00Z",
  updatedAt: "2026-01-01T00:00:00Z",
  version: 1,
  ...more,
});

test("a rate applies until the day before the next one for the same target", () => {
  const rates = [rate("2026-03-01"), rate("1970-01-01"), rate("2026-06-01")];
  assert.deepEqual(
    ratePeriods(rates, "2026-03-15").map(({ rate: { effectiveFrom }, until, state }) => [effectiveFrom, until, state]),
    [
      ["1970-01-01", "2026-02-28", "past"],
      ["2026-03-01", "2026-05-31", "now"],
      ["2026-06-01", null, "later"],
    ],
  );
});

test("on its first and its last day a rate applies", () => {
  const rates = [rate("2026-03-01"), rate("2026-06-01")];
  assert.equal(ratePeriods(rates, "2026-03-01")[0]?.state, "now");
  assert.equal(ratePeriods(rates, "2026-05-31")[0]?.state, "now");
  assert.equal(ratePeriods(rates, "2026-06-01")[0]?.state, "past");
});

test("a rate of another kind, person or project does not end a rate", () => {
  const rates = [
    rate("2026-01-01", { scope: "member", userId: "user_a" }),
    rate("2026-02-01", { scope: "member", userId: "user_b" }),
    rate("2026-03-01", { scope: "member", userId: "user_a", kind: "cost" }),
    rate("2026-04-01", { scope: "projectMember", userId: "user_a", projectId: "proj_a" }),
  ];
  assert.deepEqual(
    ratePeriods(rates, "2026-05-01").map(({ until }) => until),
    [null, null, null, null],
  );
});

test("the most specific rate comes first, then the newest", () => {
  const rates = [
    rate("2026-01-01", { kind: "cost" }),
    rate("2026-01-01"),
    rate("2026-02-01"),
    rate("2026-01-01", { scope: "task", taskId: "task_a" }),
  ];
  const sorted = sortPeriods(ratePeriods(rates, "2026-03-01"), () => "");
  assert.deepEqual(
    sorted.map((period) => [period.rate.kind, period.rate.scope, period.rate.effectiveFrom]),
    [
      ["billable", "task", "2026-01-01"],
      ["billable", "organization", "2026-02-01"],
      ["billable", "organization", "2026-01-01"],
      ["cost", "organization", "2026-01-01"],
    ],
  );
});
