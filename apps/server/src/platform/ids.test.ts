import assert from "node:assert/strict";
import { test } from "node:test";
import { asId, newId } from "./ids.ts";

test("the ids of objects and of timesheets stay as they are; others become an id that nothing has", () => {
  const id = newId("user");
  const sheet = `sheet_${id.slice("user_".length)}m20260301`;
  for (const one of [id, sheet, "time_1"]) assert.equal(asId(one), one);
  for (const other of ["", "me", "time_", `${sheet}0`, "time_A", "time_1\n", "'; --"]) assert.equal(asId(other), "");
});
