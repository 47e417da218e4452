import assert from "node:assert/strict";
import { test } from "node:test";
import { readFilter, toQuery, writeFilter } from "./audit-filter.ts";

test("a filter with one or several values is read from the address and written back unchanged", () => {
  for (const address of ["userId=user_1&from=2026-03-01", "userId=user_1&userId=user_2&action=project.*&action=task.*"])
    assert.equal(String(new URLSearchParams(writeFilter(readFilter(new URLSearchParams(address))))), address);
  assert.deepEqual(writeFilter({ userId: [], from: "" }), []);
});

test("the query for the API contains the zone only for days", () => {
  const filter = readFilter(new URLSearchParams("userId=user_1&userId=&to=2026-03-01"));
  assert.deepEqual(toQuery(filter, "UTC"), { userId: ["user_1"], to: "2026-03-01", tz: "UTC" });
  assert.deepEqual(toQuery({ action: ["task.*"] }, "UTC"), { action: ["task.*"] });
});
