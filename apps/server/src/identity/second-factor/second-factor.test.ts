import assert from "node:assert/strict";
import { test } from "node:test";
import { TOTP } from "otpauth";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { actionsOf, newPerson, openBrowser, signedIn, testPassword } from "#test/http/browser.ts";
import { type Json, newTestApp, testApp } from "#test/worlds/test-app.ts";
import { newInvitation } from "#test/worlds/factories.ts";

const stepMs = 30_000;
let addresses = 0;

/** A person with a second factor, and a clock that the test controls. */
async function newGuarded() {
  const clock = { ms: Date.UTC(2026, 5, 1, 12) + 10_000 };
  const world = await newTestApp({ now: () => new Date(clock.ms) });
  const person = await newPerson(world);
  const browser = await signedIn(world, person);
  const begun = await browser.post("/v1/me/second-factor");
  assert.equal(begun.status, 200, begun.text);
  const totp = new TOTP({ secret: begun.json.secret });
  const codeAt = (ms: number) => totp.generate({ timestamp: ms });
  const confirmed = await browser.post("/v1/me/second-factor/confirm", { code: codeAt(clock.ms) });
  assert.equal(confirmed.status, 200, confirmed.text);
  const recoveryCodes: string[] = confirmed.json.recoveryCodes;
  const signIn = (proof: object, password = testPassword) =>
    openBrowser(world.app, `192.0.2.${100 + (++addresses % 100)}`).post("/auth/sign-in", {
      email: person.email,
      password,
      ...proof,
    });
  clock.ms += 10 * stepMs;
  return { clock, world, person, browser, codeAt, recoveryCodes, signIn };
}

test("a code is requested only after a correct password, and signs in", async () => {
  const { clock, codeAt, signIn } = await newGuarded();
  assertProblem(await signIn({}, "wrong password"), 401, "invalid_credentials");
  assertProblem(await signIn({ code: codeAt(clock.ms) }, "wrong password"), 401, "invalid_credentials");
  const asked = await signIn({});
  assertProblem(asked, 401, "second_factor_required");
  assert.equal(asked.headers["set-cookie"], undefined);
  assertProblem(await signIn({ code: "000000" }), 401, "invalid_code");
  assert.equal((await signIn({ code: codeAt(clock.ms) })).status, 200);
});

test("a clock may be off by a step, and no code is accepted twice or after a later one", async () => {
  const { clock, codeAt, signIn } = await newGuarded();
  for (const skew of [-2, 2])
    assertProblem(await signIn({ code: codeAt(clock.ms + skew * stepMs) }), 401, "invalid_code");
  const early = codeAt(clock.ms - stepMs);
  assert.equal((await signIn({ code: early })).status, 200);
  assertProblem(await signIn({ code: early }), 401, "invalid_code");
  assert.equal((await signIn({ code: codeAt(clock.ms + stepMs) })).status, 200);
  // The code is current, but the account has already used its step.
  assertProblem(await signIn({ code: codeAt(clock.ms) }), 401, "invalid_code");
});

test("of two concurrent sign-ins with the same code one wins", async () => {
  const { clock, codeAt, recoveryCodes, signIn } = await newGuarded();
  for (const proof of [{ code: codeAt(clock.ms) }, { recoveryCode: recoveryCodes[0] }]) {
    const statuses = await Promise.all([signIn(proof), signIn(proof), signIn(proof)]);
    assert.deepEqual(
      statuses.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 401, 401],
    );
  }
});

test("a correct code is used up, even if the request fails otherwise", async () => {
  const { clock, codeAt, person, world, recoveryCodes, signIn } = await newGuarded();
  const other = await world.newOrganization();
  // The address was never verified, so the link from the reply does not open the account.
  const token = (await newInvitation(other, { email: person.email })).link.split("#token=")[1];
  const join = (proof: object) =>
    openBrowser(world.app).post("/auth/invitations/accept", { token, password: testPassword, ...proof });
  for (const [proof, send, status] of [
    [{ code: codeAt(clock.ms) }, (sent: object) => signIn({ ...sent, organizationId: other.orgId }), 404],
    [{ recoveryCode: recoveryCodes[0] }, (sent: object) => signIn({ ...sent, organizationId: other.orgId }), 404],
    [{ recoveryCode: recoveryCodes[1] }, join, 403],
  ] as const) {
    const answer = await send(proof);
    assert.equal(answer.status, status, answer.text);
    assertProblem(await signIn(proof), 401, "invalid_code");
  }
});

test("each recovery code works once, however it is typed; new ones replace them all", async () => {
  const { browser, recoveryCodes, signIn } = await newGuarded();
  const [first = "", second = "", third = ""] = recoveryCodes;
  assert.equal(recoveryCodes.length, 10);
  assert.equal((await signIn({ recoveryCode: first })).status, 200);
  assertProblem(await signIn({ recoveryCode: first }), 401, "invalid_code");
  assert.equal((await signIn({ recoveryCode: second.toLowerCase().replace("-", " ") })).status, 200);
  const renewed = await browser.post("/v1/me/recovery-codes");
  assert.equal(renewed.status, 200, renewed.text);
  assertProblem(await signIn({ recoveryCode: third }), 401, "invalid_code");
  assert.equal((await signIn({ recoveryCode: renewed.json.recoveryCodes[0] })).status, 200);
});

test("the audit log shows how a session was authenticated", async () => {
  const { clock, person, browser, codeAt, recoveryCodes, signIn } = await newGuarded();
  clock.ms += 60_000;
  assert.equal((await signIn({ recoveryCode: recoveryCodes[0] })).status, 200);
  assert.equal((await signIn({ code: codeAt(clock.ms) })).status, 200);
  const proof = { password: testPassword, recoveryCode: recoveryCodes[1] };
  assert.equal((await browser.post("/auth/reauthenticate", proof)).status, 204);
  const { data } = (await person.get("/v1/audit-events?targetType=session&limit=3")).json;
  assert.deepEqual(
    data.map(({ action, changes }: Json) => [action, changes.find(({ field }: Json) => field === "provedBy")?.new]),
    [
      ["session.reauthenticated", "password_and_recovery_code"],
      ["session.created", "password_and_code"],
      ["session.created", "password_and_recovery_code"],
    ],
  );
});

test("guessing codes locks the account, and requesting the code in between changes nothing", async () => {
  const { clock, codeAt, signIn } = await newGuarded();
  for (let turn = 0; turn < 10; turn++) {
    assertProblem(await signIn({ code: String(turn).padStart(6, "0") }), 401, "invalid_code");
    if (turn < 9) assertProblem(await signIn({}), 401, "second_factor_required");
  }
  assertProblem(await signIn({ code: codeAt(clock.ms) }), 429, "too_many_attempts");
});

test("a second factor is begun, confirmed and ended in this order only, and is reported without its secret", async () => {
  const { clock, world, person, browser, codeAt, recoveryCodes, signIn } = await newGuarded();
  assertProblem(await browser.post("/v1/me/second-factor"), 409, "second_factor_state");
  assertProblem(
    await browser.post("/v1/me/second-factor/confirm", { code: codeAt(clock.ms) }),
    409,
    "second_factor_state",
  );
  clock.ms += 11 * 60_000;
  assertProblem(await browser.send("DELETE", "/v1/me/second-factor"), 403, "reauthentication_required");
  assertProblem(await browser.post("/v1/me/recovery-codes"), 403, "reauthentication_required");
  assertProblem(await browser.post("/auth/reauthenticate", { password: testPassword }), 401, "second_factor_required");
  const proof = { password: testPassword, code: codeAt(clock.ms) };
  assert.equal((await browser.post("/auth/reauthenticate", proof)).status, 204);
  assert.equal((await browser.send("DELETE", "/v1/me/second-factor")).status, 204);
  assertProblem(await browser.send("DELETE", "/v1/me/second-factor"), 404, "not_found");
  assertProblem(await browser.post("/v1/me/recovery-codes"), 409, "second_factor_state");
  assertProblem(await browser.post("/v1/me/second-factor/confirm", { code: "123456" }), 409, "second_factor_state");
  assert.equal((await signIn({})).status, 200);

  const begun = (await browser.post("/v1/me/second-factor")).json;
  assertProblem(await browser.post("/v1/me/second-factor/confirm", { code: "000000" }), 422, "validation_failed", [
    "/code",
  ]);
  assert.equal((await signIn({})).status, 200);

  const actions = (await actionsOf(world, person.orgId)).filter((action) => action.startsWith("second_factor"));
  assert.deepEqual(actions, ["second_factor.enabled", "second_factor.disabled"]);
  const changes = JSON.stringify(await world.db.query(sql`select * from changes where org_id = ${person.orgId}`));
  for (const secret of [begun.secret, ...recoveryCodes]) assert.ok(!changes.includes(secret));
  const [stored] = await world.db.query<{ totp_sealed: Buffer }>(sql`
    select totp_sealed from credentials where user_id = ${person.userId}`);
  assert.ok(!stored?.totp_sealed.includes(begun.secret), "the secret is encrypted");
});

test("without SECRET_KEY there is no second factor, and the reply says why", async () => {
  const world = await newTestApp({ secretKey: undefined });
  const browser = await signedIn(world, await newPerson(world));
  assertProblem(await browser.post("/v1/me/second-factor"), 503, "not_configured");
});

test("an API key can do none of this, whatever its scopes", async () => {
  const person = await newPerson(await testApp());
  const requests: [string, string, object?][] = [
    ["GET", "/v1/me/sessions"],
    ["DELETE", "/v1/me/sessions"],
    ["PUT", "/v1/me/password", { newPassword: "copper meadow violin" }],
    ["POST", "/v1/me/second-factor"],
    ["DELETE", "/v1/me/second-factor"],
    ["POST", "/v1/me/recovery-codes"],
  ];
  for (const [method, path, body] of requests)
    assertProblem(await person.send(method, path, body), 403, "session_required");
});

test("only a session, not a key, shows how its person signs in", async () => {
  const { clock, world, browser, codeAt, recoveryCodes, signIn } = await newGuarded();
  const told = async (by: Pick<typeof browser, "get"> = browser) => {
    const { deviceKey: _key, ...rest } = (await by.get("/v1/me")).json.signIn;
    return rest;
  };
  assert.deepEqual(await told(), { hasPassword: true, hasSecondFactor: true, recoveryCodesLeft: 10 });
  assert.equal((await signIn({ recoveryCode: recoveryCodes[0] })).status, 200);
  assert.deepEqual(await told(), { hasPassword: true, hasSecondFactor: true, recoveryCodesLeft: 9 });

  const proof = { password: testPassword, code: codeAt(clock.ms) };
  assert.equal((await browser.post("/auth/reauthenticate", proof)).status, 204);
  assert.equal((await browser.send("DELETE", "/v1/me/second-factor")).status, 204);
  // The setup has begun, but the second factor is not active yet.
  assert.equal((await browser.post("/v1/me/second-factor")).status, 200);
  assert.deepEqual(await told(), { hasPassword: true, hasSecondFactor: false, recoveryCodesLeft: 0 });

  const stranger = await world.newOrganization();
  assert.equal((await stranger.get("/v1/me")).json.signIn, undefined);
  const session = await world.newSession(stranger);
  const nothing = { hasPassword: false, hasSecondFactor: false, recoveryCodesLeft: 0 };
  assert.deepEqual(await told(session), nothing);
});
