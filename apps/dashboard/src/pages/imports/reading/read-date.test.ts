import assert from "node:assert/strict";
import { test } from "node:test";
import { readDate } from "./read-date.ts";

for (const [text, order, day] of [
  ["03/04/2024", "dmy", "2024-04-03"],
  ["03/04/2024", "mdy", "2024-03-04"],
  ["3.4.24", "dmy", "2024-04-03"],
  ["2024-03-04", "ymd", "2024-03-04"],
  ["03/04/2024 10:23", "mdy", "2024-03-04"],
  ["13/04/2024", "mdy", undefined],
  ["30/02/2024", "dmy", undefined],
  ["2024-03-04", "dmy", undefined],
  ["tomorrow", "dmy", undefined],
] as const)
  test(`${text} read as ${order} is ${day ?? "invalid"}`, () => assert.equal(readDate(text, order), day));
