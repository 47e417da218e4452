import assert from "node:assert/strict";
import { test } from "node:test";
import { roles, scopes } from "#identity/access.ts";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { type Caller, type Json, testApp } from "#test/worlds/test-app.ts";
import { newInvitation } from "#test/worlds/factories.ts";

const pathTo = (member: Pick<Caller, "userId">) => `/v1/members/${member.userId}`;

test("a member is read with name, address, role and status", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const member = await newMember(owner, "manager");

  const read = await owner.get(pathTo(member));

  const { createdAt, updatedAt, email, ...rest } = read.json;
  assert.match(email, /@example\.com$/);
  assert.equal(createdAt, updatedAt);
  assert.deepEqual(rest, {
    userId: member.userId,
    name: "manager",
    role: "manager",
    status: "active",
    deactivatedAt: null,
    version: 1,
  });
  assert.equal(read.headers["etag"], '"1"');
  assert.equal((await owner.get(pathTo(member), { "if-none-match": '"1"' })).status, 304);
});

test("members are listed newest first, in pages, and filtered by role, status and text", async () => {
  const { newOrganization, newMember, db } = await testApp();
  const owner = await newOrganization();
  const [admin, manager, viewer] = [
    await newMember(owner, "admin"),
    await newMember(owner, "manager"),
    await newMember(owner, "viewer"),
  ];
  // Sets the times, because the order of members created in the same millisecond is undefined.
  for (const [at, { userId }] of [owner, admin, manager, viewer].entries())
    await db.query(sql`
      update members set created_at = ${`2026-03-01T09:00:0${at}Z`} where org_id = ${owner.orgId} and user_id = ${userId}`);
  await owner.delete(pathTo(manager));
  const idsOf = (answer: { json: Json }) => answer.json.data.map(({ userId }: Json) => userId);
  const list = async (query: string) => idsOf(await owner.get(`/v1/members?${query}`));
  const all = [viewer, manager, admin, owner].map(({ userId }) => userId);

  assert.deepEqual(await list(""), all);
  assert.deepEqual(await list("status=deactivated"), [manager.userId]);
  assert.deepEqual(await list("status=active&role=manager&role=viewer"), [viewer.userId]);
  assert.equal((await list("status=active,deactivated")).length, (await list("")).length);
  assert.deepEqual(await list("q=VIEW"), [viewer.userId]);
  const { email } = (await owner.get(pathTo(admin))).json;
  assert.deepEqual(await list(`q=${encodeURIComponent(email.toUpperCase())}`), [admin.userId]);
  assert.deepEqual(await list("q=%25"), []);

  const first = await owner.get("/v1/members?limit=3");
  const second = await owner.get(`/v1/members?limit=3&cursor=${first.json.nextCursor}`);
  assert.deepEqual([...idsOf(first), ...idsOf(second)], all);
  assert.equal(second.json.nextCursor, null);
  assertProblem(await owner.get("/v1/members?role=boss"), 422, "validation_failed", ["/role"]);
  assertProblem(
    await owner.get(`/v1/members?status=active&cursor=${first.json.nextCursor}`),
    422,
    "validation_failed",
    ["/cursor"],
  );
});

test("nobody can change members above them, or give a role above their own", async () => {
  const { newOrganization, newMember } = await testApp();
  for (const actorRole of ["owner", "admin"] as const) {
    const first = await newOrganization();
    const actor = actorRole === "owner" ? first : await newMember(first, "admin");
    for (const from of roles) {
      for (const to of roles) {
        const member = await newMember(first, from);
        const answer = await actor.patch(pathTo(member), { role: to });
        const isRefused = actorRole === "admin" && (from === "owner" || to === "owner");
        if (isRefused) {
          assertProblem(answer, 403, "forbidden");
          assert.match(answer.json.detail, /The role admin may not/);
        } else {
          assert.equal(answer.status, 200, `${actorRole}: ${from} → ${to} ${answer.text}`);
          assert.equal(answer.json.role, to);
        }
        assert.equal((await first.get(pathTo(member))).json.role, isRefused ? from : to);
      }
    }
  }
});

test("an admin cannot deactivate or become an owner in any way", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const second = await newMember(owner, "owner");
  const admin = await newMember(owner, "admin");
  for (const answer of [
    await admin.delete(pathTo(second)),
    await admin.patch(pathTo(second), { status: "deactivated" }),
    await admin.patch(pathTo(second), { role: "viewer" }),
    await admin.patch(pathTo(admin), { role: "owner" }),
    await admin.post("/v1/organization/transfer", { userId: admin.userId }),
    await admin.post("/v1/invitations", { email: "new@example.com", role: "owner" }),
  ])
    assertProblem(answer, 403, "forbidden");
  // A deactivated owner still ranks above an admin.
  await owner.delete(pathTo(second));
  assertProblem(await admin.patch(pathTo(second), { status: "active" }), 403, "forbidden");
  assertProblem(await admin.delete(pathTo(second)), 403, "forbidden");
  const { email } = (await owner.get(pathTo(second))).json;
  assertProblem(await admin.post("/v1/invitations", { email, role: "viewer" }), 403, "forbidden");
  // The rank is checked before the body.
  assertProblem(await admin.patch(pathTo(second), { role: 5 }), 403, "forbidden");
  assert.equal((await owner.get(pathTo(admin))).json.role, "admin");
});

test("only owners and admins see and change members", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  for (const role of ["manager", "member", "viewer"] as const) {
    const caller = await newMember(owner, role);
    for (const answer of [
      await caller.get("/v1/members"),
      await caller.get(pathTo(caller)),
      await caller.patch(pathTo(caller), { role: "owner" }),
      await caller.delete(pathTo(caller)),
      await caller.get("/v1/invitations"),
      await caller.post("/v1/invitations", { email: "x@example.com" }),
      await caller.post("/v1/organization/transfer", { userId: caller.userId }),
    ])
      assertProblem(answer, 403, "forbidden");
  }
});

test("a change of nothing makes no version, another state is a 412, and unknown fields are a 422", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const member = await newMember(owner, "member");
  const before = (await owner.get(pathTo(member))).json;
  for (const nothing of [{}, { role: "member" }, { status: "active" }])
    assert.deepEqual((await owner.patch(pathTo(member), nothing)).json, before);
  assertProblem(
    await owner.patch(pathTo(member), { role: "viewer" }, { "if-match": '"2"' }),
    412,
    "precondition_failed",
  );
  assertProblem(await owner.delete(pathTo(member), { "if-match": '"2"' }), 412, "precondition_failed");
  const changed = await owner.patch(pathTo(member), { role: "viewer" }, { "if-match": '"1"' });
  assert.deepEqual([changed.json.version, changed.headers["etag"]], [2, '"2"']);
  for (const [pointer, value] of [
    ["/role", "boss"],
    ["/role", null],
    ["/status", "removed"],
    ["/name", "x"],
  ] as const)
    assertProblem(await owner.patch(pathTo(member), { [pointer.slice(1)]: value }), 422, "validation_failed", [
      pointer,
    ]);
});

test("the last active owner stays, whatever the request", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const idle = await newMember(owner, "owner");
  await owner.delete(pathTo(idle));
  for (const answer of [
    await owner.patch(pathTo(owner), { role: "admin" }),
    await owner.patch(pathTo(owner), { status: "deactivated" }),
    await owner.patch(pathTo(owner), { role: "viewer", status: "deactivated" }),
    await owner.delete(pathTo(owner)),
  ])
    assertProblem(answer, 409, "last_owner");
  assert.equal((await owner.get(pathTo(owner))).json.version, 1);
  await newMember(owner, "owner");
  assert.equal((await owner.patch(pathTo(owner), { role: "admin" })).status, 200);
});

test("an API key makes owners and admins only if it has every scope", async () => {
  const { newOrganization, newMember, newKey } = await testApp();
  const owner = await newOrganization();
  const [member, former] = [await newMember(owner, "member"), await newMember(owner, "admin")];
  await owner.delete(pathTo(former));
  const made = await newInvitation(owner, { role: "admin" });
  const few = await newKey(owner, ["members:write", "organization:write"]);
  const most = await newKey(
    owner,
    scopes.filter((scope) => scope !== "costs:read"),
  );
  for (const key of [few, most]) {
    for (const act of [
      () => key.patch(pathTo(member), { role: "owner" }),
      () => key.patch(pathTo(member), { role: "admin" }),
      () => key.patch(pathTo(former), { status: "active" }),
      () => key.post("/v1/invitations", { email: "boss@example.com", role: "owner" }),
      () => key.post("/v1/invitations", { email: "boss@example.com", role: "admin" }),
      () => key.post(`/v1/invitations/${made.id}/resend`),
      () => key.post("/v1/organization/transfer", { userId: member.userId }),
    ]) {
      const answer = await act();
      assertProblem(answer, 403, "insufficient_scope");
      assert.match(answer.json.detail, key === most ? /lacks (the scope )?costs:read\./ : /time-entries:read/);
    }
  }
  assert.equal((await owner.get(pathTo(member))).json.role, "member");
  // Scripts for onboarding may assign lower roles.
  assert.equal((await few.patch(pathTo(member), { role: "manager" })).status, 200);
  assert.equal((await few.post("/v1/invitations", { email: "jo@example.com" })).status, 201);
  assert.equal((await few.patch(pathTo(former), { status: "active", role: "viewer" })).status, 200);
  assert.equal((await owner.patch(pathTo(member), { role: "admin" })).status, 200);
  assert.equal((await few.patch(pathTo(member), { role: "viewer" })).status, 200);
});

test("an owner can transfer the organization to an active member, and becomes an admin", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const next = await newMember(owner, "viewer");
  const idle = await newMember(owner, "admin");
  await owner.delete(pathTo(idle));
  const give = (userId: string) => owner.post("/v1/organization/transfer", { userId });

  assertProblem(await give("user_0"), 404, "not_found", ["/userId"]);
  assertProblem(await give((await newOrganization()).userId), 404, "not_found", ["/userId"]);
  assertProblem(await give(idle.userId), 422, "validation_failed", ["/userId"]);
  assertProblem(await give(owner.userId), 422, "validation_failed", ["/userId"]);
  const given = await give(next.userId);

  assert.equal(given.status, 200, given.text);
  const { owner: now, previousOwner } = given.json;
  assert.deepEqual(
    [now.userId, now.role, previousOwner.userId, previousOwner.role],
    [next.userId, "owner", owner.userId, "admin"],
  );
  assertProblem(await give(next.userId), 403, "forbidden");
  assertProblem(await owner.patch(pathTo(next), { role: "viewer" }), 403, "forbidden");
  assert.equal((await next.patch(pathTo(owner), { role: "viewer" })).status, 200);
});

test("two organizations of one person reveal nothing about each other", async () => {
  const { db, newOrganization, newMember } = await testApp();
  const [here, there] = [await newOrganization(), await newOrganization()];
  const shared = await newMember(here, "member");
  await db.query(sql`
    insert into members (org_id, user_id, role) values (${there.orgId}, ${shared.userId}, 'owner')`);

  assert.equal((await here.get(pathTo(shared))).json.role, "member");
  assert.equal((await there.get(pathTo(shared))).json.role, "owner");
  assert.equal((await here.patch(pathTo(shared), { role: "viewer" })).status, 200);
  assert.equal((await here.delete(pathTo(shared))).status, 204);

  assert.deepEqual(
    [(await there.get(pathTo(shared))).json.role, (await there.get(pathTo(shared))).json.status],
    ["owner", "active"],
  );
  assertProblem(await there.get(pathTo(here)), 404, "not_found");
  assertProblem(await there.patch(pathTo(here), { role: "viewer" }), 404, "not_found");
  assertProblem(await there.delete(pathTo(here)), 404, "not_found");
});
