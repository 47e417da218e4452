import assert from "node:assert/strict";
import { test } from "node:test";
import { canBeTyped } from "./rest-of-line.ts";

test("a description with names, tags or further items can't be typed in a line", () => {
  assert.ok(["Stand-up", "Call, mail; letters", "C# and ada@example.org", ""].every(canBeTyped));
  assert.ok(!["Fix #12", "2h workshop", "Call @acme", "Call, 9-10 mail", "Two  blanks"].some(canBeTyped));
});
