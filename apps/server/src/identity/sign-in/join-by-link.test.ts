import assert from "node:assert/strict";
import { test } from "node:test";
import { insertUser } from "#identity/members/queries.ts";
import { sql } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import {
  actionsOf,
  newPerson,
  newRecentlyAuthenticatedPerson,
  openBrowser,
  signedIn,
  testPassword,
} from "#test/http/browser.ts";
import { newMail } from "#test/worlds/mail-world.ts";
import { type Caller, type Json, newTestApp, testApp } from "#test/worlds/test-app.ts";
import { endOrganization, newInvitation, newTeam } from "#test/worlds/factories.ts";

const tokenOf = ({ link }: Json): string => link.split("#token=")[1];
const preview = "/auth/invitations/preview";
const accept = "/auth/invitations/accept";

async function invite(owner: Caller, invitation: object = {}): Promise<{ token: string; email: string }> {
  const made = await newInvitation(owner, invitation);
  return { token: tokenOf(made), email: made.email };
}

test("a new person joins with a name and a password, is signed in, and can sign in again", async () => {
  const world = await testApp();
  const owner = await world.newOrganization();
  const { token, email } = await invite(owner, { role: "manager" });
  const browser = openBrowser(world.app, "192.0.2.70");

  const shown = await browser.post(preview, { token });
  assert.deepEqual(
    [shown.status, shown.json],
    [200, { organizationName: "Test", email, role: "manager", hasAccount: null }],
  );
  assertProblem(await browser.post(accept, { token }), 422, "validation_failed", ["/password"]);
  assertProblem(await browser.post(accept, { token, name: "Jo" }), 422, "validation_failed", ["/password"]);
  const weak = { token, name: "Jo", password: "password123" };
  assertProblem(await browser.post(accept, weak), 422, "validation_failed", ["/password"]);
  const joined = await browser.post(accept, { token, name: "Jo", password: testPassword });
  assert.equal(joined.status, 201, joined.text);
  assert.deepEqual(
    [joined.json.user.email, joined.json.user.name, joined.json.role, joined.json.organization.id],
    [email, "Jo", "manager", owner.orgId],
  );

  const me = await browser.get("/v1/me");
  assert.deepEqual([me.json.user.email, me.json.role], [email, "manager"]);
  const again = openBrowser(world.app, "192.0.2.70");
  assert.equal((await again.post("/auth/sign-in", { email, password: testPassword })).status, 200);
  assertProblem(await again.post(accept, { token, name: "Jo", password: testPassword }), 422, "invalid_link");
  assertProblem(await again.post(preview, { token }), 422, "invalid_link");
  const actions = await actionsOf(world, owner.orgId);
  for (const action of ["invitation.accepted", "member.added", "session.created", "password.changed"])
    assert.ok(actions.includes(action), action);
});

test("a person joins the invitation's team, unless the team has been deleted", async () => {
  const { app, newOrganization, newKey } = await testApp();
  const [owner, other] = [await newOrganization(), await newOrganization()];
  const [team, deleted, foreign] = [await newTeam(owner), await newTeam(owner), await newTeam(other)];
  const made = await newInvitation(owner, { teamId: team.id });
  const { token: lost } = await invite(owner, { teamId: deleted.id });
  assert.equal(made.teamId, team.id);
  await owner.delete(`/v1/teams/${deleted.id}`);

  const browser = openBrowser(app, "192.0.2.79");
  const { json: resent } = await owner.post(`/v1/invitations/${made.id}/resend`);
  for (const token of [tokenOf(resent), lost]) {
    const joined = await browser.post(accept, { token, name: "Jo", password: testPassword });
    assert.equal(joined.status, 201, joined.text);
    if (token === lost) continue;
    assert.deepEqual((await owner.get(`/v1/teams/${team.id}`)).json.memberIds, [joined.json.user.id]);
  }

  const { json } = await owner.get("/v1/audit-events?action=team.updated");
  assert.equal(json.data.length, 1);
  const to = (caller: Caller, teamId: string) =>
    caller.post("/v1/invitations", { email: `${newId("user")}@example.com`, teamId });
  assertProblem(await to(owner, foreign.id), 404, "not_found", ["/teamId"]);
  assertProblem(await to(await newKey(owner, ["members:write"]), team.id), 403, "insufficient_scope");
});

test("if a link is used twice concurrently, one use wins, and one person is created", async () => {
  const world = await testApp();
  const owner = await world.newOrganization();
  const { token, email } = await invite(owner);
  const answers = await Promise.all(
    [1, 2, 3].map(() =>
      openBrowser(world.app, "192.0.2.71").post(accept, { token, name: "Jo", password: testPassword }),
    ),
  );
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 422, 422],
  );
  const users = await world.db.query(sql`select id from users where lower(email) = ${email}`);
  assert.equal(users.length, 1);
});

test("a person with an account authenticates by password, and then belongs to both organizations", async () => {
  const world = await testApp();
  const person = await newRecentlyAuthenticatedPerson(world);
  const owner = await world.newOrganization();
  const { token } = await invite(owner, { email: person.email, role: "viewer" });
  const browser = openBrowser(world.app, "192.0.2.72");
  // A new person's request must not replace the password of an existing account.
  const asNew = await browser.post(accept, { token, name: "Eve", password: "copper meadow violin" });
  assertProblem(asNew, 401, "invalid_credentials");
  assertProblem(await browser.post(accept, { token }), 422, "validation_failed", ["/password"]);

  const joined = await browser.post(accept, { token, password: testPassword });
  assert.equal(joined.status, 201, joined.text);
  assert.deepEqual([joined.json.organization.id, joined.json.role], [owner.orgId, "viewer"]);
  const ids = (joined.json.organizations as { id: string }[]).map(({ id }) => id);
  assert.deepEqual(ids.toSorted(), [owner.orgId, person.orgId].toSorted());
  assert.notEqual(joined.json.user.name, "Eve");
});

test("a session of the person is sufficient, another person's is not", async () => {
  const world = await testApp();
  const [person, stranger] = [await newRecentlyAuthenticatedPerson(world), await newPerson(world)];
  const owner = await world.newOrganization();
  const { token } = await invite(owner, { email: person.email });
  const others = await signedIn(world, stranger, "192.0.2.73");
  assertProblem(await others.post(accept, { token }), 422, "validation_failed", ["/password"]);
  const own = await signedIn(world, person, "192.0.2.73");
  const crossSite = await own.post(accept, { token }, { "sec-fetch-site": "cross-site" });
  assertProblem(crossSite, 403, "cross_site_request");

  await world.db.query(sql`
    update api_keys set authenticated_at = authenticated_at - interval '11 minutes' where user_id = ${person.userId} and kind = 'session'`);
  const [before] = (await own.get("/v1/me/sessions")).json.data;
  own.cookies.delete("__Secure-stint-device");
  assert.equal((await own.post(accept, { token })).status, 201);
  assert.ok(!own.cookies.has("__Secure-stint-device"), "a session alone makes no browser known");
  assert.equal((await own.get("/v1/me")).json.organization.id, owner.orgId);
  // The session keeps its expiry and time of authentication, because accepting an invitation isn't an authentication.
  const [after] = (await own.get("/v1/me/sessions")).json.data;
  assert.deepEqual([after.authenticatedAt, after.expiresAt], [before.authenticatedAt, before.expiresAt]);
});

test("the link alone does not open an account without a password", async () => {
  const world = await testApp();
  const owner = await world.newOrganization();
  const { token, email } = await invite(owner);
  await insertUser(world.db, { id: newId("user"), email, name: "Kim" });
  const browser = openBrowser(world.app, "192.0.2.74");
  for (const body of [{ name: "Eve", password: testPassword }, { password: testPassword }])
    assertProblem(await browser.post(accept, { token, ...body }), 401, "invalid_credentials");
  assert.equal((await owner.get("/v1/members")).json.data.length, 1);
});

test("nobody can join an organization that awaits its deletion, and the link stays valid", async () => {
  const world = await testApp();
  const owner = await world.newOrganization();
  const { token, email } = await invite(owner);
  await endOrganization(owner);
  const browser = openBrowser(world.app, "192.0.2.75");
  const body = { token, name: "Jo", password: testPassword };
  for (const refused of [body, { token, password: testPassword }])
    assertProblem(await browser.post(accept, refused), 409, "organization_ending");
  assert.deepEqual(await world.db.query(sql`select id from users where lower(email) = ${email}`), []);
  assert.equal((await owner.delete("/v1/organization/deletion")).status, 204);
  assert.equal((await browser.post(accept, body)).status, 201);
});

test("the link in the reply does not reveal who has an account, and the mailed link does", async (t) => {
  const { mail, arrived } = await newMail(t);
  const world = await newTestApp({ mail });
  const [proved, unproved] = [await newRecentlyAuthenticatedPerson(world), await newPerson(world)];
  const owner = await world.newOrganization();
  const told = async (email: string) => {
    const { link } = await newInvitation(owner, { email });
    const token = tokenOf({ link });
    const browser = openBrowser(world.app, `192.0.2.${77 + answers.length}`);
    const shown = (await browser.post(preview, { token })).json;
    const bodies = [{}, { name: "Eve" }, { password: "not the password" }, { name: "Eve", password: "password123" }];
    const refused = [];
    for (const body of bodies) {
      const { status, json } = await browser.post(accept, { token, ...body });
      refused.push({ status, ...json, requestId: "" });
    }
    return { ...shown, email: "", refused };
  };
  const answers: unknown[] = [];
  for (const email of [proved.email, unproved.email, `${newId("user")}@example.com`]) answers.push(await told(email));
  const [first] = answers;
  for (const answer of answers) assert.deepEqual(answer, first);
  assert.equal((first as Json).hasAccount, null);
  assert.deepEqual(
    (first as Json).refused.map(({ status }: Json) => status),
    [422, 422, 401, 422],
  );

  const mails = await arrived(3);
  for (const [email, hasAccount] of [
    [proved.email, true],
    [unproved.email, false],
  ] as const) {
    const mailed = mails.find(({ to }) => to.includes(email));
    const token = /#token=(\S+)/.exec(mailed?.text ?? "")?.[1];
    assert.equal((await openBrowser(world.app).post(preview, { token })).json.hasAccount, hasAccount);
  }
});

test("passwords guessed with the link in the reply count, even impossible ones", async () => {
  const world = await testApp();
  const person = await newRecentlyAuthenticatedPerson(world);
  const owner = await world.newOrganization();
  for (const email of [person.email, `${newId("user")}@example.com`]) {
    const { token } = await invite(owner, { email });
    const browser = openBrowser(world.app, "192.0.2.85");
    for (let turn = 0; turn < 10; turn++) {
      const answer = await browser.post(accept, { token, name: "Eve", password: `password${turn}23` });
      assertProblem(answer, 422, "validation_failed", ["/password"]);
    }
    const late = { token, name: "Eve", password: testPassword };
    assertProblem(await browser.post(accept, late), 429, "too_many_attempts");
  }
});
