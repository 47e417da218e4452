import assert from "node:assert/strict";
import { test } from "node:test";
import { AppError } from "#platform/errors.ts";
import { decodeCursor, encodeCursor, fingerprint } from "./cursor.ts";

const bound = fingerprint(["time-entries", "-startedAt"]);
const isValue = (value: string) => /^\d+$/.test(value);

function refusalOf(cursor: string): string | undefined {
  try {
    decodeCursor(cursor, bound, isValue);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof AppError);
    assert.equal(error.code, "validation_failed");
    assert.equal(error.errors?.[0]?.pointer, "/cursor");
    return error.errors[0].code;
  }
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

test("a cursor decodes to the position it was made from", () => {
  const position = { value: "17", id: "time_0a" };
  const cursor = encodeCursor(position, bound);
  assert.match(cursor, /^[\w-]+$/);
  assert.deepEqual(decodeCursor(cursor, bound, isValue), position);
});

test("a cursor of a list with other filters or another sort is distinguished from a broken one", () => {
  const other = encodeCursor({ value: "17", id: "time_0a" }, fingerprint(["time-entries", "startedAt"]));
  assert.equal(refusalOf(other), "other_list");
  assert.equal(refusalOf("broken"), "bad_cursor");
});

test("text that isn't from a page is refused, whatever it decodes to", () => {
  const cursors = [
    "",
    "%%%",
    "\0",
    "A".repeat(1000),
    encoded(null),
    encoded({}),
    encoded([]),
    encoded([bound, "17", "time_0a"]),
    encoded([bound, "17", "time_0a", null, null]),
    encoded([bound, 17, "time_0a", null]),
    encoded([bound, "17", null, null]),
    encoded([bound, "17", "time_0a", 23]),
    encoded([bound, "", "time_0a", null]),
    encoded([bound, "x", "time_0a", null]),
    encoded([bound, "17", "time_0a", "x"]),
    encoded([bound, "17", "", null]),
    encoded([bound, "17", "a'b", null]),
    encoded([bound, "17", "a\0", null]),
    encoded([bound, "17", "a".repeat(65), null]),
  ];
  for (const cursor of cursors) assert.equal(refusalOf(cursor), "bad_cursor", JSON.stringify(cursor));
});
