import assert from "node:assert/strict";
import { test } from "node:test";
import { toParams } from "#screen/filter.ts";
import { readAuditFilter, toAuditQuery } from "./audit-filter.ts";

test("a filter with one or several values is read from the address and written back unchanged", () => {
  for (const address of ["userId=user_1&from=2026-03-01", "userId=user_1&userId=user_2&action=project.*&action=task.*"])
    assert.equal(String(toParams(readAuditFilter(new URLSearchParams(address)))), address);
  assert.equal(String(toParams({ userId: [], from: "" })), "");
});

test("the query for the API contains the zone only for days", () => {
  const filter = readAuditFilter(new URLSearchParams("userId=user_1&userId=&to=2026-03-01"));
  assert.deepEqual(toAuditQuery(filter, "UTC"), { userId: ["user_1"], to: "2026-03-01", tz: "UTC" });
  assert.deepEqual(toAuditQuery({ action: ["task.*"] }, "UTC"), { action: ["task.*"] });
});
