import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { testApp } from "#test/worlds/test-app.ts";

const path = "/v1/organization";

test("an organization is read with its defaults and its ETag", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();

  const read = await caller.get(path);

  const { createdAt, updatedAt, ...rest } = read.json;
  assert.deepEqual(rest, {
    id: caller.orgId,
    name: "Test",
    currency: "EUR",
    timeZone: "UTC",
    weekStart: "monday",
    workingDays: ["monday", "tuesday", "wednesday", "thursday", "friday"],
    lockDate: null,
    membersMayMakeKeys: true,
    approvals: null,
    entryRules: {
      requireDescription: false,
      requireTag: false,
      overlaps: "allow",
      latestDays: null,
      longestTimerSeconds: null,
    },
    exportedAt: null,
    deletesAt: null,
    version: 1,
  });
  assert.match(caller.orgId, /^org_[0-9a-z]+$/);
  assert.ok(Date.parse(createdAt) <= Date.parse(updatedAt));
  assert.deepEqual(
    [read.status, read.headers["etag"], read.headers["cache-control"]],
    [200, '"1"', "private, no-cache"],
  );
  assert.equal((await caller.get(path, { "if-none-match": '"1"' })).status, 304);
  assert.equal((await caller.send("HEAD", path)).text, "");
});

test("each setting changes separately, and a change of nothing makes no version and no change row", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  let expected = (await caller.get(path)).json;
  for (const change of [
    { name: "Büro 😀" },
    { currency: "JPY" },
    { timeZone: "America/Argentina/Buenos_Aires" },
    { weekStart: "sunday" },
    { workingDays: ["monday", "saturday"] },
    { membersMayMakeKeys: false },
  ]) {
    const answer = await caller.patch(path, change, { "if-match": `"${expected.version}"` });
    assert.equal(answer.status, 200, answer.text);
    expected = { ...expected, ...change, version: expected.version + 1, updatedAt: answer.json.updatedAt };
    assert.deepEqual(answer.json, expected);
    assert.equal(answer.headers["etag"], `"${expected.version}"`);
  }
  const { name, currency, timeZone, weekStart, membersMayMakeKeys } = expected;
  const backwards = { workingDays: ["saturday", "monday"] };
  const lower = { timeZone: timeZone.toLowerCase() };
  for (const change of [{}, backwards, lower, { name, currency, timeZone, weekStart, membersMayMakeKeys }]) {
    assert.deepEqual((await caller.patch(path, change)).json, expected);
  }
  const changes = await db.query(
    sql`select id from changes where org_id = ${caller.orgId} and action = 'organization.updated'`,
  );
  assert.equal(changes.length, 6);
});

test("an invalid value is a 422 with its field", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const examples: [string, unknown[]][] = [
    ["/name", ["", " ", null, 5, "x".repeat(201), "\0", "\ud800"]],
    ["/currency", ["eur", "EURO", "XXXX", "", null, 978]],
    ["/timeZone", ["Berlin", "+02:00", "Mars/Olympus", "", null]],
    ["/weekStart", ["Monday", "mon", 1, null]],
    ["/workingDays", [[], "monday", null, ["monday", "monday"]]],
    ["/membersMayMakeKeys", ["true", 1, null]],
    ["/id", ["org_1"]],
    ["/deletesAt", [null, "2026-03-01T00:00:00Z"]],
    ["/exportedAt", [null, "2026-03-01T00:00:00Z"]],
  ];
  for (const [pointer, values] of examples) {
    for (const value of values) {
      const answer = await caller.patch(path, { [pointer.slice(1)]: value });
      assertProblem(answer, 422, "validation_failed", [pointer]);
    }
  }
  assertProblem(await caller.patch(path), 400, "malformed_request");
  assertProblem(await caller.patch(path, { name: "" }, { "if-match": '"9"' }), 422, "validation_failed");
  assertProblem(await caller.patch(path, { name: "x" }, { "if-match": '"9"' }), 412, "precondition_failed");
  assert.equal((await caller.get(path)).json.version, 1);
});

test("everybody may read the organization, owners and admins may change it", async () => {
  const { newOrganization, newMember, newKey } = await testApp();
  const owner = await newOrganization();
  for (const role of ["admin", "manager", "member", "viewer"] as const) {
    const caller = await newMember(owner, role);
    assert.equal((await caller.get(path)).status, 200, role);
    if (role === "admin") assert.equal((await caller.patch(path, { name: role })).status, 200);
    else assertProblem(await caller.patch(path, { name: 5 }), 403, "forbidden");
  }
  const reader = await newKey(owner, ["organization:read"]);
  assertProblem(await reader.patch(path, {}), 403, "insufficient_scope");
  const other = await newKey(owner, ["time-entries:read"]);
  assertProblem(await other.get(path), 403, "insufficient_scope");
});

test("concurrent changes are all made", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => caller.patch(path, { name: `n${index}` })));
  for (const answer of answers) assert.equal(answer.status, 200, answer.text);
  const versions = answers.map(({ json }) => json.version as number).toSorted((a, b) => a - b);
  assert.deepEqual(versions, [2, 3, 4, 5, 6, 7]);
});
