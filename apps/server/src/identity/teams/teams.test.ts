import assert from "node:assert/strict";
import { test } from "node:test";
import { scopes } from "#identity/access.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newTeam } from "#test/worlds/factories.ts";
import { testApp } from "#test/worlds/test-app.ts";

test("owners create, change, list and delete teams", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const [member, lead] = [await newMember(owner, "member"), await newMember(owner, "member")];

  const made = await owner.post("/v1/teams", {
    name: "Design",
    memberIds: [member.userId],
    leadIds: [lead.userId],
    showsMoney: true,
  });

  assert.equal(made.status, 201, made.text);
  assert.equal(made.headers["location"], `/v1/teams/${made.json.id}`);
  assert.match(made.json.id, /^team_[0-9a-f]{32}$/);
  const { createdAt, updatedAt, ...fields } = made.json;
  assert.equal(createdAt, updatedAt);
  assert.deepEqual(fields, {
    id: made.json.id,
    name: "Design",
    memberIds: [member.userId],
    leadIds: [lead.userId],
    showsMoney: true,
    version: 1,
  });
  const path = `/v1/teams/${made.json.id}`;
  const got = await owner.get(path);
  assert.deepEqual([got.json, got.headers["etag"]], [made.json, made.headers["etag"]]);
  assert.equal((await owner.get(path, { "if-none-match": got.headers["etag"] ?? "" })).status, 304);
  const changed = await owner.patch(path, { name: "Design & UX", memberIds: null }, { "if-match": '"1"' });
  assert.deepEqual([changed.json.name, changed.json.memberIds, changed.json.version], ["Design & UX", [], 2]);
  assertProblem(await owner.patch(path, { name: "x" }, { "if-match": '"1"' }), 412, "precondition_failed");
  const same = await owner.patch(path, { memberIds: [] });
  assert.deepEqual([same.status, same.json], [200, changed.json]);
  await newTeam(owner, { name: "Sales" });
  assert.deepEqual((await owner.get("/v1/teams?q=DESIGN")).json.data, [changed.json]);
  const first = (await owner.get("/v1/teams?limit=1")).json;
  const second = (await owner.get(`/v1/teams?limit=1&cursor=${first.nextCursor}`)).json;
  assert.deepEqual([first.data[0].name, second.data[0].name, second.nextCursor], ["Sales", "Design & UX", null]);
  assertProblem(await owner.delete(path, { "if-match": '"1"' }), 412, "precondition_failed");
  assert.equal((await owner.delete(path)).status, 204);
  assertProblem(await owner.delete(path), 404, "not_found");
  assertProblem(await owner.get(path), 404, "not_found");
});

test("a team takes active members, and leads who are at least members", async () => {
  const { newOrganization, newMember } = await testApp();
  const [owner, stranger] = [await newOrganization(), await newOrganization()];
  const [gone, viewer, lead] = [
    await newMember(owner, "member"),
    await newMember(owner, "viewer"),
    await newMember(owner, "member"),
  ];
  assert.equal((await owner.delete(`/v1/members/${gone.userId}`)).status, 204);
  for (const id of [stranger.userId, gone.userId, "user_0", "no id"]) {
    const members = { name: "x", memberIds: [viewer.userId, id] };
    assertProblem(await owner.post("/v1/teams", members), 404, "not_found", ["/memberIds/1"]);
    assertProblem(await owner.post("/v1/teams", { name: "x", leadIds: [id] }), 404, "not_found", ["/leadIds/0"]);
  }
  const led = { name: "x", leadIds: [owner.userId, viewer.userId] };
  assertProblem(await owner.post("/v1/teams", led), 422, "validation_failed", ["/leadIds/1"]);
  assertProblem(await owner.post("/v1/teams", { memberIds: [] }), 400, "missing_field", ["/name"]);
  const twice = { name: "x", memberIds: [viewer.userId, viewer.userId] };
  assertProblem(await owner.post("/v1/teams", twice), 422, "validation_failed", ["/memberIds"]);

  const team = await newTeam(owner, { memberIds: [viewer.userId, lead.userId], leadIds: [lead.userId] });
  assert.equal((await owner.patch(`/v1/members/${lead.userId}`, { role: "viewer" })).status, 200);
  assert.equal((await owner.delete(`/v1/members/${viewer.userId}`)).status, 204);
  // People who are already in the team may stay.
  const renamed = { name: "Renamed", memberIds: team.memberIds, leadIds: team.leadIds };
  assert.equal((await owner.patch(`/v1/teams/${team.id}`, renamed)).status, 200);
});

test("managers see teams, members and viewers do not, and only owners and admins change them", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const { id } = await newTeam(owner);
  for (const role of ["admin", "manager", "member", "viewer"] as const) {
    const caller = await newMember(owner, role);
    const [sees, changes] = [role === "admin" || role === "manager", role === "admin"];
    for (const path of ["/v1/teams", `/v1/teams/${id}`]) {
      const got = await caller.get(path);
      if (sees) assert.equal(got.status, 200, got.text);
      else assertProblem(got, 403, "forbidden");
    }
    const changed = await caller.patch(`/v1/teams/${id}`, { name: role });
    if (changes) assert.equal(changed.status, 200, changed.text);
    else assertProblem(changed, 403, "forbidden");
    assert.equal((await caller.get("/v1/me")).json.scopes.includes("teams:read"), sees);
  }
});

test("keys from before there were teams still count as having every scope", async () => {
  const { newOrganization, newKey, newMember } = await testApp();
  const owner = await newOrganization();
  const member = await newMember(owner, "member");
  const old = await newKey(
    owner,
    scopes.filter((scope) => !scope.startsWith("teams:")),
  );
  assert.equal((await old.patch(`/v1/members/${member.userId}`, { role: "admin" })).status, 200);
  assert.equal((await old.get("/v1/organization/export")).status, 200);
  const hook = await old.post("/v1/webhooks", { url: "http://127.0.0.1:9/hook", events: ["*"] });
  assert.equal(hook.status, 201, hook.text);
  assertProblem(await old.get("/v1/teams"), 403, "insufficient_scope");
  assertProblem(await old.get("/v1/time-entries?teamId=team_0"), 403, "insufficient_scope");
  assertProblem(await old.get("/v1/reports/summary?groupBy=team"), 403, "insufficient_scope");
});
