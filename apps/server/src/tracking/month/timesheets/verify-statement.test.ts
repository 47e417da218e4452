import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { changedStatement } from "#test/cases/changed-statements.ts";
import { statementVector } from "#test/cases/statement-vector.ts";
import { brokenStatements } from "#test/cases/broken-statements.ts";
import { verifyStatement } from "./verify-statement.ts";

test("whatever single value of a statement is changed, added or removed is noticed", () => {
  fc.assert(
    fc.property(changedStatement(), ({ statement, what }) => {
      assert.notDeepEqual(verifyStatement(statement), [], what);
    }),
    { numRuns: 500 },
  );
});

test("each fault is named with its location", () => {
  for (const { what, statement, faults } of brokenStatements())
    assert.deepEqual(
      verifyStatement(statement).map(({ code, pointer }) => `${code} ${pointer}`),
      faults,
      what,
    );
});

test("fields that no hash covers are allowed beside a statement, but not within it", () => {
  assert.deepEqual(verifyStatement({ ...statementVector, previous: null, shownAs: "a page" }), []);
  const [first, second] = statementVector.entries;
  const entries = [{ ...first, description: "Review" }, second];
  assert.deepEqual(
    verifyStatement({ ...statementVector, entries }).map(({ code, pointer }) => [code, pointer]),
    [["malformed", "/entries/0/description"]],
  );
});
