import assert from "node:assert/strict";
import { test } from "node:test";
import { findLongOutage } from "./node-app.ts";

test("an embedded database that was down for more than a minute is a failure of the service", () => {
  assert.equal(findLongOutage(undefined, 1e9), undefined);
  assert.equal(findLongOutage(1_000, 61_000), undefined);
  assert.equal(findLongOutage(1_000, 62_000), "the database has been down for 61 s");
});
