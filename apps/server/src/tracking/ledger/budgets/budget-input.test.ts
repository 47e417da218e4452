import assert from "node:assert/strict";
import { test } from "node:test";
import { scopes } from "#identity/access.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { testApp } from "#test/worlds/test-app.ts";
import { asInEvents } from "#test/worlds/as-in-events.ts";

const path = "/v1/projects";
const time = { kind: "time", seconds: 3600 };
const defaults = {
  period: "total",
  startsOn: null,
  billableOnly: true,
  alertPercents: [80, 100],
  onExceed: "warn",
};

test("a budget needs a kind and its limit; the rest has defaults, and alerts are sorted", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const full = {
    kind: "cost",
    amountMinor: Number.MAX_SAFE_INTEGER,
    period: "weekly",
    startsOn: "2026-01-31",
    billableOnly: false,
    alertPercents: [1, 100, 1000],
    onExceed: "block",
  };
  const examples: [given: object | null, stored: object | null][] = [
    [null, null],
    [time, { ...time, ...defaults }],
    [
      { kind: "amount", amountMinor: 1 },
      { kind: "amount", amountMinor: 1, ...defaults },
    ],
    [
      { ...time, startsOn: null, alertPercents: [] },
      { ...time, ...defaults, alertPercents: [] },
    ],
    [{ ...full, alertPercents: [1000, 1, 100] }, full],
  ];
  const other = await caller.post(path, { name: "Other" });
  assert.equal(other.json.budget, null);
  for (const [budget, stored] of examples) {
    const made = await caller.post(path, { name: "Website", budget });
    assert.equal(made.status, 201, made.text);
    assert.deepEqual(made.json.budget, stored);
    assert.deepEqual((await caller.get(`${path}/${made.json.id}`)).json, made.json);
    const changed = await caller.patch(`${path}/${other.json.id}`, { budget });
    assert.deepEqual(changed.json.budget, stored);
    assert.deepEqual((await caller.patch(`${path}/${other.json.id}`, { name: "Other" })).json.budget, stored);
  }
});

test("an invalid budget gets a 422 with its field, in a create and in a change", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const { id } = (await caller.post(path, { name: "Website", budget: time })).json;
  const eleven = Array.from({ length: 11 }, (_, index) => index + 1);
  const examples: [pointer: string, budgets: unknown[]][] = [
    ["", [[], "time", 5, true]],
    [
      "/kind",
      [
        { ...time, kind: "money" },
        { ...time, kind: null },
      ],
    ],
    ["/seconds", [0, -1, 1.5, "3600", null, 3_600_000_001].map((seconds) => ({ ...time, seconds }))],
    ["/seconds", [{ kind: "time" }, { kind: "amount", amountMinor: 1, seconds: 1 }]],
    ["/amountMinor", [0, -1, 0.5, "1", null, 2 ** 53].map((amountMinor) => ({ kind: "amount", amountMinor }))],
    ["/amountMinor", [{ kind: "cost" }, { kind: "amount" }, { ...time, amountMinor: 1 }]],
    [
      "/period",
      [
        { ...time, period: "yearly" },
        { ...time, period: null },
      ],
    ],
    [
      "/startsOn",
      ["2026-02-30", "2026-3-1", "2026-03-01T00:00:00Z", "", 5, "2200-01-01"].map((startsOn) => ({
        ...time,
        startsOn,
      })),
    ],
    [
      "/billableOnly",
      [
        { ...time, billableOnly: "true" },
        { ...time, billableOnly: null },
      ],
    ],
    ["/alertPercents", [eleven, [80, 80], null, 80, "80"].map((alertPercents) => ({ ...time, alertPercents }))],
    ["/alertPercents/1", [0, 1001, 99.5, "80", null].map((percent) => ({ ...time, alertPercents: [80, percent] }))],
    ["/onExceed", [{ ...time, onExceed: "refuse" }]],
    ["/limit", [{ ...time, limit: 5 }]],
  ];
  for (const [pointer, budgets] of examples) {
    for (const budget of budgets) {
      const named = [`/budget${pointer}`];
      assertProblem(await caller.post(path, { name: "Website", budget }), 422, "validation_failed", named);
      assertProblem(await caller.patch(`${path}/${id}`, { budget }), 422, "validation_failed", named);
    }
  }
  assertProblem(await caller.post(path, { name: "x", budget: { seconds: 1 } }), 400, "missing_field", ["/budget/kind"]);
  assertProblem(await caller.patch(`${path}/${id}`, { budget: {} }), 400, "missing_field", ["/budget/kind"]);
  assert.equal((await caller.get(path)).json.data.length, 1);
  assert.equal((await caller.get(`${path}/${id}`)).json.version, 1);
});

test("a limit of the wrong kind is reported before an unknown client and a stale If-Match", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const { id } = (await caller.post(path, { name: "Website" })).json;
  const body = { name: "x", clientId: "client_0", budget: { kind: "time", amountMinor: 5 } };
  const named = ["/budget/seconds"];
  assertProblem(await caller.post(path, body), 422, "validation_failed", named);
  assertProblem(await caller.patch(`${path}/${id}`, body, { "if-match": '"9"' }), 422, "validation_failed", named);
  const valid = { ...body, budget: time };
  assertProblem(await caller.post(path, valid), 404, "not_found", ["/clientId"]);
  assertProblem(
    await caller.patch(`${path}/${id}`, { budget: time }, { "if-match": '"9"' }),
    412,
    "precondition_failed",
  );
});

const money = [
  { kind: "amount", amountMinor: 5000 },
  { kind: "cost", amountMinor: 5000 },
];

test("a budget of money is hidden from members who may not see costs, wherever a project is shown", async () => {
  const { newOrganization, newMember, newKey } = await testApp();
  const owner = await newOrganization();
  const blind = await newKey(
    owner,
    scopes.filter((scope) => scope !== "costs:read"),
  );
  const member = await newMember(owner, "member");
  const viewer = await newMember(owner, "viewer");
  const manager = await newMember(owner, "manager");
  for (const budget of [...money, time, null]) {
    const made = (await owner.post(path, { name: "Website", budget })).json;
    const isHidden = budget !== null && budget !== time;
    const url = `${path}/${made.id}`;
    for (const caller of [owner, manager]) {
      assert.deepEqual((await caller.get(url)).json, made);
      assert.equal((await caller.get(url)).headers["etag"], '"1~0.0"');
    }
    const { budget: _hidden, ...rest } = asInEvents(made);
    const shown = isHidden ? rest : asInEvents(made);
    const etag = isHidden ? '"1-plain"' : '"1"';
    for (const caller of [blind, member, viewer]) {
      const read = await caller.get(url);
      assert.deepEqual(read.json, shown);
      assert.deepEqual(
        (await caller.get(path)).json.data.find(({ id }: { id: string }) => id === made.id),
        shown,
      );
      assert.equal(read.headers["etag"], etag);
      assert.equal((await caller.get(url, { "if-none-match": etag })).status, 304);
      assert.equal((await caller.get(url, { "if-none-match": isHidden ? '"1"' : '"1-plain"' })).status, 200);
    }
    const renamed = await blind.patch(url, { name: "Renamed" }, { "if-match": etag });
    assert.equal(renamed.status, 200, renamed.text);
    assert.deepEqual(Object.hasOwn(renamed.json, "budget"), !isHidden);
    assert.equal(renamed.headers["etag"], isHidden ? '"2-plain"' : '"2"');
    assert.deepEqual((await owner.get(url)).json.budget, made.budget);
  }
});

test("members who may not see costs can neither set, replace nor remove a budget of money", async () => {
  const { newOrganization, newKey } = await testApp();
  const owner = await newOrganization();
  const blind = await newKey(owner, ["projects:read", "projects:write"]);
  const hidden = (await owner.post(path, { name: "Hidden", budget: money[0] })).json.id;
  const open = (await owner.post(path, { name: "Open", budget: time })).json.id;
  const refused = ["/budget"];
  for (const budget of money) {
    assertProblem(await blind.post(path, { name: "x", budget }), 403, "insufficient_scope", refused);
    assertProblem(await blind.patch(`${path}/${open}`, { budget }), 403, "insufficient_scope", refused);
  }
  for (const budget of [...money, time, null]) {
    assertProblem(await blind.patch(`${path}/${hidden}`, { budget }), 403, "insufficient_scope", refused);
  }
  assertProblem(
    await blind.post(path, { name: "x", clientId: "client_0", budget: { kind: "cost" } }),
    403,
    "insufficient_scope",
    refused,
  );
  assert.deepEqual((await owner.get(`${path}/${hidden}`)).json.version, 1);
  for (const budget of [{ ...time, seconds: 1 }, null]) {
    assert.equal((await blind.patch(`${path}/${open}`, { budget })).status, 200);
  }
});
