import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { describeError } from "./describe-error.ts";

function databaseError(message: string, facts: object): Error {
  return Object.assign(new pg.DatabaseError(message, 1, "error"), facts);
}

test("a database error is logged with its names, and without the row that it quotes", () => {
  const error = databaseError('new row violates check constraint "c"', {
    code: "23514",
    table: "time_entries",
    constraint: "c",
    detail: "Failing row contains (SECRET).",
    where: "SQL function: SECRET",
    internalQuery: "select SECRET",
  });
  const logged = describeError(new Error("it failed", { cause: error }));
  assert.equal(logged.message, 'it failed: new row violates check constraint "c"');
  assert.match(logged.stack, /caused by: error: new row violates/);
  const { code, table, constraint } = describeError(error);
  assert.deepEqual({ code, table, constraint }, { code: "23514", table: "time_entries", constraint: "c" });
  for (const each of [logged, describeError(error)]) assert.doesNotMatch(JSON.stringify(each), /SECRET/);
});

test("values that an error's message quotes are left out of message and stack", () => {
  const data = databaseError('invalid input syntax for type json: "SECRET', { code: "22P02" });
  let parsing: unknown;
  try {
    JSON.parse("SECRET");
  } catch (error) {
    parsing = error;
  }
  assert.equal(describeError(data).message, "invalid input syntax for type json: …");
  for (const error of [data, parsing, "SECRET", new AggregateError([data, parsing], "two failed")])
    assert.doesNotMatch(JSON.stringify(describeError(error)), /SECRET/);
});

test("a TLS error is logged without Node's advice and OpenSSL's files", () => {
  for (const [said, shown] of [
    [
      "self-signed certificate; if the root CA is installed locally, try running Node.js with --use-system-ca",
      "self-signed certificate",
    ],
    [
      "C0B7F5A1E97F0000:error:0A00010B:SSL routines:tls_validate_record_header:wrong version number:../deps/openssl/ssl/record.c:77:",
      "wrong version number",
    ],
  ] as const) {
    const { message, stack } = describeError(new Error(said));
    assert.equal(message, shown);
    assert.ok(!stack.includes(said));
  }
});

test("an error that is its own cause is described once", () => {
  const error = new Error("round");
  error.cause = error;
  assert.equal(describeError(error).message, "round");
});
