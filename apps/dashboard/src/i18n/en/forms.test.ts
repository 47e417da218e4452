import assert from "node:assert/strict";
import { test } from "node:test";
import { approvals } from "./approvals.ts";

test("the forms for one timesheet begin with the singular, those for others with the plural", () => {
  const { doneBefore, done } = approvals;
  const all = [done.approve, done.submit, doneBefore.approve, doneBefore.submit, approvals.refusedOnes];
  for (const { one, other } of [...all, approvals.changedOnes, approvals.selected, done.reject]) {
    assert.match(String(one), /^timesheet\b/);
    assert.match(other, /^timesheets\b/);
  }
});
