import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { TOTP } from "otpauth";
import { CommandError } from "#commands/command-line/command-error.ts";
import { createOrganization } from "#commands/accounts/create-organization.ts";
import { createPasswordLink } from "#commands/accounts/create-password-link.ts";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import {
  actionsOf,
  type Browser,
  newPerson,
  newRecentlyAuthenticatedPerson,
  openBrowser,
  signedIn,
  testPassword,
} from "#test/http/browser.ts";
import { hold, waitFor } from "#test/databases/hold.ts";
import { newMail } from "#test/worlds/mail-world.ts";
import { newTestApp, testApp, type TestApp } from "#test/worlds/test-app.ts";
import { newInvitation } from "#test/worlds/factories.ts";

const publicUrl = "https://time.example.com";
const newPassword = "copper meadow violin";
const accept = "/auth/invitations/accept";
const tokenOf = (text = "") => /#token=(\S+)/.exec(text)?.[1] ?? assert.fail(text);

interface Taken {
  email: string;
  taker: Browser;
  orgId: string;
  userId: string;
}

/** An account that someone opened without owning the address, using the link from a reply. It has a second factor. */
async function newTaken(world: TestApp): Promise<Taken> {
  const owner = await world.newOrganization();
  const { link, email } = await newInvitation(owner, { role: "viewer" });
  const taker = openBrowser(world.app);
  const joined = await taker.post(accept, { token: tokenOf(link), name: "Eve", password: testPassword });
  assert.equal(joined.status, 201, joined.text);
  const { secret } = (await taker.post("/v1/me/second-factor")).json;
  const code = new TOTP({ secret }).generate();
  assert.equal((await taker.post("/v1/me/second-factor/confirm", { code })).status, 200);
  return { email, taker, orgId: owner.orgId, userId: joined.json.user.id };
}

/** Asserts that the attacker has lost the account, and that the password signs in without a second factor. */
async function assertEnded(world: TestApp, { email, taker, orgId }: Taken): Promise<void> {
  assertProblem(await taker.get("/v1/me"), 401, "revoked_api_key");
  const signIn = (password: string) => openBrowser(world.app).post("/auth/sign-in", { email, password });
  assertProblem(await signIn(testPassword), 401, "invalid_credentials");
  assert.equal((await signIn(newPassword)).status, 200);
  const actions = await actionsOf(world, orgId);
  for (const action of ["email.verified", "second_factor.disabled", "session.ended"])
    assert.equal(actions.filter((other) => other === action).length, 1, action);
}

test("someone who took an address by an invitation's link owns no later organization", async () => {
  const world = await testApp();
  const taken = await newTaken(world);
  const create = (trustAddress?: boolean) =>
    createOrganization(world.db, { name: "Harbour Books", ownerEmail: ` ${taken.email.toUpperCase()} `, trustAddress });
  const count = () => world.db.query(sql`select count(*) from organizations`);
  const before = await count();
  await assert.rejects(create(), (error: Error) => {
    assert.ok(error instanceof CommandError);
    assert.match(error.message, /--trust-address/);
    assert.ok(error.message.includes(`password-link --email ${taken.email}`));
    return true;
  });
  assert.deepEqual(await count(), before);

  const { link } = await createPasswordLink(world.db, publicUrl, taken.email);
  const reset = { token: tokenOf(link), password: newPassword };
  assert.equal((await openBrowser(world.app).post("/auth/password/reset", reset)).status, 204);

  await assertEnded(world, taken);
  assert.equal((await create()).userId, taken.userId);
});

test("an operator who vouches for an account may continue, permanently, and the history records it", async () => {
  const world = await testApp();
  const person = await newPerson(world);
  const browser = await signedIn(world, person);
  const input = { name: "Second", ownerEmail: person.email };
  await assert.rejects(createOrganization(world.db, input), CommandError);
  const made = await createOrganization(world.db, { ...input, trustAddress: true });
  assert.equal((await browser.post("/auth/switch", { organizationId: made.organizationId })).status, 200);
  for (const orgId of [person.orgId, made.organizationId]) {
    const [change] = await world.db.query(sql`
      select user_id, target_id from changes where org_id = ${orgId} and action = 'email.verified'`);
    assert.deepEqual(change, { user_id: null, target_id: person.userId });
  }
  assert.equal((await createOrganization(world.db, { ...input, name: "Third" })).userId, person.userId);
});

test("an account with an unverified address cannot join another organization by the link in a reply", async (t) => {
  for (const mail of [undefined, (await newMail(t)).mail]) {
    const world = await newTestApp(mail === undefined ? {} : { mail });
    const person = await newPerson(world);
    const owner = await world.newOrganization();
    const { link } = await newInvitation(owner, { email: person.email, role: "admin" });
    const token = tokenOf(link);
    const stranger = openBrowser(world.app);
    assertProblem(await stranger.post(accept, { token, password: "wrong password" }), 401, "invalid_credentials");
    const own = await signedIn(world, person);
    for (const refused of [
      await own.post(accept, { token }),
      await stranger.post(accept, { token, password: testPassword }),
    ]) {
      assertProblem(refused, 403, "address_not_proved");
      assert.match(refused.json.detail, mail === undefined ? /password-link --email/ : /invitation's mail/);
    }
    assert.equal((await own.get("/v1/me")).status, 200);
    assert.equal((await owner.get("/v1/members")).json.data.length, 1);

    const made = await createPasswordLink(world.db, publicUrl, person.email);
    await stranger.post("/auth/password/reset", { token: tokenOf(made.link), password: newPassword });
    assert.equal((await stranger.post(accept, { token, password: newPassword })).json.role, "admin");
  }
});

async function newMailWorld(t: TestContext) {
  const { mail, arrived } = await newMail(t);
  return { world: await newTestApp({ mail, publicUrl }), arrived };
}

test("the mailed link of an invitation verifies a new person's address, and the link in the reply does not", async (t) => {
  const { world, arrived } = await newMailWorld(t);
  const owner = await world.newOrganization();
  for (const isMailed of [true, false]) {
    const { link, email } = await newInvitation(owner);
    const mail = (await arrived(isMailed ? 1 : 2)).find(({ to }) => to.includes(email));
    const token = tokenOf(isMailed ? mail?.text : link);
    const body = { token, name: "Jo", password: testPassword };
    assert.equal((await openBrowser(world.app).post(accept, body)).status, 201);
    for (const used of [link, mail?.text])
      assertProblem(await openBrowser(world.app).post(accept, { ...body, token: tokenOf(used) }), 422, "invalid_link");
    const create = createOrganization(world.db, { name: "Own", ownerEmail: email });
    if (isMailed) await create;
    else await assert.rejects(create, CommandError);
  }
});

test("the mailed link of an invitation gives the account to the owner of the address", async (t) => {
  const { world, arrived } = await newMailWorld(t);
  const taken = await newTaken(world);
  const sent = (await arrived(1)).length;
  const owner = await world.newOrganization();
  await newInvitation(owner, { email: taken.email, role: "manager" });
  const token = tokenOf((await arrived(sent + 1)).at(-1)?.text);
  const browser = openBrowser(world.app);
  assertProblem(await browser.post(accept, { token }), 422, "validation_failed", ["/password"]);
  assertProblem(await browser.post(accept, { token, password: "password123" }), 422, "validation_failed", [
    "/password",
  ]);

  const joined = await browser.post(accept, { token, password: newPassword });

  assert.equal(joined.status, 201, joined.text);
  assert.deepEqual([joined.json.user.id, joined.json.role], [taken.userId, "manager"]);
  await assertEnded(world, taken);
  // From now on, the emailed link is not enough: the person must also be signed in or give the account's password.
  const third = await world.newOrganization();
  await newInvitation(third, { email: taken.email });
  const next = tokenOf((await arrived(sent + 2)).at(-1)?.text);
  const guess = { token: next, password: "velvet harbour pencil" };
  assertProblem(await openBrowser(world.app).post(accept, guess), 401, "invalid_credentials");
  assert.equal((await browser.post(accept, { token: next })).status, 201);
});

test("a password that is forgotten later leaves the second factor unchanged", async () => {
  const world = await testApp();
  const person = await newPerson(world);
  const reset = async (password: string) => {
    const { link } = await createPasswordLink(world.db, publicUrl, person.email);
    const answer = await openBrowser(world.app).post("/auth/password/reset", { token: tokenOf(link), password });
    assert.equal(answer.status, 204, answer.text);
  };
  await reset(testPassword);
  const browser = await signedIn(world, person);
  const { secret } = (await browser.post("/v1/me/second-factor")).json;
  const code = new TOTP({ secret }).generate();
  assert.equal((await browser.post("/v1/me/second-factor/confirm", { code })).status, 200);
  await reset(newPassword);
  const signIn = openBrowser(world.app).post("/auth/sign-in", { email: person.email, password: newPassword });
  assertProblem(await signIn, 401, "second_factor_required");
  assert.equal((await actionsOf(world, person.orgId)).filter((action) => action === "email.verified").length, 1);
});

test("a session that is about to change organizations does not outlive the end of all sessions", async () => {
  const world = await testApp();
  const person = await newRecentlyAuthenticatedPerson(world);
  const browser = await signedIn(world, person);
  const { link } = await createPasswordLink(world.db, publicUrl, person.email);
  const untilWaiting = (sessions: number) =>
    waitFor(async () => {
      const waiting = await world.db.query(sql`
        select 1 from pg_stat_activity
         where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`);
      return waiting.length >= sessions;
    });
  const [current] = (await browser.get("/v1/me/sessions")).json.data;
  const held = await hold(
    world.db,
    sql`select 1 from api_keys where org_id = ${person.orgId} and id = ${current.id} for update`,
  );
  const switched = browser.post("/auth/switch", { organizationId: person.orgId });
  await untilWaiting(1);
  const reset = { token: tokenOf(link), password: newPassword };
  const done = openBrowser(world.app).post("/auth/password/reset", reset);
  await untilWaiting(2);
  await held.commit();
  assert.equal((await done).status, 204);
  assert.ok([200, 401].includes((await switched).status));
  assert.equal((await browser.get("/v1/me")).status, 401);
});
