import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { createPasswordLink } from "#commands/accounts/create-password-link.ts";
import { CommandError } from "#commands/command-line/command-error.ts";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { actionsOf, newPerson, openBrowser, signedIn, testPassword } from "#test/http/browser.ts";
import { newMail } from "#test/worlds/mail-world.ts";
import { newTestApp, type TestAppOptions } from "#test/worlds/test-app.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { makeSetUpLink } from "./set-up.ts";

const hourMs = 3_600_000;
const newPassword = "copper meadow violin";
const tokenOf = (text = "") => /#token=(\S+)/.exec(text)?.[1] ?? assert.fail(text);

function setUpBody(token: string, more: object = {}) {
  return {
    token,
    organizationName: "Harbour Books",
    email: "Owner@example.com",
    name: "Ada",
    password: testPassword,
    ...more,
  };
}

/** A service without organizations, and its clock. */
async function newEmptyWorld() {
  const { db } = await createDatabase();
  const clock = { ms: Date.now() };
  const world = await newTestApp({ db, now: () => new Date(clock.ms) });
  const newLink = async () => tokenOf(await makeSetUpLink(db, "https://time.example.com", new Date(clock.ms)));
  return { world, db, clock, newLink };
}

test("the setup link creates the first organization and signs its owner in, once", async () => {
  const { world, db, newLink } = await newEmptyWorld();
  const link = await makeSetUpLink(db, "https://time.example.com", new Date());
  assert.match(link, /^https:\/\/time\.example\.com\/set-up#token=[A-Za-z0-9_-]{43}$/);
  const browser = openBrowser(world.app);
  assert.deepEqual((await browser.get("/auth/methods")).json, {
    password: true,
    openId: null,
    mail: false,
    setUp: "needed",
  });
  const body = setUpBody(tokenOf(link), { timeZone: "Europe/Berlin", currency: "CHF" });
  for (const [more, pointer] of [
    [{ password: "password123" }, "/password"],
    [{ password: "harbourbooks" }, "/password"],
    [{ email: "nobody" }, "/email"],
    [{ timeZone: "Mars/Base" }, "/timeZone"],
    [{ currency: "XXQ" }, "/currency"],
  ] as const)
    assertProblem(await browser.post("/auth/set-up", { ...body, ...more }), 422, "validation_failed", [pointer]);

  const made = await browser.post("/auth/set-up", body);
  assert.equal(made.status, 201, made.text);
  assert.deepEqual(
    [made.json.role, made.json.user.email, made.json.organization.name],
    ["owner", "owner@example.com", "Harbour Books"],
  );
  const { timeZone, currency } = (await browser.get("/v1/organization")).json;
  assert.deepEqual([timeZone, currency], ["Europe/Berlin", "CHF"]);
  assert.deepEqual((await actionsOf(world, made.json.organization.id)).toSorted(), [
    "member.added",
    "organization.created",
    "password.changed",
    "session.created",
  ]);
  assert.equal((await browser.get("/auth/methods")).json.setUp, "done");
  assertProblem(await browser.post("/auth/set-up", body), 422, "invalid_link");
  assertProblem(await browser.post("/auth/set-up", setUpBody(await newLink())), 422, "invalid_link");
  // The page that the link opens sends this request next.
  const key = await browser.post("/v1/api-keys", { name: "For my terminal", scopes: ["full"] });
  assert.equal(key.status, 201, key.text);
  const authorization = `Bearer ${key.json.apiKey}`;
  assert.equal((await openBrowser(world.app).get("/v1/me", { authorization })).json.role, "owner");
  const again = { email: "owner@example.com", password: testPassword };
  assert.equal((await openBrowser(world.app).post("/auth/sign-in", again)).status, 200);
});

test("one of several concurrent setups wins, with one link or those of several nodes", async () => {
  for (const isSame of [true, false]) {
    const { world, db, newLink } = await newEmptyWorld();
    const first = await newLink();
    const tokens = [first, isSame ? first : await newLink(), isSame ? first : await newLink()];
    const answers = await Promise.all(
      tokens.map((token) => openBrowser(world.app).post("/auth/set-up", setUpBody(token))),
    );
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 422, 422],
    );
    assert.equal((await db.query(sql`select id from organizations`)).length, 1);
  }
});

test("a setup link expires after a day, and a password link is not a setup link", async () => {
  const { world, db, clock, newLink } = await newEmptyWorld();
  const token = await newLink();
  clock.ms += 24 * hourMs;
  assertProblem(await openBrowser(world.app).post("/auth/set-up", setUpBody(token)), 422, "invalid_link");
  const person = await newPerson(world);
  const { link } = await createPasswordLink(db, "https://time.example.com", person.email);
  assertProblem(await openBrowser(world.app).post("/auth/set-up", setUpBody(tokenOf(link))), 422, "invalid_link");
});

async function newMailWorld(t: TestContext, options: TestAppOptions = {}) {
  const { mail, arrived } = await newMail(t);
  const clock = { ms: Date.now() };
  const world = await newTestApp({
    mail,
    now: () => new Date(clock.ms),
    publicUrl: "https://time.example.com",
    ...options,
  });
  return { world, arrived, clock };
}

test("a link for a forgotten password is mailed, and the reply does not reveal who exists", async (t) => {
  const { world, arrived } = await newMailWorld(t);
  const [person, gone] = [await newPerson(world), await newPerson(world)];
  await world.db.query(sql`update members set deactivated_at = now() where org_id = ${gone.orgId}`);
  const browser = openBrowser(world.app, "192.0.2.60");
  assert.equal((await browser.get("/auth/methods")).json.mail, true);
  for (const email of [person.email.toUpperCase(), gone.email, `x${person.email}`, "nonsense"]) {
    const answer = await browser.post("/auth/password/forgotten", { email }, { host: "evil.example" });
    assert.deepEqual([answer.status, answer.text], [202, ""]);
  }
  await world.background.idle();
  // An email to the unknown address would have arrived by now.
  const sent = await arrived(1);
  assert.deepEqual(
    sent.map(({ to }) => to),
    [[person.email]],
  );
  assert.match(sent[0]?.text ?? "", /^https:\/\/time\.example\.com\/reset-password#token=[A-Za-z0-9_-]{43}$/m);
});

test("a new password ends every session, verifies the address and uses up the link; API keys stay", async (t) => {
  const { world, arrived } = await newMailWorld(t);
  const person = await newPerson(world);
  const [here, there] = [await signedIn(world, person), await signedIn(world, person)];
  const asker = openBrowser(world.app, "192.0.2.61");
  for (let turn = 0; turn < 2; turn++) await asker.post("/auth/password/forgotten", { email: person.email });
  await world.background.idle();
  const [token, older] = (await arrived(2)).map(({ text }) => tokenOf(text));
  const reset = (body: object) => asker.post("/auth/password/reset", body);
  assertProblem(await reset({ token, password: "password123" }), 422, "validation_failed", ["/password"]);

  const answer = await reset({ token, password: newPassword });

  assert.equal(answer.status, 204, answer.text);
  for (const browser of [here, there]) assertProblem(await browser.get("/v1/organization"), 401, "revoked_api_key");
  assert.equal((await person.get("/v1/organization")).status, 200);
  for (const used of [token, older])
    assertProblem(await reset({ token: used, password: "yet another password" }), 422, "invalid_link");
  const [user] = await world.db.query<{ email_verified_at: string | null }>(sql`
    select email_verified_at from users where id = ${person.userId}`);
  assert.notEqual(user?.email_verified_at, null);
  const signIn = (password: string) => asker.post("/auth/sign-in", { email: person.email, password });
  assert.equal((await signIn(testPassword)).status, 401);
  assert.equal((await signIn(newPassword)).status, 200);
  const actions = await actionsOf(world, person.orgId);
  assert.equal(actions.filter((action) => action === "password.changed").length, 2);
  assert.ok(actions.filter((action) => action === "session.ended").length >= 2);
});

test("one of several concurrent resets with one link wins, and a link expires after an hour", async (t) => {
  const { world, arrived, clock } = await newMailWorld(t);
  const person = await newPerson(world);
  const asker = openBrowser(world.app, "192.0.2.62");
  let asked = 0;
  const ask = async () => {
    await asker.post("/auth/password/forgotten", { email: person.email });
    await world.background.idle();
    return tokenOf((await arrived(++asked)).at(-1)?.text);
  };
  const token = await ask();
  const passwords = ["copper meadow violin", "velvet harbour pencil", "marble thunder basil"];
  const answers = await Promise.all(
    passwords.map((password) => asker.post("/auth/password/reset", { token, password })),
  );
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [204, 422, 422],
  );
  const winner = passwords[answers.findIndex(({ status }) => status === 204)];
  assert.equal((await asker.post("/auth/sign-in", { email: person.email, password: winner })).status, 200);

  const late = await ask();
  clock.ms += hourMs;
  assertProblem(await asker.post("/auth/password/reset", { token: late, password: newPassword }), 422, "invalid_link");
});

test("a sign-in in progress during a password reset gets no session", async (t) => {
  const { world } = await newMailWorld(t);
  const person = await newPerson(world);
  const { link } = await createPasswordLink(world.db, "https://time.example.com", person.email);
  const [browser, other] = [openBrowser(world.app, "192.0.2.63"), openBrowser(world.app, "192.0.2.64")];
  const [signed, reset] = await Promise.all([
    browser.post("/auth/sign-in", { email: person.email, password: testPassword }),
    other.post("/auth/password/reset", { token: tokenOf(link), password: newPassword }),
  ]);
  assert.equal(reset.status, 204, reset.text);
  assert.ok([200, 401].includes(signed.status));
  assert.equal((await browser.get("/v1/organization")).status, 401);
});

test("the command prints a link for a member, also one who has no password yet, and for nobody else", async (t) => {
  const { world } = await newMailWorld(t);
  const member = await world.newMember(await world.newOrganization(), "member");
  const [user] = await world.db.query<{ email: string }>(sql`select email from users where id = ${member.userId}`);
  const email = user?.email ?? "";
  const { link, expiresAt } = await createPasswordLink(world.db, "https://time.example.com", email);
  const lifeMs = Date.parse(expiresAt) - Date.now();
  assert.ok(lifeMs > 0.9 * hourMs && lifeMs <= hourMs);
  const browser = openBrowser(world.app, "192.0.2.65");
  const body = { token: tokenOf(link), password: newPassword };
  assert.equal((await browser.post("/auth/password/reset", body)).status, 204);
  assert.equal((await browser.post("/auth/sign-in", { email, password: newPassword })).json.role, "member");
  await assert.rejects(createPasswordLink(world.db, "https://time.example.com", `x${email}`), CommandError);
});
