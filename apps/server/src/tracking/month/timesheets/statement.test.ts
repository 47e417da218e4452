import assert from "node:assert/strict";
import { hash as digest } from "node:crypto";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import fc from "fast-check";
import { verifyStatement } from "@stint/sdk";
import { arbitraryStatement } from "#test/cases/arbitrary-statements.ts";
import { hashByContract } from "#test/cases/hash-by-contract.ts";
import { statementVector } from "#test/cases/statement-vector.ts";
import { canonicalJson, compareEntries, hashOf, makeStatement } from "./statement.ts";

test("the canonical form is that of RFC 8785", () => {
  // The example of RFC 8785 §3.2.3, which sorts names by UTF-16 code units.
  const names = ["\u20ac", "\r", "\ufb33", "1", "\u{1f600}", "\u0080", "\u00f6"];
  const sorted = ["\r", "1", "\u0080", "\u00f6", "\u20ac", "\u{1f600}", "\ufb33"];
  const text = canonicalJson(Object.fromEntries(names.map((name) => [name, null])));
  assert.equal(text, `{${sorted.map((name) => `${JSON.stringify(name)}:null`).join(",")}}`);
  // The example of RFC 8785 §3.2.2.2, without numbers and literals.
  const given = "\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\u0022/";
  assert.equal(canonicalJson([given, { b: 1, a: [] }]), String.raw`["€$\u000f\nA'B\"\\\\\"/",{"a":[],"b":1}]`);
});

test("a known statement has the hashes that another program computed", async () => {
  const { hash, amounts, amountsHash, previous: _previous, userName: _userName, ...rest } = statementVector;
  assert.equal(hashOf(amounts), amountsHash);
  assert.equal(hashOf({ ...rest, amountsHash }), hash);
  assert.deepEqual((await verifyStatement(statementVector)).faults, []);
});

test("the example in docs/use/timesheets.md is that statement, and has the bytes that it shows", async () => {
  const page = await readFile(new URL("../../../../../../docs/use/timesheets.md", import.meta.url), "utf8");
  const [json, statement, amounts] = [...page.matchAll(/^```(?:json)?\n([{][^]*?)\n```$/gm)].map(
    ([, block = ""]) => block,
  );
  assert.deepEqual(JSON.parse(json ?? ""), statementVector);
  assert.equal(digest("sha256", statement ?? ""), statementVector.hash);
  assert.equal(digest("sha256", amounts ?? ""), statementVector.amountsHash);
});

test("a statement lists its entries by start and id, with their sums", async () => {
  const sheet = {
    org_id: "org_1",
    user_id: "user_1",
    period_start: "2026-03-02",
    period_end: "2026-03-08",
    starts_at: "2026-03-01T23:00:00Z",
    ends_at: "2026-03-08T23:00:00Z",
    time_zone: "Europe/Berlin",
    revision: 1,
  };
  const entry = (id: string, started_at: string) => {
    const rest = { version: 3, duration_seconds: 90, project_id: "proj_1", task_id: "task_1", billable_seconds: 60 };
    return { id, started_at, ...rest, amount_minor: 250 };
  };
  const entries = [
    entry("time_c", "2026-03-02T09:00:00.500Z"),
    entry("time_b", "2026-03-02T09:00:00Z"),
    entry("time_a", "2026-03-02T09:00:00Z"),
    entry("time_d", "2026-03-02T08:00:00Z"),
  ];
  const previousHash = "ab".repeat(32);
  const { statement, amounts, hash } = makeStatement(sheet, entries, { currency: "EUR", previousHash });
  assert.deepEqual(
    statement.entries.map(({ id }) => id),
    ["time_d", "time_a", "time_b", "time_c"],
  );
  assert.deepEqual(statement.totals, { entries: 4, seconds: 360, billableSeconds: 240 });
  assert.deepEqual([statement.revision, statement.previousHash], [2, previousHash]);
  assert.deepEqual(
    [amounts.amountMinor, amounts.entries.map(([id]) => id)],
    [1_000, ["time_d", "time_a", "time_b", "time_c"]],
  );
  assert.match(amounts.salt, /^[0-9a-f]{64}$/);
  assert.deepEqual((await verifyStatement({ ...statement, amounts, hash })).faults, []);
  const again = makeStatement(sheet, entries, { currency: "EUR", previousHash });
  assert.notEqual(again.statement.amountsHash, statement.amountsHash, "the salt is new");
});

test("the hash is what the contract says, for any statement", async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryStatement(), async (shown) => {
      const { amounts: _amounts, ...withoutMoney } = shown;
      const expected = await hashByContract(shown);
      assert.deepEqual([shown.hash, shown.amountsHash], [expected.hash, expected.amountsHash]);
      assert.equal((await hashByContract(withoutMoney)).hash, shown.hash, "one hash for all readers");
      for (const one of [shown, withoutMoney]) assert.deepEqual((await verifyStatement(one)).faults, []);
    }),
  );
});

test("a statement of 5,000 entries has the hash of the contract", async () => {
  const sheet = {
    org_id: "org_1",
    user_id: "user_1",
    period_start: "2026-03-01",
    period_end: "2026-03-31",
    starts_at: "2026-03-01T00:00:00Z",
    ends_at: "2026-04-01T00:00:00Z",
    time_zone: "UTC",
    revision: 0,
  };
  const entries = Array.from({ length: 5_000 }, (_, index) => ({
    id: `time_${String(index * 7919).padStart(32, "0")}`,
    version: 1 + (index % 3),
    started_at: new Date(Date.UTC(2026, 2, 1) + ((index * 37) % 5_000) * 500_000).toISOString().replace(".000Z", "Z"),
    duration_seconds: index,
    project_id: "proj_1",
    task_id: "task_1",
    billable_seconds: index % 900,
    amount_minor: index * 3,
  }));
  const { statement, amounts, hash } = makeStatement(sheet, entries, { currency: "EUR", previousHash: null });
  const shown = { ...statement, amounts, hash };
  assert.deepEqual(await hashByContract(shown), { hash, amountsHash: statement.amountsHash });
  assert.deepEqual((await verifyStatement(shown)).faults, []);
  assert.equal(statement.totals.entries, 5_000);
});

test("two statements differ by the entries that were added, removed and changed", () => {
  const [kept, changed, removed, added] = ["a", "b", "c", "d"].map((id) => ({
    id: `time_${id}`,
    version: 1,
    startedAt: "2026-03-02T09:00:00Z",
    durationSeconds: 60,
    projectId: "proj_1",
    taskId: "task_1",
    billableSeconds: 60,
  }));
  assert.ok(kept && changed && removed && added);
  const differences = compareEntries([kept, changed, removed], [kept, { ...changed, version: 2 }, added]);
  assert.deepEqual(differences, { added: ["time_d"], removed: ["time_c"], changed: ["time_b"] });
});
