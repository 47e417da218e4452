import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { openBrowser } from "#test/http/browser.ts";
import { startOpenIdProvider } from "#test/http/openid-test-provider.ts";
import { newAccount, newGroupsWorld, redirectUrl } from "#test/worlds/openid-groups-world.ts";

const provider = await startOpenIdProvider(redirectUrl);
after(() => provider.stop());

const roles = { OIDC_GROUPS_CLAIM: "groups", OIDC_ROLES: "admins:admin,leaders:manager,staff:member,guests:viewer" };
const notLinked = (reason: string) => `/sign-in?error=not_linked&reason=${reason}`;
const of = (member: { role: string; status: string } | undefined) => member && [member.role, member.status];

test("a person joins by a group at the first sign-in, with the name that the provider knows", async () => {
  const world = await newGroupsWorld(provider, roles);
  const account = newAccount({ name: " Ada Lovelace ", groups: ["staff", "leaders", "chess"] });
  const browser = openBrowser(world.app);
  assert.equal(await world.signIn(account, browser), "/");
  const member = await world.memberOf(account);
  assert.deepEqual([member.name, ...(of(member) ?? [])], ["Ada Lovelace", "manager", "active"]);
  assert.equal((await browser.get("/v1/organization")).json.id, world.owner.orgId);
  const joined = (await world.changes()).slice(-3);
  // Changes within the same millisecond have no defined order.
  assert.deepEqual(joined.toSorted(), ["identity.linked by user", "member.added by system", "session.created by user"]);
  const { data } = (await world.owner.get("/v1/audit-events?action=member.added&limit=1")).json;
  assert.equal(data[0].actor.type, "system");
  assert.notEqual(data[0].requestId, null);

  // A sign-in that changes nothing records only its session.
  const before = await world.changes();
  assert.equal(await world.signIn(account, openBrowser(world.app)), "/");
  assert.deepEqual((await world.changes()).slice(before.length), ["session.created by user"]);
  assert.equal((await world.memberOf(account)).version, member.version);
});

test("without a name from the provider, it is the beginning of the address", async () => {
  const world = await newGroupsWorld(provider, roles);
  for (const name of [undefined, "  ", "x".repeat(201)]) {
    const account = newAccount({ groups: ["staff"], ...(name === undefined ? {} : { name }) });
    await world.signIn(account);
    assert.equal((await world.memberOf(account)).name, account.email.split("@")[0]);
  }
});

test("verified addresses of exactly the domains join as members, whether or not there are groups", async () => {
  const domains = { ...roles, OIDC_JOIN_DOMAINS: "people.example, Other.Example" };
  const world = await newGroupsWorld(provider, domains);
  for (const account of [
    newAccount(),
    newAccount({ groups: [] }),
    newAccount({ groups: ["chess"] }),
    newAccount({ email: `${newAccount().subject}@OTHER.example` }),
  ]) {
    assert.equal(await world.signIn(account), "/");
    assert.deepEqual(of(await world.memberOf(account)), ["member", "active"]);
  }
  for (const [account, reason] of [
    [newAccount({ isVerified: false }), "unverified_address"],
    [newAccount({ isVerified: false, groups: ["admins"] }), "unverified_address"],
    [newAccount({ email: `${newAccount().subject}@sub.people.example` }), "unknown_address"],
    [newAccount({ email: `${newAccount().subject}@notpeople.example` }), "unknown_address"],
  ] as const) {
    assert.equal(await world.signIn(account), notLinked(reason));
    const [user] = await world.db.query(sql`select 1 from users where lower(email) = lower(${account.email})`);
    assert.equal(user, undefined, "nobody was created");
  }
});

test("each sign-in sets the role to the highest mapped one, and a missing claim changes nothing", async () => {
  const world = await newGroupsWorld(provider, { ...roles, OIDC_REMOVE: "on" });
  const account = newAccount({ groups: ["staff"] });
  for (const [groups, role] of [
    [["staff"], "member"],
    [["guests", "admins", "staff"], "admin"],
    [undefined, "admin"],
    ["staff", "admin"],
    ["admins,staff", "admin"],
    [[1, 2], "admin"],
    [{ staff: true }, "admin"],
    [["guests"], "viewer"],
  ] as const) {
    assert.equal(await world.signIn({ ...account, groups }), "/", JSON.stringify(groups));
    assert.deepEqual(of(await world.memberOf(account)), [role, "active"], JSON.stringify(groups));
  }
  assert.equal(world.log.filter((line) => line.includes("groups at the OpenID provider were not applied")).length, 5);
  assert.ok(world.log.every((line) => !line.includes("admins,staff")));
});

test("the ID token's groups come first, and otherwise those of userinfo are used", async () => {
  const world = await newGroupsWorld(provider, roles);
  const account = newAccount({ userinfoGroups: ["leaders"] });
  await world.signIn(account);
  assert.deepEqual(of(await world.memberOf(account)), ["manager", "active"]);
  await world.signIn({ ...account, groups: ["guests"] });
  assert.deepEqual(of(await world.memberOf(account)), ["viewer", "active"]);
});

test("with no group left, only who joined this way is deactivated, and comes back by a group", async () => {
  const world = await newGroupsWorld(provider, { ...roles, OIDC_REMOVE: "on" });
  const account = newAccount({ groups: ["leaders"] });
  const browser = openBrowser(world.app);
  await world.signIn(account, browser);
  assert.equal(await world.signIn({ ...account, groups: ["chess"] }), notLinked("no_membership"));
  assert.deepEqual(of(await world.memberOf(account)), ["manager", "deactivated"]);
  assert.equal((await browser.get("/v1/me")).status, 401);
  // Changes within the same millisecond have no defined order.
  assert.deepEqual((await world.changes()).slice(-2).toSorted(), [
    "member.removed by system",
    "session.ended by system",
  ]);
  for (const groups of [[], undefined])
    assert.equal(await world.signIn({ ...account, groups }), notLinked("no_membership"));
  assert.deepEqual(of(await world.memberOf(account)), ["manager", "deactivated"]);
  assert.equal(await world.signIn({ ...account, groups: ["staff"] }), "/");
  assert.deepEqual(of(await world.memberOf(account)), ["member", "active"]);

  const invited = await world.newMember(world.owner, "manager");
  const [user] = await world.db.query<{ email: string }>(sql`select email from users where id = ${invited.userId}`);
  const known = newAccount({ email: user?.email ?? "", groups: [] });
  assert.equal(await world.signIn(known), "/");
  assert.deepEqual(of(await world.memberOf(known)), ["manager", "active"]);
  await world.signIn({ ...known, groups: ["staff"] });
  await world.signIn({ ...known, groups: [] });
  assert.deepEqual(of(await world.memberOf(known)), ["member", "active"]);
});

test("without OIDC_REMOVE a person without groups keeps role and membership", async () => {
  const world = await newGroupsWorld(provider, roles);
  const account = newAccount({ groups: ["leaders"] });
  await world.signIn(account);
  assert.equal(await world.signIn({ ...account, groups: [] }), "/");
  assert.deepEqual(of(await world.memberOf(account)), ["manager", "active"]);
});

test("where the domain matches, no mapped group means member", async () => {
  const world = await newGroupsWorld(provider, { ...roles, OIDC_REMOVE: "on", OIDC_JOIN_DOMAINS: "people.example" });
  const account = newAccount({ groups: ["admins"] });
  await world.signIn(account);
  assert.deepEqual(of(await world.memberOf(account)), ["admin", "active"]);
  await world.signIn({ ...account, groups: ["chess"] });
  assert.deepEqual(of(await world.memberOf(account)), ["member", "active"]);
});

test("without OIDC_ROLES groups set no role", async () => {
  const world = await newGroupsWorld(provider, { OIDC_GROUPS_CLAIM: "groups", OIDC_JOIN_DOMAINS: "people.example" });
  const account = newAccount({ groups: ["admins"] });
  await world.signIn(account);
  const { userId } = await world.memberOf(account);
  assert.equal((await world.owner.patch(`/v1/members/${userId}`, { role: "manager" })).status, 200);
  await world.signIn(account);
  assert.deepEqual(of(await world.memberOf(account)), ["manager", "active"]);
});

test("whom an administrator deactivated does not come back, and whom one reactivated is not removed", async () => {
  const world = await newGroupsWorld(provider, { ...roles, OIDC_REMOVE: "on", OIDC_JOIN_DOMAINS: "people.example" });
  const account = newAccount({ groups: ["admins"], email: `${newAccount().subject}@elsewhere.example` });
  await world.signIn(account);
  const { userId } = await world.memberOf(account);
  assert.equal((await world.owner.delete(`/v1/members/${userId}`)).status, 204);
  assert.equal(await world.signIn(account), notLinked("no_membership"));
  assert.deepEqual(of(await world.memberOf(account)), ["admin", "deactivated"]);

  assert.equal((await world.owner.patch(`/v1/members/${userId}`, { status: "active" })).status, 200);
  assert.equal(await world.signIn({ ...account, groups: [] }), "/");
  assert.deepEqual(of(await world.memberOf(account)), ["admin", "active"]);
});

test("owners are never made, changed or removed", async () => {
  const settings = { ...roles, OIDC_REMOVE: "on", OIDC_JOIN_DOMAINS: "people.example" };
  const world = await newGroupsWorld(provider, settings);
  await world.db.query(sql`update users set email_verified_at = now() where id = ${world.owner.userId}`);
  const [user] = await world.db.query<{ email: string }>(sql`select email from users where id = ${world.owner.userId}`);
  const account = newAccount({ email: user?.email ?? "" });
  for (const groups of [["guests"], ["admins"], []]) {
    assert.equal(await world.signIn({ ...account, groups }), "/");
    assert.deepEqual(of(await world.memberOf(account)), ["owner", "active"]);
  }
  // A member who joined through a group and became an owner remains an owner, even as the last one.
  const heir = newAccount({ groups: ["staff"], email: `${newAccount().subject}@elsewhere.example` });
  await world.signIn(heir);
  const { userId } = await world.memberOf(heir);
  assert.equal((await world.owner.post("/v1/organization/transfer", { userId })).status, 200);
  await world.signIn({ ...heir, groups: [] });
  await world.signIn({ ...heir, groups: ["guests"] });
  assert.deepEqual(of(await world.memberOf(heir)), ["owner", "active"]);
});
