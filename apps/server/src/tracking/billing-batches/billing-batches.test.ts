import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newBillingBatch, newClient, newEntry, newProject, newRate } from "#test/worlds/factories.ts";
import { type Answer, type Caller, type Json, testApp } from "#test/worlds/test-app.ts";

const path = "/v1/billing-batches";

const ok = (answer: Answer): Json => {
  assert.ok(answer.status < 300, answer.text);
  return answer.json;
};

/** Two projects of two clients, with a rate of 90.00 and two people's entries in March. */
async function newWorld() {
  const world = await testApp();
  const owner = await world.newOrganization({ timeZone: "Europe/Berlin" });
  const member = await world.newMember(owner, "member");
  const clients = [await newClient(owner), ok(await owner.post("/v1/clients", { name: "Initech" })).id];
  const site = await newProject(owner, { name: "Website", clientId: clients[0] });
  const app = await newProject(owner, { name: "App", clientId: clients[1] });
  const rate = { kind: "billable", scope: "organization", rateMinor: 9000 };
  ok(await owner.post("/v1/rates", rate));
  const at = (day: string) => ({ startedAt: `2026-03-${day}T09:00:00Z` });
  const entries = [
    await newEntry(owner, site, { ...at("02"), durationSeconds: 3600 }),
    await newEntry(member, site, { ...at("03"), durationSeconds: 1000 }),
    await newEntry(member, app, { ...at("04"), durationSeconds: 1800 }),
    await newEntry(owner, app, { ...at("05"), durationSeconds: 60, billable: false }),
    await newEntry(owner, app, { startedAt: "2026-04-01T09:00:00Z" }),
  ];
  return { ...world, owner, member, clients, site, app, entries };
}

const march = { from: "2026-03-01", to: "2026-03-31" };

test("a batch bills what matches, and is previewed with the same totals", async () => {
  const { owner, clients, site, app, entries } = await newWorld();
  const body = { filter: march, reference: "2026-0042", billedOn: "2026-04-01" };

  const preview = await owner.post(path, { ...body, dryRun: true });

  assert.equal(preview.status, 200, preview.text);
  const totals = { entries: 3, seconds: 6400, billableSeconds: 6400, amountMinor: 16_000 };
  const breakdown = {
    clients: [
      { clientId: clients[0], name: "Acme", entries: 2, seconds: 4600, billableSeconds: 4600, amountMinor: 11_500 },
      { clientId: clients[1], name: "Initech", entries: 1, seconds: 1800, billableSeconds: 1800, amountMinor: 4500 },
    ],
    projects: [
      {
        projectId: site.projectId,
        name: "Website",
        clientId: clients[0],
        entries: 2,
        seconds: 4600,
        billableSeconds: 4600,
        amountMinor: 11_500,
      },
      {
        projectId: app.projectId,
        name: "App",
        clientId: clients[1],
        entries: 1,
        seconds: 1800,
        billableSeconds: 1800,
        amountMinor: 4500,
      },
    ],
  };
  assert.deepEqual(preview.json, { dryRun: true, timeZone: "Europe/Berlin", currency: "EUR", totals, ...breakdown });
  assert.equal((await owner.get("/v1/time-entries?billed=true")).json.data.length, 0);
  const expected = { entries: 3, amountMinor: 16_000 };
  const made = await owner.post(path, { ...body, expected });
  assert.equal(made.status, 201, made.text);
  const { id, createdAt, updatedAt, ...rest } = made.json;
  assert.match(id, /^bill_[0-9a-f]{32}$/);
  assert.equal(made.headers["location"], `${path}/${id}`);
  assert.equal(createdAt, updatedAt);
  assert.deepEqual(rest, {
    reference: "2026-0042",
    billedOn: "2026-04-01",
    filter: march,
    timeZone: "Europe/Berlin",
    currency: "EUR",
    totals,
    createdBy: owner.userId,
    version: 1,
    ...breakdown,
  });
  const got = await owner.get(`${path}/${id}`);
  assert.deepEqual([got.json, got.headers["etag"]], [made.json, made.headers["etag"]]);
  const { clients: _, projects: _projects, ...listed } = made.json;
  assert.deepEqual((await owner.get(path)).json.data, [listed]);
  const billed = (await owner.get("/v1/time-entries?billed=true&sort=startedAt")).json.data;
  assert.deepEqual(
    billed,
    entries.slice(0, 3).map((entry, at) => ({
      ...entry,
      billed: true,
      billedAt: createdAt,
      billedReference: "2026-0042",
      billingBatchId: id,
      locked: true,
      lockedBy: ["billing"],
      version: 2,
      updatedAt: billed[at].updatedAt,
      // Members see no money.
      ...(at === 0
        ? {}
        : {
            rateMinor: 9000,
            rateSource: "organization",
            amountMinor: [9000, 2500, 4500][at],
            costRateMinor: 0,
            costRateSource: "none",
            costMinor: 0,
          }),
    })),
  );
  assert.equal((await owner.get("/v1/time-entries?billed=false")).json.data.length, 2);
});

test("a batch is refused if there is nothing to bill, something unrated, or other than expected", async () => {
  const { owner, site } = await newWorld();
  const body = { filter: march, reference: "1" };
  assertProblem(await owner.post(path, { ...body, filter: { from: "2026-05-01" } }), 422, "nothing_to_bill");
  assertProblem(
    await owner.post(path, { ...body, filter: { projectId: ["proj_0"] }, dryRun: true }),
    422,
    "nothing_to_bill",
  );
  assertProblem(
    await owner.post(path, { ...body, expected: { entries: 3, amountMinor: 15_999 } }),
    409,
    "billing_changed",
  );
  assertProblem(
    await owner.post(path, { ...body, expected: { entries: 4, amountMinor: 16_000 } }),
    409,
    "billing_changed",
  );
  for (const { id } of (await owner.get("/v1/rates")).json.data)
    assert.equal((await owner.delete(`/v1/rates/${id}`)).status, 204);
  await newEntry(owner, site, { durationSeconds: 60 });
  assertProblem(await owner.post(path, { ...body, dryRun: true }), 409, "unrated_entries");
  const refused = await owner.post(path, body);
  assertProblem(refused, 409, "unrated_entries");
  assert.match(refused.json.detail, /^1 of the 4 entries/);
  const made = ok(await owner.post(path, { ...body, includeUnrated: true }));
  assert.deepEqual([made.totals.entries, made.totals.amountMinor], [4, 16_000]);
  assertProblem(await owner.post(path, body), 422, "nothing_to_bill");
  for (const [wrong, status, code, pointer] of [
    [{ reference: "1" }, 400, "missing_field", "/filter"],
    [{ filter: {} }, 400, "missing_field", "/reference"],
    [{ filter: {}, reference: " " }, 422, "validation_failed", "/reference"],
    [{ filter: { billable: true }, reference: "1" }, 422, "validation_failed", "/filter/billable"],
    [{ filter: { projectId: ["x"] }, reference: "1" }, 422, "validation_failed", "/filter/projectId/0"],
    [{ filter: { from: "2026-04-01", to: "2026-03-01" }, reference: "1" }, 422, "validation_failed", "/filter/from"],
    [{ filter: {}, reference: "1", billedOn: "2026-02-30" }, 422, "validation_failed", "/billedOn"],
    [{ filter: {}, reference: "1", expected: { entries: 1 } }, 400, "missing_field", "/expected/amountMinor"],
  ] as const)
    assertProblem(await owner.post(path, wrong), status, code, [pointer]);
});

test("every filter narrows a batch as it narrows the list", async () => {
  const { owner, member, clients, site } = await newWorld();
  const tagged = await newEntry(member, site, { tags: ["Design"], description: "Landing page", externalRef: "ref-1" });
  const team = ok(await owner.post("/v1/teams", { name: "Team", memberIds: [member.userId], leadIds: [] }));
  for (const [filter, query] of [
    [{}, ""],
    [{ projectId: [site.projectId] }, `projectId=${site.projectId}`],
    [{ taskId: [site.taskId] }, `taskId=${site.taskId}`],
    [{ clientId: [clients[1]] }, `clientId=${clients[1]}`],
    [{ userId: ["me"] }, "userId=me"],
    [{ userId: [member.userId] }, `userId=${member.userId}`],
    [{ teamId: [team.id] }, `teamId=${team.id}`],
    [{ tag: ["design"] }, "tag=design"],
    [{ q: "landing" }, "q=landing"],
    [{ externalRef: ["ref-1"] }, "externalRef=ref-1"],
    [{ from: "2026-03-04", to: "2026-03-31", tz: "Asia/Tokyo" }, "from=2026-03-04&to=2026-03-31&tz=Asia/Tokyo"],
  ] as const) {
    const listed = (await owner.get(`/v1/time-entries?billable=true&billed=false&${query}`)).json.data;
    const { totals } = ok(await owner.post(path, { filter, reference: "1", dryRun: true }));
    assert.equal(totals.entries, listed.length, query);
    assert.ok(listed.length > 0, query);
  }
  const none = { filter: { userId: ["me"], tag: ["design"] }, reference: "1" };
  assertProblem(await owner.post(path, none), 422, "nothing_to_bill");
  const mine = ok(await owner.post(path, { filter: { userId: ["me"] }, reference: "1" }));
  assert.deepEqual(mine.filter, { userId: [owner.userId] });
  assert.equal(ok(await owner.get(`/v1/time-entries/${tagged.id}`)).billed, false);
});

test("undoing a batch makes its entries free, as a whole, and only owners and admins do it", async () => {
  const { owner, newMember, entries } = await newWorld();
  const [manager, admin] = [await newMember(owner, "manager"), await newMember(owner, "admin")];
  const made = ok(await manager.post(path, { filter: march, reference: "1" }));
  const url = `${path}/${made.id}`;
  assertProblem(await manager.delete(url), 403, "forbidden");
  assertProblem(await admin.delete(url, { "if-match": '"2"' }), 412, "precondition_failed");
  assert.equal((await admin.delete(url, { "if-match": '"1"' })).status, 204);
  for (const answer of [await admin.delete(url), await admin.get(url), await admin.get(`${url}/lines`)])
    assertProblem(answer, 404, "not_found");
  const { data } = (await owner.get("/v1/time-entries?sort=startedAt")).json;
  assert.deepEqual(
    data.map(({ billed, locked, version }: Json) => [billed, locked, version]),
    [
      [false, false, 3],
      [false, false, 3],
      [false, false, 3],
      [false, false, 1],
      [false, false, 1],
    ],
  );
  assert.equal("billedReference" in data[0], false);
  ok(await owner.patch(`/v1/time-entries/${entries[0].id}`, { durationSeconds: 7200 }));
  assert.equal(ok(await manager.post(path, { filter: march, reference: "2" })).totals.amountMinor, 25_000);
});

test("a billed entry is locked at every door, and bulk operations skip it", async () => {
  const { owner, site } = await newWorld();
  const entry = await newEntry(owner, site, { tags: ["ui"] });
  ok(await owner.post(path, { filter: { tag: ["ui"] }, reference: "1" }));
  const url = `/v1/time-entries/${entry.id}`;
  assertProblem(await owner.patch(url, { description: "x" }), 409, "billed");
  assertProblem(await owner.delete(url), 409, "billed");
  const change = { entries: [{ id: entry.id, durationSeconds: 1 }] };
  assertProblem(await owner.patch("/v1/time-entries/batch", change), 409, "billed", ["/entries/0"]);
  assertProblem(await owner.post("/v1/time-entries/batch/delete", { ids: [entry.id] }), 409, "billed", ["/ids/0"]);
  const renamed = ok(await owner.post("/v1/tags/rename", { from: ["ui"], to: "UI" }));
  assert.deepEqual([renamed.changed, renamed.locked], [0, 1]);
  ok(await owner.post("/v1/rates", { kind: "billable", scope: "project", projectId: site.projectId, rateMinor: 1 }));
  const repriced = ok(await owner.post("/v1/rates/reprice", { projectId: [site.projectId], apply: true }));
  assert.deepEqual([repriced.entries, repriced.locked], [2, 1]);
  ok(await owner.patch(`/v1/projects/${site.projectId}`, { rounding: { mode: "up", minutes: 50 } }));
  const rounded = ok(await owner.post("/v1/time-entries/reround", { projectId: [site.projectId], apply: true }));
  assert.deepEqual([rounded.entries, rounded.locked], [2, 1]);
  assertProblem(await owner.delete(`/v1/projects/${site.projectId}`), 409, "has_time_entries");
  assert.equal(ok(await owner.get(url)).amountMinor, 9000);
});

test("batches bill and undo in locked periods too", async () => {
  const { owner } = await newWorld();
  ok(await owner.patch("/v1/organization", { lockDate: "2026-04-01" }));
  const made = ok(await owner.post(path, { filter: march, reference: "1" }));
  const { data } = (await owner.get("/v1/time-entries?billed=true")).json;
  assert.deepEqual(data[0].lockedBy, ["lockDate", "billing"]);
  assertProblem(await owner.patch(`/v1/time-entries/${data[0].id}`, { description: "x" }), 409, "period_locked");
  assert.equal((await owner.delete(`${path}/${made.id}`)).status, 204);
});

test("a reply is replayed under its Idempotency-Key, and bills nothing more", async () => {
  const { owner, site } = await newWorld();
  const body = { filter: march, reference: "1" };
  const made = await owner.post(path, body, { "idempotency-key": "once" });
  await newEntry(owner, site);
  const again = await owner.post(path, body, { "idempotency-key": "once" });
  assert.deepEqual([again.status, again.json, again.headers["idempotent-replayed"]], [201, made.json, "true"]);
  assert.equal((await owner.get(path)).json.data.length, 1);
});

test("the currency does not change while there is a batch, even one without an amount", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  await newEntry(owner, await newProject(owner));
  const made = ok(await owner.post(path, { filter: {}, reference: "1", includeUnrated: true }));
  const change = () => owner.patch("/v1/organization", { currency: "CHF" });
  assertProblem(await change(), 409, "currency_in_use", ["/currency"]);
  assert.equal((await owner.delete(`${path}/${made.id}`)).status, 204);
  assert.equal((await change()).status, 200);
});

test("only keys with billing:read see by which batch an entry was billed, and only those with costs:read its money", async () => {
  const { owner, member, newKey } = await newWorld();
  const batch = ok(await owner.post(path, { filter: march, reference: "SECRET-1" }));
  const reads = ["time-entries:read", "reports:read", "projects:read"] as const;
  const [plain, billing] = [
    await newKey(owner, [...reads]),
    await newKey(owner, [...reads, "billing:read", "billing:write"]),
  ];
  const [{ id }] = (await member.get("/v1/time-entries?billed=true")).json.data;
  for (const caller of [member, plain]) {
    const answers = [
      await caller.get("/v1/time-entries"),
      await caller.get("/v1/time-entries/changes"),
      await caller.get(`/v1/time-entries/${id}`),
      await caller.get(`/v1/time-entries/${id}/history`),
      await caller.get("/v1/events?limit=200"),
    ];
    for (const { status, text } of answers) {
      assert.equal(status, 200, text);
      assert.match(text, /"billed"/);
      assert.doesNotMatch(text, /SECRET-1|billedAt|bill_/);
    }
    for (const url of [
      path,
      `${path}/${batch.id}`,
      `${path}/${batch.id}/lines`,
      "/v1/events?types=billing_batch.created",
    ])
      assert.equal((await caller.get(url)).status, 403, url);
  }
  const seen = await billing.get(`/v1/time-entries/${id}`);
  assert.equal(seen.json.billedReference, "SECRET-1");
  assert.notEqual(seen.headers["etag"], (await plain.get(`/v1/time-entries/${id}`)).headers["etag"]);
  for (const url of [
    path,
    `${path}/${batch.id}`,
    `${path}/${batch.id}/lines`,
    `${path}/${batch.id}/lines?format=csv`,
    "/v1/events?types=billing_batch.created",
  ]) {
    const answer = await billing.get(url);
    assert.equal(answer.status, 200, answer.text);
    assert.doesNotMatch(answer.text, /Minor|unitPrice|"exact"|16000|160\.00/, url);
  }
  const body = { filter: {}, reference: "2" };
  assertProblem(
    await billing.post(path, { ...body, expected: { entries: 1, amountMinor: 1 } }),
    403,
    "insufficient_scope",
  );
  assert.equal("amountMinor" in ok(await billing.post(path, { ...body, dryRun: true })).totals, false);
});

test("batches are events for those who may read them, by name", async () => {
  const { owner } = await newWorld();
  const batch = ok(await owner.post(path, { filter: march, reference: "1" }));
  assert.equal((await owner.delete(`${path}/${batch.id}`)).status, 204);
  const { clients: _, projects: _projects, ...object } = batch;
  const events = ok(await owner.get("/v1/events?types=billing_batch.created,billing_batch.deleted")).data;
  assert.deepEqual(
    events.map(({ type, data }: Json) => [type, data.object]),
    [
      ["billing_batch.created", object],
      ["billing_batch.deleted", object],
    ],
  );
  const updated = ok(await owner.get("/v1/events?types=time_entry.updated")).data;
  assert.deepEqual(
    updated.map(({ data }: Json) => [data.object.billed, data.object.lockedBy, data.previous.billed]),
    [...Array(3).fill([true, ["billing"], false]), ...Array(3).fill([false, undefined, true])],
  );
});

test("an organization's batches are its own", async () => {
  const { newOrganization, db } = await testApp();
  const [owner, stranger]: Caller[] = [await newOrganization(), await newOrganization()];
  assert.ok(owner !== undefined && stranger !== undefined);
  const { id, entryId } = await newBillingBatch(owner);
  const { projectId } = await newRate(stranger);
  for (const answer of [
    await stranger.get(`${path}/${id}`),
    await stranger.get(`${path}/${id}/lines?format=csv`),
    await stranger.delete(`${path}/${id}`),
  ])
    assertProblem(answer, 404, "not_found");
  const foreign = (await owner.get("/v1/projects")).json.data[0].id;
  assertProblem(
    await stranger.post(path, { filter: { projectId: [foreign, projectId] }, reference: "1" }),
    422,
    "nothing_to_bill",
  );
  assert.deepEqual((await stranger.get(path)).json.data, []);
  const rows = await db.query(
    sql`select from time_entries where org_id = ${owner.orgId} and id = ${entryId} and billing_batch_id = ${id}`,
  );
  assert.equal(rows.length, 1);
});
