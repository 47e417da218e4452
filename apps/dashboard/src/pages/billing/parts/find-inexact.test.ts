import assert from "node:assert/strict";
import { test } from "node:test";
import type { Project } from "@stint/sdk";
import { findInexact } from "./find-inexact.ts";

const sums = (projectId: string, billableSeconds: number, amountMinor = 9500) => ({
  projectId,
  billableSeconds,
  amountMinor,
});
const rounded = (id: string, minutes: number) => ({ id, rounding: { mode: "up", minutes } }) as Project;

test("hours that are no whole hundredths do not give the amount, unless rounding does what it can", () => {
  const projects = new Map([rounded("five", 5), rounded("six", 6)].map((each) => [each.id, each]));
  const all = [
    sums("whole", 3600),
    sums("hundredths", 3636),
    sums("seconds", 38_005),
    sums("free", 38_005, 0),
    sums("five", 300),
    sums("six", 38_005),
  ];
  assert.deepEqual(
    findInexact(all, projects).map(({ projectId }) => projectId),
    ["seconds", "five"],
  );
});
