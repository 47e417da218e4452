import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { arbitraryStatement } from "@stint/server/test/cases/arbitrary-statements.ts";
import { brokenStatements } from "@stint/server/test/cases/broken-statements.ts";
import { changedStatement } from "@stint/server/test/cases/changed-statements.ts";
import { hashByContract } from "@stint/server/test/cases/hash-by-contract.ts";
import { statementVector } from "@stint/server/test/cases/statement-vector.ts";
import { verifyStatement } from "#src/index.ts";

const located = (faults: { code: string; pointer: string }[]) =>
  faults.map(({ code, pointer }) => `${code} ${pointer}`);

test("a statement as the server returns it is sound, with and without amounts", async () => {
  const { amounts: _amounts, ...withoutMoney } = statementVector;
  for (const statement of [statementVector, withoutMoney, { ...statementVector, previous: null, more: 1 }])
    assert.deepEqual(await verifyStatement(statement), { isSound: true, hash: statementVector.hash, faults: [] });
});

test("any statement that the server makes has the hash of the contract, and is sound", async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryStatement(), async (statement) => {
      const { hash, isSound } = await verifyStatement(statement);
      assert.deepEqual([hash, isSound], [(await hashByContract(statement)).hash, true]);
    }),
  );
});

test("each fault is named with its location", async () => {
  for (const { what, statement, faults } of brokenStatements()) {
    const found = await verifyStatement(statement);
    assert.deepEqual([found.isSound, located(found.faults).toSorted()], [false, faults.toSorted()], what);
  }
});

test("whatever single value is changed, added or removed is noticed", async () => {
  await fc.assert(
    fc.asyncProperty(changedStatement(), async ({ statement, what }) => {
      assert.equal((await verifyStatement(statement)).isSound, false, what);
    }),
    { numRuns: 500 },
  );
});
