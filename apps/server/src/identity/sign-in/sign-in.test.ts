import assert from "node:assert/strict";
import { test } from "node:test";
import pino from "pino";
import { insertMember } from "#identity/members/queries.ts";
import { sessionCookie } from "#identity/sessions/session-cookie.ts";
import { createPasswordHasher } from "#identity/passwords/hash-password.ts";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { actionsOf, newPerson, openBrowser, signedIn, testPassword } from "#test/http/browser.ts";
import { newMail } from "#test/worlds/mail-world.ts";
import { type Json, newTestApp, testApp } from "#test/worlds/test-app.ts";
import { createDatabase } from "#test/databases/test-database.ts";

const dayMs = 86_400_000;

test("a sign-in returns the person and the organization, and a session in a cookie for this host only", async () => {
  const world = await testApp();
  const person = await newPerson(world);
  const browser = openBrowser(world.app, "203.0.113.9");
  const body = { email: ` ${person.email.toUpperCase()}`.trim(), password: testPassword };
  const answer = await browser.post("/auth/sign-in", body, { "user-agent": "Mozilla/5.0 (X11; Linux) Firefox/140.0" });

  assert.equal(answer.status, 200, answer.text);
  const { expiresAt, ...signed } = answer.json;
  assert.deepEqual(signed, {
    user: { id: person.userId, email: person.email, name: person.email.split("@", 1)[0] },
    organization: { id: person.orgId, name: "Test" },
    role: "owner",
    organizations: [{ id: person.orgId, name: "Test", role: "owner" }],
  });
  const lifeMs = Date.parse(expiresAt) - Date.now();
  assert.ok(lifeMs > 29.9 * dayMs && lifeMs <= 30 * dayMs);
  assert.match(
    String(answer.headers["set-cookie"]?.[0]),
    /^__Host-stint-session=stint_[0-9A-Za-z]{36}; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=25(91999|92000)$/,
  );
  assert.equal(answer.headers["cache-control"], "no-store");
  assert.ok(answer.headers["x-request-id"]);

  const { data } = (await browser.get("/v1/me/sessions")).json;
  const current = data.find((session: { isCurrent: boolean }) => session.isCurrent);
  assert.deepEqual(
    [current.name, current.lastUsedAddress, current.organizationId],
    ["Firefox on Linux", "203.0.113.9", person.orgId],
  );
  const [change] = await world.db.query<{ object: Record<string, unknown> }>(sql`
    select object from changes where org_id = ${person.orgId} and target_id = ${current.id}`);
  assert.deepEqual([change?.object["last_used_address"], change?.object["name"]], ["203.0.113.9", "Firefox on Linux"]);
  assert.ok(!JSON.stringify(change).includes(browser.cookies.get(sessionCookie) ?? "-"));
});

test("a wrong password, an unknown address and a person without an organization are indistinguishable", async () => {
  const world = await testApp();
  const person = await newPerson(world);
  const gone = await newPerson(world);
  const unset = await world.newOrganization();
  const [{ email: unsetEmail } = { email: "" }] = await world.db.query<{ email: string }>(sql`
    select email from users where id = ${unset.userId}`);
  await world.db.query(sql`update members set deactivated_at = now() where org_id = ${gone.orgId}`);
  const browser = openBrowser(world.app, "203.0.113.10");
  const answers = [];
  for (const [email, password] of [
    [person.email, "not the password"],
    [`x${person.email}`, testPassword],
    [gone.email, testPassword],
    [unsetEmail, ""],
    ["no address at all", testPassword],
  ]) {
    const answer = await browser.post("/auth/sign-in", { email, password });
    assertProblem(answer, 401, "invalid_credentials");
    answers.push([answer.json.detail, Object.keys(answer.headers)]);
  }
  for (const answer of answers) assert.deepEqual(answer, answers[0]);
  assert.equal(browser.cookies.size, 0);
});

test("an unknown address takes as long as a wrong password", async () => {
  const hasher = createPasswordHasher({ maxAtOnce: 1, maxWaiting: 1 });
  const compared: (string | undefined)[] = [];
  const verify = (password: string, stored: string | undefined) => {
    compared.push(stored);
    return hasher.verify(password, stored);
  };
  const world = await newTestApp({ hasher: { ...hasher, verify } });
  const person = await newPerson(world);
  for (const email of [person.email, `x${person.email}`]) {
    const answer = await openBrowser(world.app, "203.0.113.11").post("/auth/sign-in", { email, password: "not it" });
    assert.equal(answer.status, 401, answer.text);
  }
  assert.deepEqual(
    compared.map((stored) => typeof stored),
    ["string", "undefined"],
  );
  // Verifying without a hash uses a hashing slot too, so another attempt is refused.
  const three = [1, 2, 3].map(() => hasher.verify("x", undefined));
  assert.deepEqual(
    (await Promise.allSettled(three)).map(({ status }) => status),
    ["fulfilled", "fulfilled", "rejected"],
  );
});

test("a failed sign-in is recorded in the person's organizations once a minute, and so is a session", async () => {
  const world = await testApp();
  const person = await newPerson(world);
  const before = await actionsOf(world, person.orgId);
  const browser = openBrowser(world.app, "203.0.113.12");
  for (let turn = 0; turn < 3; turn++)
    await browser.post("/auth/sign-in", { email: person.email, password: "not the password" });
  assert.deepEqual((await actionsOf(world, person.orgId)).slice(before.length), ["sign_in.failed"]);
  await signedIn(world, person, "203.0.113.12");
  assert.deepEqual((await actionsOf(world, person.orgId)).slice(before.length), ["sign_in.failed", "session.created"]);
  const rows = await world.db.query(sql`
    select object, user_id from changes where org_id = ${person.orgId} and action = 'sign_in.failed'`);
  assert.deepEqual(rows, [
    {
      object: {
        user_id: person.userId,
        browser: "Unknown browser",
        address: "203.0.113.12",
        reason: "invalid_credentials",
      },
      user_id: null,
    },
  ]);
  const [signIn] = (await person.get("/v1/audit-events?action=session.created")).json.data;
  assert.deepEqual(
    signIn.changes.find(({ field }: Json) => field === "provedBy"),
    { field: "provedBy", old: null, new: "password" },
  );
});

test("a planted cookie never becomes the session", async () => {
  const world = await testApp();
  const person = await newPerson(world);
  const attacker = await signedIn(world, await newPerson(world));
  const planted = attacker.cookies.get(sessionCookie) ?? assert.fail();
  const browser = openBrowser(world.app);
  for (const cookie of [planted, "stint_made_up"]) {
    browser.cookies.set(sessionCookie, cookie);
    const answer = await browser.post("/auth/sign-in", { email: person.email, password: testPassword });
    assert.equal(answer.status, 200);
    assert.notEqual(browser.cookies.get(sessionCookie), cookie);
    assert.equal(answer.json.user.id, person.userId);
  }
});

test("over plain HTTP from another machine the reply explains the fix instead of setting a cookie that would be dropped", async () => {
  const world = await testApp();
  const person = await newPerson(world);
  const body = { email: person.email, password: testPassword };
  const from = (origin: string) => {
    const headers = { origin, host: new URL(origin).host };
    return openBrowser(world.app).post("/auth/sign-in", body, headers);
  };
  for (const origin of ["http://time.example.com", "http://192.168.1.4:3000"])
    assertProblem(await from(origin), 422, "insecure_origin");
  for (const origin of [
    "https://time.example.com",
    "http://localhost:3000",
    "http://127.0.0.1:3000",
    "http://[::1]:3000",
  ])
    assert.equal((await from(origin)).status, 200, origin);
});

test("a person in several organizations chooses one, and switches to another with a separate session", async () => {
  const world = await testApp();
  const [person, other, foreign] = [
    await newPerson(world),
    await world.newOrganization(),
    await world.newOrganization(),
  ];
  await insertMember(world.db, other.orgId, person.userId, "viewer");
  const body = { email: person.email, password: testPassword };
  const browser = openBrowser(world.app);
  assertProblem(await browser.post("/auth/sign-in", { ...body, organizationId: foreign.orgId }), 404, "not_found", [
    "/organizationId",
  ]);
  const signed = await browser.post("/auth/sign-in", { ...body, organizationId: other.orgId });
  assert.deepEqual([signed.json.organization.id, signed.json.role], [other.orgId, "viewer"]);
  assert.equal((await browser.get("/v1/organization")).json.id, other.orgId);

  const former = browser.cookies.get(sessionCookie) ?? "";
  assertProblem(await browser.post("/auth/switch", { organizationId: foreign.orgId }), 404, "not_found");
  const switched = await browser.post("/auth/switch", { organizationId: person.orgId });
  assert.equal(switched.status, 200, switched.text);
  assert.deepEqual([switched.json.organization.id, switched.json.role], [person.orgId, "owner"]);
  // The new session must not expire later, or count as authenticated more recently, than the previous one.
  assert.equal(switched.json.expiresAt, signed.json.expiresAt);
  assert.equal((await browser.get("/v1/organization")).json.id, person.orgId);
  const proofs = await world.db.query(sql`
    select distinct authenticated_at from api_keys
     where org_id in (${person.orgId}, ${other.orgId}) and user_id = ${person.userId} and name = 'Unknown browser'`);
  assert.equal(proofs.length, 1);
  browser.cookies.set(sessionCookie, former);
  assertProblem(await browser.get("/v1/organization"), 401, "revoked_api_key");
  assertProblem(await browser.post("/auth/switch", { organizationId: person.orgId }), 401, "not_signed_in");
  assert.deepEqual((await actionsOf(world, other.orgId)).slice(-2), ["session.created", "session.ended"]);
});

test("no credentials appear in the log, whatever goes wrong", async (t) => {
  const { db } = await createDatabase();
  const lines: string[] = [];
  const logger = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
  const { mail, arrived } = await newMail(t);
  const world = await newTestApp({ db, logger, mail });
  const person = await newPerson(world);
  const browser = await signedIn(world, person);
  const cookie = browser.cookies.get(sessionCookie) ?? "";
  await browser.post("/auth/sign-in", { email: person.email, password: "wrong but secret", code: "918273" });
  await browser.post("/auth/password/forgotten", { email: person.email });
  await world.background.idle();
  const token = /#token=(\S+)/.exec((await arrived(1))[0]?.text ?? "")?.[1] ?? assert.fail();
  await db.query(sql`alter table credentials rename to credentials_gone`);
  const faults = [
    await browser.post("/auth/sign-in", { email: person.email, password: testPassword, code: "918273" }),
    await browser.post("/auth/password/reset", { token, password: "copper meadow violin" }),
    await browser.post("/auth/reauthenticate", { password: testPassword }),
    await browser.send("PUT", "/v1/me/password", { newPassword: "copper meadow violin" }),
    await browser.get(`/auth/openid/callback?code=${token}&state=${token}`),
  ];
  assert.deepEqual(
    faults.slice(0, 4).map(({ status }) => status),
    [500, 500, 500, 500],
  );
  assert.ok(lines.length >= 4, "faults are logged");
  const log = lines.join("");
  const secrets = [cookie, token, testPassword, "wrong but secret", "copper meadow violin", "918273", person.apiKey];
  for (const secret of secrets) assert.ok(!log.includes(secret), secret);
  assert.doesNotMatch(log, /argon2id|"cookie"|authorization/i);
});
