import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { type Json, newTestApp, testApp } from "#test/worlds/test-app.ts";
import { newInvitation } from "#test/worlds/factories.ts";

const dayMs = 24 * 3_600_000;
const address = () => `${newId("user")}@example.com`;

test("an invitation has a link for seven days, and only its hash is stored", async () => {
  const { db, newOrganization } = await testApp();
  const owner = await newOrganization();
  const email = address();

  const made = await owner.post("/v1/invitations", { email: ` ${email.toUpperCase()} ` });

  assert.equal(made.status, 201, made.text);
  const { id, link, expiresAt, createdAt, updatedAt: _updatedAt, ...rest } = made.json;
  assert.match(id, /^inv_[0-9a-z]+$/);
  assert.deepEqual(rest, {
    email,
    role: "member",
    teamId: null,
    status: "pending",
    invitedBy: owner.userId,
    acceptedAt: null,
    revokedAt: null,
    lastSentAt: null,
    mailError: null,
    mailRetryAt: null,
    version: 1,
    emailSent: false,
  });
  assert.ok(Math.abs(Date.parse(expiresAt) - Date.parse(createdAt) - 7 * dayMs) < 60_000);
  const token = /^https:\/\/time\.example\.com\/invitation#token=([\w-]{43})$/.exec(link)?.[1] ?? "";
  const [stored] = await db.query<{ token_hash: Buffer }>(
    sql`select token_hash from invitations where org_id = ${owner.orgId} and id = ${id}`,
  );
  assert.deepEqual(stored?.token_hash, createHash("sha256").update(token).digest());
  for (const answer of [await owner.get(`/v1/invitations/${id}`), await owner.get("/v1/invitations")])
    assert.ok(!answer.text.includes(token) && !answer.text.includes("link"));
  const changes = await db.query(sql`select * from changes where org_id = ${owner.orgId}`);
  assert.doesNotMatch(JSON.stringify(changes), new RegExp(`${token}|token`));
});

test("a replay gives the same link, which is sealed, and makes no second invitation", async () => {
  const { db, newOrganization } = await testApp();
  const owner = await newOrganization();
  const send = () => owner.post("/v1/invitations", { email: "jo@example.com" }, { "idempotency-key": "one" });
  const [first, second] = [await send(), await send()];
  assert.equal(second.text, first.text);
  const [saved] = await db.query<{ body: string }>(
    sql`select body from idempotent_replies where org_id = ${owner.orgId}`,
  );
  assert.equal(saved?.body, "");
  assert.equal((await owner.get("/v1/invitations")).json.data.length, 1);
});

test("an invalid address is a 422, even if it tries to be a header", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  for (const email of [
    "",
    "jo",
    "a@b@c.com",
    "jo@example.com\r\nBcc: eve@example.com",
    "jo@example.com\n",
    "\ud800@x.com",
    5,
    null,
  ])
    assertProblem(await owner.post("/v1/invitations", { email }), 422, "validation_failed", ["/email"]);
  for (const role of ["boss", null, ""])
    assertProblem(await owner.post("/v1/invitations", { email: "a@example.com", role }), 422, "validation_failed", [
      "/role",
    ]);
  assertProblem(await owner.post("/v1/invitations", {}), 400, "missing_field", ["/email"]);
  for (const [email, shown] of [
    ["JO+x@BÜCHER.example", "jo+x@xn--bcher-kva.example"],
    ["用户@例え.jp", "用户@xn--r8jz45g.jp"],
  ])
    assert.equal((await owner.post("/v1/invitations", { email })).json.email, shown);
});

test("an address is invited once, unless that invitation has expired, and members never", async () => {
  let time = Date.now();
  const { db, newOrganization, newMember } = await newTestApp({ now: () => new Date(time) });
  const [owner, other] = [await newOrganization(), await newOrganization()];
  const email = address();
  const invite = (caller = owner) => caller.post("/v1/invitations", { email: email.toUpperCase() });
  const first = await invite();
  assertProblem(await invite(), 409, "already_invited");
  assert.equal((await invite(other)).status, 201);

  time += 7 * dayMs;
  const read = await owner.get(`/v1/invitations/${first.json.id}`);
  assert.deepEqual([read.json.status, read.headers["etag"]], ["expired", '"1-expired"']);
  const second = await invite();
  assert.equal(second.status, 201, second.text);
  assertProblem(await owner.post(`/v1/invitations/${first.json.id}/resend`), 409, "already_invited");
  assert.equal((await owner.delete(`/v1/invitations/${second.json.id}`)).status, 204);
  assert.equal((await owner.post(`/v1/invitations/${first.json.id}/resend`)).status, 200);

  const member = await newMember(owner, "member");
  await db.query(sql`update users set email = ${`M-${email}`} where id = ${member.userId}`);
  const inviteMember = () => owner.post("/v1/invitations", { email: `m-${email}` });
  assertProblem(await inviteMember(), 409, "already_member");
  await owner.delete(`/v1/members/${member.userId}`);
  const again = await inviteMember();
  assert.equal(again.status, 201, again.text);
  await owner.patch(`/v1/members/${member.userId}`, { status: "active" });
  assertProblem(await owner.post(`/v1/invitations/${again.json.id}/resend`), 409, "already_member");
});

test("resending makes another link, by the member who resends it, and seven more days", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const admin = await newMember(owner, "admin");
  const made = await newInvitation(owner, { role: "viewer" });
  const url = `/v1/invitations/${made.id}/resend`;

  assertProblem(await admin.post(url, undefined, { "if-match": '"2"' }), 412, "precondition_failed");
  const again = await admin.post(url);

  assert.notEqual(again.json.link, made.link);
  assert.ok(Date.parse(again.json.expiresAt) > Date.parse(made.expiresAt));
  const { id, role, invitedBy, version } = again.json;
  assert.deepEqual(
    { id, role, invitedBy, version },
    { id: made.id, role: "viewer", invitedBy: admin.userId, version: 2 },
  );
  const forOwner = await newInvitation(owner, { role: "owner" });
  assertProblem(await admin.post(`/v1/invitations/${forOwner.id}/resend`), 403, "forbidden");
  assertProblem(await admin.delete(`/v1/invitations/${forOwner.id}`), 403, "forbidden");
});

test("a revoked invitation can be read, but neither revoked nor resent", async () => {
  const { db, newOrganization } = await testApp();
  const owner = await newOrganization();
  const { id } = await newInvitation(owner);
  const url = `/v1/invitations/${id}`;
  assertProblem(await owner.delete(url, { "if-match": '"2"' }), 412, "precondition_failed");
  assert.equal((await owner.delete(url)).status, 204);
  const read = await owner.get(url);
  assert.deepEqual([read.json.status, read.json.version], ["revoked", 2]);
  assertProblem(await owner.delete(url), 404, "not_found");
  assertProblem(await owner.post(`${url}/resend`), 409, "invitation_closed");
  const accepted = await newInvitation(owner);
  await db.query(sql`update invitations set accepted_at = now() where org_id = ${owner.orgId} and id = ${accepted.id}`);
  assertProblem(await owner.post(`/v1/invitations/${accepted.id}/resend`), 409, "invitation_closed");
  assertProblem(await owner.delete(`/v1/invitations/${accepted.id}`), 409, "invitation_closed");
});

test("invitations are listed newest first, in pages, by status and text", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  const made: Json[] = [];
  for (const name of ["anna", "bert", "carl"]) made.push(await newInvitation(owner, { email: `${name}@example.com` }));
  await owner.delete(`/v1/invitations/${made[1].id}`);
  const list = async (query: string) =>
    (await owner.get(`/v1/invitations?${query}`)).json.data.map(({ email }: Json) => email.split("@", 1)[0]);
  assert.deepEqual(await list(""), ["carl", "bert", "anna"]);
  assert.deepEqual(await list("status=pending"), ["carl", "anna"]);
  assert.deepEqual(await list("status=revoked"), ["bert"]);
  assert.deepEqual(await list("status=revoked&status=pending"), ["carl", "bert", "anna"]);
  assert.deepEqual([await list("status=expired"), await list("status=accepted")], [[], []]);
  assert.deepEqual(await list("q=ANN"), ["anna"]);
  const first = await owner.get("/v1/invitations?limit=2");
  assert.deepEqual(await list(`limit=2&cursor=${first.json.nextCursor}`), ["anna"]);
});

test("at most two hundred invitations are pending, even with concurrent requests", async () => {
  const { db, newOrganization } = await testApp();
  const owner = await newOrganization();
  await db.query(sql`
    insert into invitations (org_id, id, email, role, token_hash, invited_by, expires_at)
    select ${owner.orgId}, 'inv_' || n, n || '@example.com', 'member', ''::bytea, ${owner.userId}, now() + interval '1 day'
      from generate_series(1, 198) n`);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => owner.post("/v1/invitations", { email: address() })),
  );
  assert.equal(answers.filter(({ status }) => status === 201).length, 2);
  for (const refused of answers.filter(({ status }) => status !== 201))
    assertProblem(refused, 409, "too_many_invitations");
  const [{ id }] = (await owner.get("/v1/invitations?limit=1")).json.data;
  assert.equal((await owner.post(`/v1/invitations/${id}/resend`)).status, 200);
});

test("an address that is invited twice concurrently has one invitation", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  const invite = () => owner.post("/v1/invitations", { email: "jo@example.com" });
  const statuses = (await Promise.all([invite(), invite(), invite()])).map(({ status }) => status);
  assert.deepEqual(
    statuses.filter((status) => status !== 409),
    [201],
  );
});

test("members who may no longer invite have no pending invitations", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const statusesAfter = async (of: "admin" | "owner", change: object) => {
    const sender = await newMember(owner, of);
    const roles = of === "owner" ? ["owner", "member"] : ["admin", "member"];
    const made = [];
    for (const role of roles) made.push(await newInvitation(sender, { role }));
    assert.equal((await owner.patch(`/v1/members/${sender.userId}`, change)).status, 200);
    const read = await Promise.all(made.map(({ id }) => owner.get(`/v1/invitations/${id}`)));
    return read.map(({ json }) => json.status);
  };
  assert.deepEqual(await statusesAfter("admin", { status: "deactivated" }), ["revoked", "revoked"]);
  assert.deepEqual(await statusesAfter("admin", { role: "manager" }), ["revoked", "revoked"]);
  assert.deepEqual(await statusesAfter("owner", { role: "admin" }), ["revoked", "pending"]);
  assert.deepEqual(await statusesAfter("admin", { role: "owner" }), ["pending", "pending"]);
});
