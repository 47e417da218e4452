import assert from "node:assert/strict";
import { after, test } from "node:test";
import { scopes } from "#identity/access.ts";
import { addImportedMembers } from "#identity/members/imported-members.ts";
import { sql } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { hold } from "#test/databases/hold.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { type Browser, newRecentlyAuthenticatedPerson, openBrowser, signedIn } from "#test/http/browser.ts";
import { startOpenIdProvider } from "#test/http/openid-test-provider.ts";
import { endOrganization, newProject } from "#test/worlds/factories.ts";
import { newAccount, newGroupsWorld, redirectUrl } from "#test/worlds/openid-groups-world.ts";
import { type Json, testApp } from "#test/worlds/test-app.ts";

const provider = await startOpenIdProvider(redirectUrl);
after(() => provider.stop());

const roles = { OIDC_GROUPS_CLAIM: "groups", OIDC_ROLES: "admins:admin,leaders:manager,staff:member,guests:viewer" };
const removing = { ...roles, OIDC_REMOVE: "on" };
const notLinked = (reason: string) => `/sign-in?error=not_linked&reason=${reason}`;
const of = (member: Json) => member && [member.role, member.status];
const hourMs = 3_600_000;

const lifeOf = async (browser: Browser) => {
  const [session] = (await browser.get("/v1/me/sessions")).json.data;
  return Math.round((Date.parse(session.expiresAt) - Date.parse(session.createdAt)) / hourMs);
};

test("groups put people into the teams of OIDC_TEAMS and take them out, and no others", async () => {
  const owner = await (await testApp()).newOrganization();
  const newTeam = async (name: string) => (await owner.post("/v1/teams", { name })).json.id as string;
  const [design, office, other] = [await newTeam("Design"), await newTeam("Office"), await newTeam("Other")];
  const teams = `design:${design},staff:${office},design:${office}`;
  const world = await newGroupsWorld(provider, { ...removing, OIDC_TEAMS: teams }, owner);
  const account = newAccount({ groups: ["staff", "design"] });
  await world.signIn(account);
  const { userId } = await world.memberOf(account);
  const membersOf = async (id: string) => (await owner.get(`/v1/teams/${id}`)).json.memberIds as string[];
  await owner.patch(`/v1/teams/${other}`, { memberIds: [userId] });
  await owner.patch(`/v1/teams/${design}`, { leadIds: [userId] });
  const inTeams = async () =>
    Promise.all([design, office, other].map(async (id) => (await membersOf(id)).includes(userId)));
  assert.deepEqual(await inTeams(), [true, true, true]);

  for (const [groups, expected] of [
    [undefined, [true, true, true]],
    [["staff"], [false, true, true]],
    [
      ["staff", "design"],
      [true, true, true],
    ],
    [["guests"], [false, false, true]],
    [
      ["design", "staff"],
      [true, true, true],
    ],
    // The group maps to a team but to no role, so it does not admit anyone.
    [["design"], [true, true, true]],
    [[], [true, true, true]],
  ] as const) {
    await world.signIn({ ...account, groups });
    assert.deepEqual(await inTeams(), expected, JSON.stringify(groups));
  }
  assert.deepEqual((await owner.get(`/v1/teams/${design}`)).json.leadIds, [userId]);
  assert.ok((await world.changes()).includes("team.updated by system"));

  const owned = await membersOf(design);
  await world.db.query(sql`update users set email_verified_at = now() where id = ${owner.userId}`);
  const [user] = await world.db.query<{ email: string }>(sql`select email from users where id = ${owner.userId}`);
  await world.signIn(newAccount({ email: user?.email ?? "", groups: ["design", "staff"] }));
  assert.deepEqual(await membersOf(design), owned, "an owner is left alone");
});

test("a removed person leaves the teams that are not listed any more, and nobody joins one without being active", async () => {
  const owner = await (await testApp()).newOrganization();
  const team = async (name: string) => (await owner.post("/v1/teams", { name })).json.id as string;
  const [design, office] = [await team("Design"), await team("Office")];
  const settings = { ...removing, OIDC_TEAMS: `design:${design},office:${office}` };
  const world = await newGroupsWorld(provider, settings, owner);
  const account = newAccount({ groups: ["staff", "design"] });
  await world.signIn(account);
  await world.signIn({ ...account, groups: ["office"] });
  assert.deepEqual(of(await world.memberOf(account)), ["member", "deactivated"]);
  for (const id of [design, office]) assert.deepEqual((await owner.get(`/v1/teams/${id}`)).json.memberIds, []);
  assert.equal((await owner.delete(`/v1/teams/${design}`)).status, 204);
  assert.equal(await world.signIn({ ...account, groups: ["staff", "design", "office"] }), "/");
  assert.equal((await owner.get(`/v1/teams/${office}`)).json.memberIds.length, 1);
  assert.ok(
    world.log.some((line) => line.includes("OIDC_TEAMS contains teams that do not exist") && line.includes(design)),
  );
});

test("of a person's organizations only that of OIDC_JOIN is touched", async () => {
  const world = await newGroupsWorld(provider, removing);
  const person = await newRecentlyAuthenticatedPerson(world);
  const account = newAccount({ email: person.email, groups: ["guests"] });
  assert.equal(await world.signIn(account), "/");
  assert.deepEqual(of(await world.memberOf(account)), ["viewer", "active"]);
  assert.equal(await world.signIn({ ...account, groups: [] }), "/");
  assert.deepEqual(of(await world.memberOf(account)), ["viewer", "deactivated"]);
  assert.equal((await person.get(`/v1/members/${person.userId}`)).json.role, "owner");
});

test("sessions of its members end after OIDC_SESSION_HOURS, in every organization and after a switch", async () => {
  const world = await newGroupsWorld(provider, { ...roles, OIDC_SESSION_HOURS: "3" });
  const browser = openBrowser(world.app);
  await world.signIn(newAccount({ groups: ["staff"] }), browser);
  assert.equal(await lifeOf(browser), 3);
  const usual = await newGroupsWorld(provider, roles, world.owner);
  const other = openBrowser(usual.app);
  await usual.signIn(newAccount({ groups: ["staff"] }), other);
  assert.equal(await lifeOf(other), 12);

  const person = await newRecentlyAuthenticatedPerson(world);
  assert.equal(await lifeOf(await signedIn(world, person)), 720);
  const both = openBrowser(world.app);
  await world.signIn(newAccount({ email: person.email, groups: ["staff"] }), both);
  assert.equal(await lifeOf(both), 3);
  const byPassword = await signedIn(world, person);
  assert.equal(await lifeOf(byPassword), 3);
  assert.equal((await byPassword.post("/auth/switch", { organizationId: world.owner.orgId })).status, 200);
  assert.equal(await lifeOf(byPassword), 3);
  const domains = { OIDC_JOIN_DOMAINS: "people.example" };
  const unlimited = await newGroupsWorld(provider, domains, world.owner);
  const free = openBrowser(unlimited.app);
  await unlimited.signIn(newAccount(), free);
  assert.equal(await lifeOf(free), 720);
});

test("API keys have the rights of their member, and end with the membership", async () => {
  const world = await newGroupsWorld(provider, removing);
  const account = newAccount({ groups: ["admins"] });
  await world.signIn(account);
  const { userId } = await world.memberOf(account);
  const key = await world.newKey({ ...world.owner, userId }, ["members:read", "projects:write", "organization:read"]);
  assert.equal((await key.get("/v1/members")).status, 200);
  await world.signIn({ ...account, groups: ["guests"] });
  assertProblem(await key.get("/v1/members"), 403, "forbidden");
  assert.equal((await key.get("/v1/organization")).status, 200);
  await world.signIn({ ...account, groups: [] });
  assertProblem(await key.get("/v1/organization"), 401, "revoked_api_key");
});

test("whoever is lowered loses the invitations beyond the role, and whoever is removed the running timer", async () => {
  const world = await newGroupsWorld(provider, removing);
  const account = newAccount({ groups: ["admins"] });
  await world.signIn(account);
  const { userId } = await world.memberOf(account);
  const key = await world.newKey({ ...world.owner, userId }, scopes);
  const invited = await key.post("/v1/invitations", { email: `${newId("user")}@example.com`, role: "member" });
  assert.equal(invited.status, 201, invited.text);
  await world.signIn({ ...account, groups: ["staff"] });
  assert.equal((await world.owner.get(`/v1/invitations/${invited.json.id}`)).json.status, "revoked");
  const { projectId } = await newProject(world.owner);
  assert.equal((await key.post("/v1/timer", { projectId })).status, 201);
  await world.signIn({ ...account, groups: [] });
  assert.deepEqual((await world.owner.get("/v1/timers")).json.data, []);
  const changes = await world.changes();
  for (const change of ["invitation.revoked", "timer.stopped", "time_entry.created", "api_key.revoked"])
    assert.ok(changes.includes(`${change} by system`), change);
});

test("a person whom groups removed does not return with an invitation from before they joined", async () => {
  const world = await newGroupsWorld(provider, removing);
  const account = newAccount({ groups: ["staff"] });
  const invited = await world.owner.post("/v1/invitations", { email: account.email, role: "admin" });
  assert.equal(invited.status, 201, invited.text);
  await world.signIn(account);
  assert.deepEqual(of(await world.memberOf(account)), ["member", "active"]);
  await world.signIn({ ...account, groups: [] });
  assert.equal((await world.owner.get(`/v1/invitations/${invited.json.id}`)).json.status, "revoked");
  assert.ok((await world.changes()).includes("invitation.revoked by system"));
});

test("two first sign-ins at once make one person, and sign-ins beside an administrator's changes agree", async () => {
  const world = await newGroupsWorld(provider, removing);
  const account = newAccount({ groups: ["staff"] });
  // The owner joined with such a change too.
  const before = await world.changes();
  const browsers = [openBrowser(world.app), openBrowser(world.app), openBrowser(world.app)];
  const paths: string[] = [];
  for (const browser of browsers) paths.push(await world.comeBack(account, browser));
  const answers = await Promise.all(browsers.map((browser, at) => browser.get(paths[at] ?? "")));
  assert.deepEqual(
    answers.map(({ headers }) => headers["location"]),
    ["/", "/", "/"],
  );
  const after = await world.changes();
  for (const action of ["member.added by system", "identity.linked by user"]) {
    const count = (changes: string[]) => changes.filter((change) => change === action).length;
    assert.equal(count(after) - count(before), 1, action);
  }

  const { userId } = await world.memberOf(account);
  for (let turn = 0; turn < 4; turn++) {
    const browser = openBrowser(world.app);
    const path = await world.comeBack({ ...account, groups: [["leaders"], [], ["staff"], []][turn] }, browser);
    const [changed] = await Promise.all([
      world.owner.patch(`/v1/members/${userId}`, turn < 2 ? { role: "viewer" } : { status: "deactivated" }),
      browser.get(path),
    ]);
    assert.equal(changed.status, 200, changed.text);
  }
  assert.deepEqual(of(await world.memberOf(account))?.[1], "deactivated");
});

test("a sign-in that waited for an administrator's change decides by what is there afterwards", async () => {
  const world = await newGroupsWorld(provider, removing);
  const account = newAccount({ groups: ["staff"] });
  await world.signIn(account);
  const { userId } = await world.memberOf(account);
  const browser = openBrowser(world.app);
  const path = await world.comeBack({ ...account, groups: ["leaders"] }, browser);
  const { orgId } = world.owner;
  const held = await hold(world.db, sql`select 1 from organizations where id = ${orgId} for no key update`);
  await held.query(sql`update members set deactivated_at = now() where org_id = ${orgId} and user_id = ${userId}`);
  const answered = browser.get(path);
  await held.untilItBlocks(1);
  await held.commit();
  assert.equal((await answered).headers["location"], notLinked("no_membership"));
  assert.deepEqual(of(await world.memberOf(account)), ["member", "deactivated"]);
});

test("200 groups, and names with colons, commas, blanks and quotes", async () => {
  const names = ["cn=admins,ou=groups", "urn:team:a b", 'the "best"', "/staff/Über uns"];
  const quoted = names.map((name) => `"${name.replaceAll('"', '""')}":viewer`).join(", ");
  const world = await newGroupsWorld(provider, {
    OIDC_GROUPS_CLAIM: "groups",
    OIDC_ROLES: `${quoted},urn:x:y z:admin,group 199:manager`,
  });
  const many = Array.from({ length: 200 }, (_, at) => `group ${at}`);
  const expected: [string[], string][] = [
    [["urn:x:y z"], "admin"],
    [many, "manager"],
  ];
  for (const name of names) expected.push([[name], "viewer"]);
  for (const [groups, role] of expected) {
    const account = newAccount({ groups });
    assert.equal(await world.signIn(account), "/", groups.join());
    assert.equal((await world.memberOf(account)).role, role, groups.join());
  }
  for (const group of ["Group 199", "group 19", "cn=admins", many.join(",")])
    assert.equal(await world.signIn(newAccount({ groups: [group] })), notLinked("unknown_address"), group);
});

test("an imported person joins as the member whose time was imported", async () => {
  const world = await newGroupsWorld(provider, roles);
  const account = newAccount({ groups: ["leaders"], name: "Kim" });
  const userId = newId("user");
  const person = { user_id: userId, name: "Kim from the file", email: account.email };
  const origin = { orgId: world.owner.orgId, userId: null, keyId: null, requestId: null };
  await world.db.transaction((tx) => addImportedMembers(tx, origin, [person]));
  assert.equal(await world.signIn(account), "/");
  const member = await world.memberOf(account);
  assert.deepEqual([member.userId, member.name, ...(of(member) ?? [])], [userId, "Kim", "manager", "active"]);
});

test("an organization that is missing or about to be deleted is left alone, and people still sign in elsewhere", async () => {
  const missing = await newGroupsWorld(provider, { ...removing, OIDC_JOIN: newId("org") });
  const person = await newRecentlyAuthenticatedPerson(missing);
  for (const groups of [["staff"], []])
    assert.equal(await missing.signIn(newAccount({ email: person.email, subject: person.userId, groups })), "/");
  assert.equal(await missing.signIn(newAccount({ groups: ["staff"] })), notLinked("unknown_address"));
  assert.ok(missing.log.some((line) => line.includes("OIDC_JOIN contains an organization that does not exist")));

  const world = await newGroupsWorld(provider, removing);
  const account = newAccount({ groups: ["staff"] });
  await world.signIn(account);
  await endOrganization(world.owner);
  for (const groups of [["admins"], []]) assert.equal(await world.signIn({ ...account, groups }), "/");
  assert.deepEqual(of(await world.memberOf(account)), ["member", "active"]);
  assert.equal(await world.signIn(newAccount({ groups: ["staff"] })), notLinked("unknown_address"));
});
