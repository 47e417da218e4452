import assert from "node:assert/strict";
import { test } from "node:test";
import { assertProblem } from "#test/http/assert-problem.ts";
import { march, newBillingWorld, ok, path } from "#test/worlds/billing-world.ts";
import { newEntry } from "#test/worlds/factories.ts";
import type { Caller, Json } from "#test/worlds/test-app.ts";

test("a preview has the price of a task only if all its entries have it", async () => {
  const { owner, member, site } = await newBillingWorld();
  const { id: taskId } = ok(await owner.post(`/v1/projects/${site.projectId}/tasks`, { name: "Draft" }));
  const place = { ...site, taskId };
  const tasks = async () => {
    const asked = { filter: { ...march, taskId: [taskId] }, reference: "-", dryRun: true, includeUnrated: true };
    const previewed = ok(await owner.post(path, asked)).tasks as Json[];
    const batch = ok(await owner.post(path, { ...asked, dryRun: false }));
    const lines = ok(await owner.get(`${path}/${batch.id}/lines`)).data as Json[];
    // The batch's line has the same price.
    assert.equal(lines[0].unitPriceMinor, previewed[0].unitPriceMinor);
    return previewed.map(({ name, amountMinor, unitPriceMinor }) => [name, amountMinor, unitPriceMinor]);
  };
  const work = { startedAt: "2026-03-09T09:00:00Z", durationSeconds: 3600 };
  for (const startedAt of [work.startedAt, "2026-03-10T09:00:00Z"])
    await newEntry(owner, place, { ...work, startedAt });
  assert.deepEqual(await tasks(), [["Draft", 18_000, 9000]]);
  // Equal times at 90.00 and 110.00, whose mean is the whole amount 100.00.
  await newEntry(owner, place, work);
  ok(await owner.post("/v1/rates", { kind: "billable", scope: "member", userId: member.userId, rateMinor: 11_000 }));
  await newEntry(member, place, work);
  assert.deepEqual(await tasks(), [["Draft", 20_000, null]]);
});

test("a batch bills what matches, and is previewed with the same totals", async () => {
  const { owner, clients, site, app, entries } = await newBillingWorld();
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
  const priced = { unratedSeconds: 0, unitPriceMinor: 9000 };
  const tasks = [app, site].map(({ projectId, taskId }) => {
    const {
      name: _,
      clientId: _client,
      ...sums
    } = breakdown.projects.find((each) => each.projectId === projectId) ?? assert.fail();
    return { taskId, ...sums, name: "Build", ...priced };
  });
  const shown = { dryRun: true, timeZone: "Europe/Berlin", currency: "EUR", totals, ...breakdown };
  assert.deepEqual(preview.json, { ...shown, tasks });
  assert.equal((await owner.get("/v1/time-entries?billed=true")).json.data.length, 0);
  const expected = { entries: 3, amountMinor: 16_000, billableSeconds: 6400 };
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
      // Members may not see amounts, so only the owner's entry has the rate fields.
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
  const { owner, site } = await newBillingWorld();
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

test("unrated time that has become longer since the preview is not billed", async () => {
  const { owner, member, site } = await newBillingWorld();
  for (const { id } of (await owner.get("/v1/rates")).json.data)
    assert.equal((await owner.delete(`/v1/rates/${id}`)).status, 204);
  const entry = await newEntry(member, site, { startedAt: "2026-05-04T08:00:00Z", durationSeconds: 3600 });
  const body = { filter: { from: "2026-05-01" }, reference: "1", includeUnrated: true };
  const { totals } = ok(await owner.post(path, { ...body, dryRun: true }));
  const { entries, amountMinor, billableSeconds } = totals;
  assert.deepEqual([entries, amountMinor, billableSeconds], [1, 0, 3600]);

  ok(await member.patch(`/v1/time-entries/${entry.id}`, { durationSeconds: 28_800 }));

  const refused = await owner.post(path, { ...body, expected: { entries, amountMinor, billableSeconds } });
  assertProblem(refused, 409, "billing_changed");
  assert.match(refused.json.detail, /there are now 1 entries with 28800 billable seconds and 0 minor units/);
  assert.equal((await owner.get(path)).json.data.length, 0);
  ok(await owner.post(path, { ...body, expected: { entries, amountMinor } }));
});

test("every filter narrows a batch as it narrows the list", async () => {
  const { owner, member, clients, site } = await newBillingWorld();
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
  const { owner, newMember, entries } = await newBillingWorld();
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

test("a reply is replayed under its Idempotency-Key, and bills nothing more", async () => {
  const { owner, site } = await newBillingWorld();
  const body = { filter: march, reference: "1" };
  const made = await owner.post(path, body, { "idempotency-key": "once" });
  await newEntry(owner, site);
  const again = await owner.post(path, body, { "idempotency-key": "once" });
  assert.deepEqual([again.status, again.json, again.headers["idempotent-replayed"]], [201, made.json, "true"]);
  assert.equal((await owner.get(path)).json.data.length, 1);
});

test("where approvals are on, time since their first day must be approved, unless the filter names approval", async () => {
  const { owner, member, clients } = await newBillingWorld();
  const approvals = { period: "week", from: "2026-03-03", ownApproval: true };
  ok(await owner.patch("/v1/organization", { approvals }));
  const sheet = ({ userId }: Caller, start: string) => `/v1/timesheets/sheet_${userId.slice("user_".length)}w${start}`;
  const preview = async (filter: object) => {
    const answer = await owner.post(path, { filter, reference: "1", dryRun: true });
    if (answer.status === 422) assertProblem(answer, 422, "nothing_to_bill");
    return answer.status === 422 ? 0 : ok(answer).totals.entries;
  };
  // Approvals begin on 3 March, so the owner's entry of 2 March needs none.
  assert.equal(await preview({}), 1);
  assert.equal(await preview({ approval: ["open"] }), 4);
  ok(await owner.post(`${sheet(member, "20260302")}/submit`));
  assert.equal(await preview({}), 1);
  assert.deepEqual(
    [
      await preview({ approval: ["submitted"] }),
      await preview({ approval: ["open"] }),
      await preview({ approval: ["approved"] }),
    ],
    [2, 2, 0],
  );
  ok(await owner.post(`${sheet(member, "20260302")}/reject`, { note: "Again" }));
  assert.equal(await preview({ approval: ["rejected"] }), 2);
  ok(await owner.post(`${sheet(member, "20260302")}/submit`));
  ok(await owner.post(`${sheet(member, "20260302")}/approve`));
  assert.equal(await preview({}), 3);
  assert.equal(await preview({ approval: ["approved", "open"] }), 4);
  const made = ok(await owner.post(path, { filter: { clientId: clients }, reference: "1" }));
  assert.equal(made.totals.entries, 3);
  // Billed entries stay locked when the timesheet is reopened, and undoing the batch does not change the timesheet's
  // statement.
  const statement = ok(await owner.get(`${sheet(member, "20260302")}/statement`));
  ok(await owner.post(`${sheet(member, "20260302")}/reopen`, { note: "Again" }));
  const { data } = ok(await owner.get(`/v1/time-entries?userId=${member.userId}`));
  assert.deepEqual(
    data.map(({ lockedBy }: Json) => lockedBy),
    [["billing"], ["billing"]],
  );
  assertProblem(await member.patch(`/v1/time-entries/${data[0].id}`, { description: "x" }), 409, "billed");
  assert.equal((await owner.delete(`${path}/${made.id}`)).status, 204);
  assert.deepEqual(ok(await owner.get(`${sheet(member, "20260302")}/statement`)), statement);
});
