import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { entryBody, newEntry, newProject } from "#test/worlds/factories.ts";
import { type Caller, newTestApp, testApp } from "#test/worlds/test-app.ts";
import { purgeTimeEntries } from "#tracking/entries/time-entries/queries.ts";

async function hide(owner: Caller, { projectId }: { projectId: string }, memberIds: string[] = []): Promise<void> {
  const answer = await owner.patch(`/v1/projects/${projectId}`, { visibility: "members", memberIds });
  assert.equal(answer.status, 200, answer.text);
}

const ids = (data: { id: string }[]) => data.map(({ id }) => id);

test("hiding and showing take effect with the next request, even for members who are added or removed", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const member = await newMember(owner, "member");
  const where = await newProject(owner);
  const path = `/v1/projects/${where.projectId}`;
  const seen = async () => [(await member.get(path)).status, (await member.get("/v1/projects")).json.data.length];
  assert.deepEqual(await seen(), [200, 1]);
  await hide(owner, where);
  assert.deepEqual(await seen(), [404, 0]);
  assertProblem(await member.post("/v1/timer", where), 404, "not_found", ["/projectId"]);
  await hide(owner, where, [owner.userId, member.userId]);
  assert.deepEqual(await seen(), [200, 1]);
  assert.equal((await member.post("/v1/timer", where)).status, 201);
  await hide(owner, where, [owner.userId]);
  assert.deepEqual(await seen(), [404, 0]);
  assert.equal((await owner.patch(path, { visibility: "organization" })).status, 200);
  assert.deepEqual(await seen(), [200, 1]);
  assert.deepEqual((await member.get(path)).json.memberIds, [owner.userId], "members are kept and shown");
});

test("members keep their time on a project that was hidden: it can be listed, reported, corrected, deleted", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const member = await newMember(owner, "member");
  const [where, other] = [await newProject(owner, { name: "Merger" }), await newProject(owner)];
  const second = (await owner.post(`/v1/projects/${where.projectId}/tasks`, { name: "More" })).json.id;
  const entry = await newEntry(member, where, { tags: ["mine"] });
  const elsewhere = await newEntry(member, other);
  await newEntry(owner, where, { tags: ["theirs"] });
  await member.post("/v1/timer", where);
  await hide(owner, where);

  const path = `/v1/time-entries/${entry.id}`;
  assert.equal((await member.get(path)).status, 200);
  for (const filter of [`projectId=${where.projectId}`, `taskId=${where.taskId}`, "tag=mine"])
    assert.deepEqual(ids((await member.get(`/v1/time-entries?${filter}`)).json.data), [entry.id], filter);
  assert.deepEqual(new Set(ids((await member.get("/v1/time-entries")).json.data)), new Set([entry.id, elsewhere.id]));
  const { groups, totals } = (await member.get("/v1/reports/summary?groupBy=project")).json;
  assert.equal(totals.seconds, 7200);
  assert.ok(groups.some(({ name }: { name: string }) => name === "Merger"));
  assert.deepEqual(
    (await member.get("/v1/tags")).json.data.map(({ name }: { name: string }) => name),
    ["mine"],
  );

  const corrected = await member.patch(path, { ...where, durationSeconds: 60, description: "less" });
  assert.deepEqual([corrected.status, corrected.json.durationSeconds], [200, 60], corrected.text);
  // The project's other tasks must be hidden too, so the reply is the same as for an unknown task.
  const refusals = [second, "task_0"].map((taskId) => member.patch(path, { taskId }));
  const texts = (await Promise.all(refusals)).map(({ text }) => text.replace(/"requestId":"[^"]*"/, ""));
  assert.match(texts[0] ?? "", /"not_found".*"\/taskId"/);
  assert.equal(texts[0], texts[1]);
  assertProblem(await member.patch("/v1/timer", { taskId: second }), 404, "not_found", ["/taskId"]);
  assert.equal((await member.patch("/v1/timer", { ...where, description: "still" })).status, 200);
  assert.equal((await member.patch(path, { projectId: other.projectId, taskId: other.taskId })).status, 200);
  assertProblem(await member.patch(path, where), 404, "not_found", ["/projectId"]);

  const stopped = await member.post("/v1/timer/stop");
  assert.deepEqual([stopped.status, stopped.json.projectId], [201, where.projectId]);
  assert.equal((await member.delete(`/v1/time-entries/${stopped.json.id}`)).status, 204);
  assert.equal((await member.post(`/v1/time-entries/${stopped.json.id}/restore`)).status, 200);
  await owner.patch(`/v1/projects/${where.projectId}`, { visibility: "organization" });
  await member.post("/v1/timer", where);
  await hide(owner, where);
  const restarted = await member.post("/v1/timer", { projectId: other.projectId });
  assert.deepEqual([restarted.status, restarted.json.stopped?.projectId], [201, where.projectId]);
});

test("a viewer's pages continue while a project is hidden, and syncs leave out deletions there", async () => {
  const { db, newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const viewer = await newMember(owner, "viewer");
  const [open, hidden] = [await newProject(owner), await newProject(owner)];
  for (const where of [open, hidden, open, hidden]) await newEntry(owner, where);
  const first = (await viewer.get("/v1/time-entries?limit=2")).json;
  await hide(owner, hidden);
  const next = await viewer.get(`/v1/time-entries?limit=2&cursor=${first.nextCursor}`);
  assert.deepEqual(
    next.json.data.map(({ projectId }: { projectId: string }) => projectId),
    [open.projectId],
  );

  const gone = [(await newEntry(owner, open)).id, (await newEntry(owner, hidden)).id];
  for (const id of gone) await owner.delete(`/v1/time-entries/${id}`);
  const sync = async () => {
    const { data } = (await viewer.get("/v1/time-entries/changes?since=2026-01-01T00:00:00Z")).json;
    return ids(data).filter((id) => gone.includes(id));
  };
  assert.deepEqual(await sync(), [gone[0]]);
  // A tombstone only shows that an entry is gone, so purging the entry must not change the member's result.
  await db.transaction((tx) => purgeTimeEntries(tx, owner.orgId, new Date(Date.now() + 60_000).toISOString(), 10));
  assert.deepEqual(new Set(await sync()), new Set(gone));
});

test("members of a project are members of the organization; a deactivated one may stay and can't be added", async () => {
  const { db, newOrganization, newMember } = await testApp();
  const [owner, stranger] = [await newOrganization(), await newOrganization()];
  const [member, leaver] = [await newMember(owner, "member"), await newMember(owner, "viewer")];
  const { projectId } = await newProject(owner, { memberIds: [leaver.userId] });
  const path = `/v1/projects/${projectId}`;
  const deactivate = sql`update members set deactivated_at = now() where org_id = ${owner.orgId} and user_id = ${leaver.userId}`;
  await db.query(deactivate);
  assert.equal((await owner.patch(path, { memberIds: [member.userId, leaver.userId] })).status, 200);
  const bad = [stranger.userId, "user_0", "", "no id", leaver.userId];
  for (const id of bad) {
    assertProblem(await owner.post("/v1/projects", { name: "X", memberIds: [member.userId, id] }), 404, "not_found", [
      "/memberIds/1",
    ]);
  }
  await owner.patch(path, { memberIds: null });
  for (const id of bad)
    assertProblem(await owner.patch(path, { memberIds: [id] }, { "if-match": '"0"' }), 404, "not_found", [
      "/memberIds/0",
    ]);
  assertProblem(
    await owner.patch(path, { memberIds: [member.userId] }, { "if-match": '"0"' }),
    412,
    "precondition_failed",
  );
  for (const [memberIds, pointer] of [
    [[member.userId, member.userId], "/memberIds"],
    [Array.from({ length: 501 }, (_, at) => `user_${at}`), "/memberIds"],
    [[5], "/memberIds/0"],
    ["me", "/memberIds"],
  ] as const)
    assertProblem(await owner.patch(path, { memberIds }), 422, "validation_failed", [pointer]);
  assertProblem(await owner.patch(path, { visibility: "private" }), 422, "validation_failed", ["/visibility"]);
  assertProblem(await owner.get("/v1/projects?visibility=private"), 422, "validation_failed", ["/visibility"]);
});

test("a manager may write a member's time on a project that the member doesn't see", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const member = await newMember(owner, "member");
  const where = await newProject(owner, { visibility: "members" });
  const made = await newEntry(owner, where, { userId: member.userId });
  assert.equal((await member.get(`/v1/time-entries/${made.id}`)).status, 200);
  const again = entryBody(where, { userId: member.userId });
  assert.equal((await owner.post("/v1/time-entries", again, { "idempotency-key": "one" })).status, 201);
});

test("members who see every project don't pay for hiding: only others' statements are longer", async () => {
  const { db, newOrganization, newMember } = await testApp();
  const texts: string[] = [];
  const pool: typeof db = {
    ...db,
    query: (statement, options) => {
      texts.push(statement.text);
      return db.query(statement, options);
    },
  };
  const app = await newTestApp({ db: pool, reports: pool });
  const owner = await newOrganization();
  const callers = { manager: await newMember(owner, "manager"), viewer: await newMember(owner, "viewer") };
  const where = await newProject(owner, { visibility: "members" });
  await newEntry(owner, where);
  for (const [role, { apiKey }] of Object.entries(callers)) {
    texts.length = 0;
    for (const path of ["/v1/projects", "/v1/time-entries", "/v1/tags", "/v1/reports/summary"]) {
      const headers = { authorization: `Bearer ${apiKey}` };
      assert.equal((await app.anonymous.send("GET", path, undefined, { headers })).status, 200);
    }
    const asked = texts.some((text) => /(?<!t\.)member_ids|<> all/.test(text));
    assert.equal(asked, role === "viewer", role);
  }
});
