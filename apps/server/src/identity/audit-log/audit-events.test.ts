import assert from "node:assert/strict";
import { test } from "node:test";
import type { Scope } from "#identity/access.ts";
import { recordChange } from "#identity/history/record-change.ts";
import { sql } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newApiKey, newClient, newEntry, newProject, newRate } from "#test/worlds/factories.ts";
import { type Caller, type Json, testApp } from "#test/worlds/test-app.ts";

const path = "/v1/audit-events";

async function events(caller: Caller, query = ""): Promise<Json[]> {
  const { status, json, text } = await caller.get(`${path}?limit=200&${query}`);
  assert.equal(status, 200, text);
  return json.data;
}

const actionsOf = (list: Json[]): string[] => list.map(({ action }) => action);

test("a change shows the actor, the action, the object, the origin and the previous values", async () => {
  const { newOrganization, db } = await testApp();
  const owner = await newOrganization();
  await db.query(sql`update users set name = 'Ada' where id = ${owner.userId}`);
  const { projectId } = await newProject(owner, { rounding: { mode: "up", minutes: 15 } });
  const answer = await owner.patch(
    `/v1/projects/${projectId}`,
    { name: "Web", rounding: { mode: "down", minutes: 6 }, clientId: null },
    { "x-request-id": "request-1" },
  );
  assert.equal(answer.status, 200);

  const [event] = await events(owner, `targetId=${projectId}`);

  const { id, at, ...rest } = event;
  assert.match(id, /^evt_[0-9a-f]{32}$/);
  assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000);
  assert.deepEqual(rest, {
    actor: { type: "key", userId: owner.userId, userName: "Ada", keyId: owner.keyId, keyName: "First key" },
    action: "project.updated",
    targetType: "project",
    targetId: projectId,
    targetName: "Web",
    changes: [
      { field: "name", old: "Website", new: "Web" },
      { field: "rounding", old: { mode: "up", minutes: 15 }, new: { mode: "down", minutes: 6 } },
    ],
    details: null,
    purged: false,
    address: "127.0.0.1",
    requestId: "request-1",
    client: null,
  });
});

test("a created object has no previous values, and a deleted one no later ones", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  const id = await newClient(owner);
  await owner.delete(`/v1/clients/${id}`);
  const entry = await newEntry(owner, await newProject(owner), { description: "Landing page" });
  await owner.delete(`/v1/time-entries/${entry.id}`);
  const [deleted, created] = await events(owner, `targetId=${id}`);
  assert.deepEqual(created.changes, [
    { field: "archived", old: null, new: false },
    { field: "name", old: null, new: "Acme" },
  ]);
  assert.deepEqual(
    deleted.changes,
    created.changes.map(({ field, new: value }: Json) => ({ field, old: value, new: null })),
  );
  const [gone, made] = await events(owner, `targetId=${entry.id}`);
  const field = ({ changes }: Json, name: string) => changes.find((change: Json) => change.field === name);
  assert.deepEqual(field(made, "startedAt"), { field: "startedAt", old: null, new: entry.startedAt });
  assert.deepEqual(field(gone, "durationSeconds"), { field: "durationSeconds", old: 3600, new: null });
  assert.deepEqual([gone.targetName, field(gone, "deletedAt")], ["Landing page", undefined]);
});

test("a session acts for the member, a key is a key, and the command line is the system", async () => {
  const { newOrganization, newSession } = await testApp();
  const owner = await newOrganization();
  const session = await newSession(owner);
  await session.patch("/v1/organization", { name: "Renamed" });
  const [bySession] = await events(owner, "action=organization.updated");
  assert.deepEqual([bySession.actor.type, bySession.actor.keyId], ["user", session.keyId]);
  assert.equal((await events(owner, "action=organization.created"))[0].actor.type, "system");
});

test("every filter restricts the log, a repeated one matches any value, and unknown ids match nothing", async () => {
  const { newOrganization, newMember, db } = await testApp();
  const owner = await newOrganization();
  const admin = await newMember(owner, "admin");
  const { projectId } = await newProject(owner);
  const clientId = await newClient(admin);
  await admin.patch("/v1/organization", { lockDate: "2020-01-01" });
  await newEntry(admin, await newProject(owner));

  assert.deepEqual(actionsOf(await events(owner, `userId=${admin.userId}`)).toSorted(), [
    "client.created",
    "organization.updated",
    "period.locked",
    "time_entry.created",
  ]);
  assert.deepEqual(await events(admin, "userId=me"), await events(owner, `keyId=${admin.keyId}`));
  assert.deepEqual(actionsOf(await events(owner, `targetId=${projectId}&targetId=${clientId}`)), [
    "client.created",
    "project.created",
  ]);
  assert.deepEqual(
    new Set(actionsOf(await events(owner, "action=task.created&action=client.*"))),
    new Set(["task.created", "client.created"]),
  );
  assert.deepEqual(actionsOf(await events(owner, "action=time_entry.created")), ["time_entry.created"]);
  assert.deepEqual(
    new Set(actionsOf(await events(owner, "targetType=organization"))),
    new Set(["organization.created", "organization.updated", "period.locked"]),
  );
  assert.deepEqual(actionsOf(await events(owner, `targetType=client&targetType=task&action=client.*`)), [
    "client.created",
  ]);
  for (const query of ["userId=user_0", "keyId=key_0", "targetId=x_0", "action=client.deleted", "targetType=webhook"])
    assert.deepEqual(await events(owner, query), [], query);
  for (const name of ["userId", "keyId", "targetId"])
    assertProblem(await owner.get(`/v1/audit-events?${name}=x`), 422, "validation_failed", [`/${name}`]);
  const stranger = await newOrganization();
  for (const query of [`userId=${stranger.userId}`, `keyId=${stranger.keyId}`, `targetId=${stranger.orgId}`])
    assert.deepEqual(await events(owner, query), [], query);

  const [row] = await db.query<{ at: string }>(sql`
    select at from changes where org_id = ${owner.orgId} and target_id = ${clientId}`);
  const at = Date.parse(row?.at ?? "");
  const range = `from=${new Date(at).toISOString()}&to=${new Date(at + 1).toISOString()}`;
  assert.ok(actionsOf(await events(owner, range)).includes("client.created"));
  assert.ok(!actionsOf(await events(owner, `from=${new Date(at + 1).toISOString()}`)).includes("client.created"));
  assert.deepEqual(await events(owner, "from=2026-01-01&to=2026-01-02"), []);
});

test("an action or kind that does not exist is refused with the nearest one", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  for (const [query, pointer, says] of [
    // `_` is a wildcard in SQL's LIKE, but must not be one here.
    ["action=timexentry.*", "/action", "contains timexentry.*, which does not exist; did you mean time_entry.*?"],
    [
      "action=client.*,project.create",
      "/action",
      "contains project.create, which does not exist; did you mean project.created?",
    ],
    ["targetType=projects", "/targetType", "contains projects, which does not exist; did you mean project?"],
    ["action=no.such", "/action", "contains no.such, which does not exist; choose from organization.*, member.*, "],
    ["targetType=rates", "/targetType", "contains rates, which does not exist; did you mean rate?"],
  ] as const) {
    for (const format of ["json", "csv"]) {
      const answer = await owner.get(`${path}?${query}&format=${format}`);
      assertProblem(answer, 422, "validation_failed", [pointer]);
      assert.ok(answer.json.errors[0].message.startsWith(says), answer.text);
    }
  }
});

test("a redelivery concerns the delivery, not its endpoint", async () => {
  const { newOrganization, db } = await testApp();
  const owner = await newOrganization();
  const origin = { orgId: owner.orgId, userId: null, keyId: null, requestId: null };
  await db.transaction(async (tx) => {
    await recordChange(tx, origin, { action: "webhook.redelivered", targetId: newId("dlv"), row: { type: "x" } });
    await recordChange(tx, origin, { action: "webhook.replayed", targetId: newId("hook"), row: { url: "x" } });
  });
  assert.deepEqual(actionsOf(await events(owner, "targetType=webhook")), ["webhook.replayed"]);
  assert.deepEqual(actionsOf(await events(owner, "targetType=delivery")), ["webhook.redelivered"]);
  const both = await events(owner, "targetType=webhook&targetType=delivery");
  assert.deepEqual(both.map(({ targetType }): string => targetType).toSorted(), ["delivery", "webhook"]);
});

test("wrong filters are refused: unknown ones, malformed ones, and pages of a table", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  assertProblem(await owner.get(`${path}?actor=x`), 422, "unknown_parameter", ["/actor"]);
  for (const [query, pointer] of [
    ["action=created", "/action"],
    ["action=*", "/action"],
    ["targetType=Project", "/targetType"],
    ["from=yesterday", "/from"],
    ["from=2026-02-01&to=2026-01-01", "/from"],
    ["limit=0", "/limit"],
    ["cursor=x", "/cursor"],
    ["format=pdf", "/format"],
    ["format=csv&limit=5", "/limit"],
    ["format=xlsx&cursor=x", "/cursor"],
  ] as const)
    assertProblem(await owner.get(`${path}?${query}`), 422, "validation_failed", [pointer]);
});

test("the pages contain the whole log, newest first, and a cursor belongs to its filters", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  for (let index = 0; index < 7; index++) await newClient(owner);
  const whole = await events(owner);
  const ids: string[] = whole.map(({ id }) => id);
  assert.deepEqual(ids, ids.toSorted().toReversed());
  const joined: Json[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const { json }: { json: Json } = await owner.get(`${path}?limit=3${cursor === "" ? "" : `&cursor=${cursor}`}`);
    joined.push(...json.data);
    cursor = json.nextCursor;
  }
  assert.deepEqual(joined, whole);
  const { nextCursor } = (await owner.get(`${path}?limit=3`)).json;
  assertProblem(await owner.get(`${path}?action=client.*&cursor=${nextCursor}`), 422, "validation_failed", ["/cursor"]);
});

test("a key without costs:read sees no money in the log", async () => {
  const { newOrganization, newKey } = await testApp();
  const owner = await newOrganization();
  const auditor = await newKey(owner, ["audit:read"] satisfies Scope[]);
  const rate = await newRate(owner, { rateMinor: 12_345 });
  await newEntry(owner, { projectId: rate.projectId, taskId: rate.taskId });
  await owner.delete(`/v1/rates/${rate.id}`);
  await owner.post("/v1/rates/reprice", { projectId: [rate.projectId], apply: true });
  const paid = await newProject(owner, { budget: { kind: "amount", amountMinor: 54_321 } });
  await newRate(owner, { projectId: paid.projectId, rateMinor: 60_001 });
  await newEntry(owner, paid);
  const [full, plain] = [await owner.get(`${path}?limit=200`), await auditor.get(`${path}?limit=200`)];
  assert.deepEqual(actionsOf(plain.json.data), actionsOf(full.json.data));
  assert.ok(
    actionsOf(full.json.data).includes("budget.exceeded") && actionsOf(full.json.data).includes("rates.repriced"),
  );
  for (const { actor, address, action } of full.json.data)
    assert.equal(address, actor.type === "key" ? "127.0.0.1" : null, action);
  for (const figure of ["12345", "54321", "60001", "Minor", "rateSource"]) {
    assert.ok(full.text.includes(figure), figure);
    assert.ok(!plain.text.includes(figure), figure);
  }
});

test("as CSV the log contains every event, streamed, and nothing that a spreadsheet reads as a formula", async () => {
  const { newOrganization, db } = await testApp();
  const owner = await newOrganization();
  await owner.post("/v1/clients", { name: "=1+1" });
  await db.query(sql`
    insert into changes (org_id, id, action, target_id, object)
    select ${owner.orgId}, 'evt_' || lpad(to_hex(n), 32, '0'), 'client.created', 'client_' || n, jsonb_build_object('name', 'Client ' || n)
      from generate_series(1, 1500) n`);
  const { text, headers } = await owner.get(`${path}?format=csv&action=client.*`);
  assert.match(headers["content-disposition"] ?? "", /audit-events\.csv/);
  const lines = text.trimEnd().split("\r\n");
  assert.equal(lines.length, 1502);
  assert.match(
    lines[0] ?? "",
    /id,at,actorType,userId,userName,keyId,keyName,action,targetType,targetId,targetName,changes/,
  );
  assert.match(lines[1] ?? "", /,'=1\+1,/);
  assert.match(lines[2] ?? "", /Client 1500/);
});

test("a field that is not in the API, or that looks like a secret, is not shown even if it were stored", async () => {
  const { newOrganization, db } = await testApp();
  const owner = await newOrganization();
  const id = await newApiKey(owner);
  const origin = { orgId: owner.orgId, userId: null, keyId: null, requestId: null };
  const row = {
    name: "x",
    key_hash: "leak1",
    secret_sealed: "leak2",
    token: "leak3",
    reset_token: "leak4",
    password: "leak5",
    nested: { code_hash: "leak6" },
  };
  await db.transaction((tx) => recordChange(tx, origin, { action: "api_key.updated", targetId: id, row, before: {} }));
  const { text } = await owner.get(`${path}?targetId=${id}`);
  assert.ok(!text.includes("leak"), text);
});
