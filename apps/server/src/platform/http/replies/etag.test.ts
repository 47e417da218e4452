import assert from "node:assert/strict";
import { test } from "node:test";
import { AppError } from "#platform/errors.ts";
import { checkIfMatch, namesTag } from "./etag.ts";

test("a list of tags matches each of them, a star matches all", () => {
  assert.ok(namesTag('"1"', '"1"'));
  assert.ok(namesTag('"0", "1" ,"2"', '"1"'));
  assert.ok(namesTag(" * ", '"1"'));
});

test("another tag, a weak one, a bare number and nothing do not match", () => {
  for (const header of ['"11"', 'W/"1"', "1", "", '"', '"1', '"2","3"', '"*"']) {
    assert.equal(namesTag(header, '"1"'), false, header);
  }
});

test("If-Match is a 412 for another state, and is optional", () => {
  assert.doesNotThrow(() => checkIfMatch(undefined, '"2"'));
  assert.doesNotThrow(() => checkIfMatch('"2"', '"2"'));
  assert.throws(
    () => checkIfMatch('"1"', '"2"'),
    (error) => error instanceof AppError && error.code === "precondition_failed" && error.message.includes('"2"'),
  );
});

test("If-Match may contain only the version; If-None-Match may not, because the version is less precise than the ETag", () => {
  assert.doesNotThrow(() => checkIfMatch('"2"', '"2-plain-locked"'));
  for (const [header, etag] of [
    ['"2"', '"3-plain"'],
    ['"2"', '"22-plain"'],
    ['"2-plain"', '"2"'],
    ['"1"', '"mi9x2k4a-1"'],
  ] as const)
    assert.throws(() => checkIfMatch(header, etag), AppError, `${header} is not ${etag}`);
  assert.equal(namesTag('"2"', '"2-plain"'), false);
});
