import assert from "node:assert/strict";
import { test } from "node:test";
import { type Sql, sql } from "#platform/database/database.ts";
import { countRoundTrips } from "#test/databases/count-round-trips.ts";
import { hold } from "#test/databases/hold.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { type Answer, type Caller, testApp } from "#test/worlds/test-app.ts";

const path = "/v1/time-entries";

function newEntries(caller: Caller, where: { projectId: string; taskId: string }, count: number) {
  return Promise.all(Array.from({ length: count }, () => newEntry(caller, where)));
}

test("concurrent changes share transactions, and each change row describes its own request", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const entries = await newEntries(caller, await newProject(caller), 40);
  const answers: Answer[] = [];
  const trips = await countRoundTrips(async () => {
    const sent = entries.map(({ id }, at) => {
      const headers = { "stint-client": `test/${at}`, "x-request-id": `request-${at}` };
      return caller.patch(`${path}/${id}`, { description: `Change ${at}` }, headers);
    });
    answers.push(...(await Promise.all(sent)));
  });
  // Each request takes one round trip to look up its key. Alone, each change would take three more.
  assert.ok(trips < 40 + 40, `${trips} round trips`);
  for (const [at, { status, json, headers, text }] of answers.entries()) {
    assert.equal(status, 200, text);
    assert.equal(json.id, entries[at]?.id);
    assert.equal(json.description, `Change ${at}`);
    const stored = await caller.get(`${path}/${json.id}`);
    assert.deepEqual(stored.json, json);
    assert.equal(stored.headers["etag"], headers["etag"]);
  }
  const rows = await db.query<{ target_id: string; request_id: string; client: string; previous: object }>(sql`
    select target_id, request_id, client, previous from changes
     where org_id = ${caller.orgId} and action = 'time_entry.updated' order by length(client), client`);
  assert.deepEqual(
    rows,
    entries.map(({ id, description }, at) => ({
      target_id: id,
      request_id: `request-${at}`,
      client: `test/${at}`,
      previous: { description },
    })),
  );
});

test("each concurrent change gets its own reply, although some are refused", async () => {
  const { newOrganization } = await testApp();
  const [caller, stranger] = [await newOrganization(), await newOrganization()];
  const where = await newProject(caller);
  await newEntry(caller, where, { externalRef: "taken" });
  const foreign = await newEntry(stranger, await newProject(stranger));
  const entries = await newEntries(caller, where, 12);
  const send = ({ id }: { id: string }, at: number) => {
    const to = `${path}/${id}`;
    if (at % 4 === 0) return caller.patch(to, { description: "New" });
    if (at % 4 === 1) return caller.patch(to, { description: "New" }, { "if-match": '"7"' });
    if (at % 4 === 2) return caller.patch(to, { externalRef: "taken" });
    return caller.patch(`${path}/${foreign.id}`, { description: "New" });
  };
  const answers = await Promise.all(entries.map(send));
  for (const [at, answer] of answers.entries()) {
    if (at % 4 === 0) assert.equal(answer.json.description, "New", answer.text);
    else if (at % 4 === 1) assertProblem(answer, 412, "precondition_failed");
    else if (at % 4 === 2) assertProblem(answer, 409, "external_ref_taken", ["/externalRef"]);
    else assertProblem(answer, 404, "not_found");
  }
  const stored = await Promise.all(entries.map(({ id }) => caller.get(`${path}/${id}`)));
  assert.deepEqual(
    stored.map(({ json }) => json),
    entries.map((entry, at) => (at % 4 === 0 ? answers[at]?.json : entry)),
  );
  assert.deepEqual((await stranger.get(`${path}/${foreign.id}`)).json, foreign);
});

test("concurrent changes of one entry are applied one after another", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const { id } = await newEntry(caller, await newProject(caller));
  const fields = [{ description: "New" }, { durationSeconds: 60 }, { tags: ["new"] }, { externalRef: "new" }];
  const answers = await Promise.all(fields.map((body) => caller.patch(`${path}/${id}`, body)));
  assert.deepEqual(
    answers.map(({ headers }) => headers["etag"] ?? "").toSorted((one, other) => one.localeCompare(other)),
    ['"2"', '"3"', '"4"', '"5"'],
  );
  const { description, durationSeconds, tags, externalRef } = (await caller.get(`${path}/${id}`)).json;
  assert.deepEqual({ description, durationSeconds, tags, externalRef }, Object.assign({}, ...fields));
});

test("of changes that are sent while the member is demoted, each is made or refused as a whole", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const member = await newMember(owner, "member");
  const entries = await newEntries(member, await newProject(owner), 12);
  const send = ({ id }: { id: string }) => member.patch(`${path}/${id}`, { description: "New" });
  const before = entries.slice(0, 6).map(send);
  assert.equal((await owner.patch(`/v1/members/${member.userId}`, { role: "viewer" })).status, 200);
  for (const answer of await Promise.all(entries.slice(6).map(send))) assertProblem(answer, 403, "forbidden");
  for (const [at, answer] of (await Promise.all(before)).entries()) {
    if (answer.status !== 200) assertProblem(answer, 403, "forbidden");
    const { description } = (await owner.get(`${path}/${entries[at]?.id}`)).json;
    assert.equal(description, answer.status === 200 ? "New" : entries[at]?.description);
  }
});

test("a locked entry delays only the changes of this entry, which are applied in their order", async () => {
  const { newOrganization, newMember, db } = await testApp();
  const owner = await newOrganization();
  const admin = await newMember(owner, "admin");
  const where = await newProject(owner);
  const locked = await newEntry(owner, where);
  const others = await newEntries(owner, where, 3);
  const held = await hold(
    db,
    sql`select 1 from time_entries where org_id = ${owner.orgId} and id = ${locked.id} for update`,
  );
  const changing = [owner.patch(`${path}/${locked.id}`, { description: "First" })];
  try {
    await held.untilItBlocks(1);
    const beside = others.map(({ id }) => owner.patch(`${path}/${id}`, { description: "Beside" }));
    changing.push(owner.patch(`${path}/${locked.id}`, { description: "Second" }));
    for (const { status } of await Promise.all(beside)) assert.equal(status, 200);
    for (const { id } of others)
      assert.equal((await admin.patch(`${path}/${id}`, { durationSeconds: 60 })).status, 200);
  } finally {
    await held.rollback();
  }
  assert.deepEqual(
    (await Promise.all(changing)).map(({ json, headers }) => [json.description, headers["etag"]]),
    [
      ["First", '"2"'],
      ["Second", '"3"'],
    ],
  );
});

const waits: [name: string, lock: (caller: Caller, projectId: string) => Sql, body: object][] = [
  [
    "an external reference that is being written",
    ({ orgId }) => sql`
      update time_entries set external_ref = 'ref'
       where org_id = ${orgId} and id = (select max(id) from time_entries where org_id = ${orgId})`,
    { externalRef: "ref" },
  ],
  [
    "the budget of their project",
    ({ orgId }, projectId) => sql`select 1 from projects where org_id = ${orgId} and id = ${projectId} for update`,
    { durationSeconds: 60 },
  ],
];

for (const [name, lock, body] of waits)
  test(`changes that wait for ${name} delay no other changes`, async () => {
    const { newOrganization, db } = await testApp();
    const caller = await newOrganization();
    const budgeted = await newProject(caller, { budget: { kind: "time", seconds: 36_000 } });
    // With the two others, these use at most four connections, all that one of several organizations gets.
    const waiters = await newEntries(caller, budgeted, 2);
    const where = await newProject(caller);
    const others = await newEntries(caller, where, 2);
    await newEntry(caller, where, { description: "Last" });
    const held = await hold(db, lock(caller, budgeted.projectId));
    const waiting = waiters.map(({ id }) => caller.patch(`${path}/${id}`, body));
    try {
      await held.untilItBlocks(1);
      const beside = others.map(({ id }) => caller.patch(`${path}/${id}`, { description: "Beside" }));
      for (const { status } of await Promise.all(beside)) assert.equal(status, 200);
    } finally {
      await held.rollback();
    }
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);
    const expected = "externalRef" in body ? [200, 409] : [200, 200];
    assert.deepEqual(
      statuses.toSorted((one, other) => one - other),
      expected,
    );
  });

test("of concurrent moves to overlapping times, one is refused", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  assert.equal((await caller.patch("/v1/organization", { entryRules: { overlaps: "refuse" } })).status, 200);
  const where = await newProject(caller);
  const entries = [
    await newEntry(caller, where, { startedAt: "2026-03-02T09:00:00Z", durationSeconds: 3_600 }),
    await newEntry(caller, where, { startedAt: "2026-03-02T11:00:00Z", durationSeconds: 3_600 }),
  ];
  const answers = await Promise.all(
    entries.map(({ id }) => caller.patch(`${path}/${id}`, { startedAt: "2026-03-02T14:00:00Z" })),
  );
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 422],
  );
});

test("of changes that together exceed a blocking budget, those that fit are stored", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const [from, to] = [await newProject(caller), await newProject(caller)];
  const budget = { kind: "time", seconds: 7_200, onExceed: "block" };
  assert.equal((await caller.patch(`/v1/projects/${to.projectId}`, { budget })).status, 200);
  const entries = await Promise.all(
    Array.from({ length: 5 }, () => newEntry(caller, from, { durationSeconds: 3_600 })),
  );
  const answers = await Promise.all(entries.map(({ id }) => caller.patch(`${path}/${id}`, to)));
  const moved = answers.filter(({ status }) => status === 200);
  assert.equal(moved.length, 2);
  for (const answer of answers) if (!moved.includes(answer)) assertProblem(answer, 422, "budget_exceeded");
  const { data } = (await caller.get(`${path}?projectId=${to.projectId}`)).json;
  assert.equal(data.length, 2);
});

test("a caller whose changes pile up is asked to retry, and no other", async () => {
  const { newOrganization, newMember, db } = await testApp();
  const owner = await newOrganization();
  const member = await newMember(owner, "member");
  const where = await newProject(owner);
  const [locked, own] = [await newEntry(owner, where), await newEntry(member, where)];
  const held = await hold(
    db,
    sql`select 1 from time_entries where org_id = ${owner.orgId} and id = ${locked.id} for update`,
  );
  const waiting = Array.from({ length: 505 }, (_, at) =>
    owner.patch(`${path}/${locked.id}`, { durationSeconds: at + 1 }),
  );
  try {
    const refused = await Promise.any(
      waiting.map(async (answer) => ((await answer).status === 503 ? answer : Promise.reject(new Error("changed")))),
    );
    assertProblem(refused, 503, "unavailable");
    assert.equal(refused.headers["retry-after"], "1");
    assert.equal((await member.patch(`${path}/${own.id}`, { description: "New" })).status, 200);
  } finally {
    await held.rollback();
  }
  const statuses = (await Promise.all(waiting)).map(({ status }) => status);
  assert.deepEqual(new Set(statuses), new Set([200, 503]));
});
