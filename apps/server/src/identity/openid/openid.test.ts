import assert from "node:assert/strict";
import { after, test } from "node:test";
import { TOTP } from "otpauth";
import pino from "pino";
import { createPasswordLink } from "#commands/accounts/create-password-link.ts";
import { CommandError } from "#commands/command-line/command-error.ts";
import { unlinkOpenId } from "#commands/accounts/unlink-openid.ts";
import { sessionCookie } from "#identity/sessions/session-cookie.ts";
import { sql } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
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
import { startOpenIdProvider, type TestAccount, type TestProvider } from "#test/http/openid-test-provider.ts";
import { type Json, newTestApp, testApp, type TestApp } from "#test/worlds/test-app.ts";
import { createOpenIdProvider } from "./openid-provider.ts";

const publicUrl = "https://time.example.com";
const started: TestProvider[] = [];

async function newWorld(): Promise<{ world: TestApp; provider: TestProvider; log: string[] }> {
  const provider = await startOpenIdProvider(`${publicUrl}/auth/openid/callback`);
  started.push(provider);
  const { issuer, clientId, clientSecret } = provider;
  const log: string[] = [];
  const world = await newTestApp({
    publicUrl,
    openId: createOpenIdProvider({ issuer, clientId, clientSecret, name: "Example" }),
    logger: pino({ level: "trace" }, { write: (line: string) => void log.push(line) }),
  });
  return { world, provider, log };
}

after(async () => {
  await Promise.all(started.map((provider) => provider.stop()));
});

const accountOf = (email: string, isVerified = true): TestAccount => ({ subject: newId("user"), email, isVerified });

/** Goes to the provider and back. Returns the path whose request completes the sign-in. */
async function comeBack(browser: Browser, provider: TestProvider, account: TestAccount, query = ""): Promise<string> {
  const answer = await browser.get(`/auth/openid/start${query}`);
  assert.equal(answer.status, 302, answer.text);
  const back = await provider.visit(answer.headers["location"] ?? "", account);
  return back.slice(publicUrl.length);
}

async function signIn(browser: Browser, provider: TestProvider, account: TestAccount, query?: string) {
  const path = await comeBack(browser, provider, account, query);
  // The provider's page redirects the browser here, so the request is cross-site.
  const answer = await browser.get(path, { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" });
  assert.equal(answer.status, 303, answer.text);
  return answer.headers["location"];
}

test("a person verified by both sides is linked and signed in, and recognized from then on", async () => {
  const { world, provider } = await newWorld();
  const person = await newRecentlyAuthenticatedPerson(world);
  const browser = openBrowser(world.app, "192.0.2.200");
  assert.deepEqual((await browser.get("/auth/methods")).json.openId, { name: "Example" });
  const toProvider = await browser.get("/auth/openid/start");
  const query = new URL(toProvider.headers["location"] ?? "").searchParams;
  assert.equal(query.get("code_challenge_method"), "S256");
  for (const name of ["state", "nonce", "code_challenge"]) assert.ok((query.get(name) ?? "").length > 20, name);
  const cookie = String(toProvider.headers["set-cookie"]);
  assert.match(cookie, /^__Host-stint-openid-[\w-]{16}=[\w-]+; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=600$/);
  assert.ok(!cookie.includes(query.get("state") ?? "-"), "what it remembers is encrypted");

  const account = accountOf(person.email.toUpperCase());
  assert.equal(await signIn(browser, provider, account), "/");
  // Of the visit that was never completed, the cookie remains.
  assert.deepEqual([...browser.cookies.keys()], [cookie.split("=")[0], sessionCookie]);
  assert.equal((await browser.get("/v1/organization")).json.id, person.orgId);
  // The subject identifies the person, not the address.
  const again = openBrowser(world.app);
  assert.equal(await signIn(again, provider, { ...account, email: "renamed@example.com", isVerified: false }), "/");
  assert.equal((await again.get("/v1/organization")).json.id, person.orgId);
  const actions = await actionsOf(world, person.orgId);
  assert.equal(actions.filter((action) => action === "identity.linked").length, 1);
});

test("a sign-in returns to the wanted path of this service, and to nowhere else", async () => {
  const { world, provider } = await newWorld();
  const account = accountOf((await newRecentlyAuthenticatedPerson(world)).email);
  const next = "/authorize?client_id=client_1&scope=a%20b";
  const browser = openBrowser(world.app);
  const answer = await browser.get(`/auth/openid/start?next=${encodeURIComponent(next)}`);
  const back = await provider.visit(answer.headers["location"] ?? "", account);
  assert.equal((await browser.get(back.slice(publicUrl.length))).headers["location"], next);
  for (const path of ["//evil.example", "/\\evil.example", "https://evil.example", "evil", "/a\nb"])
    assertProblem(await browser.get(`/auth/openid/start?next=${encodeURIComponent(path)}`), 422, "validation_failed");
});

test("a sign-in may begin on the provider's own page of applications", async () => {
  const { world, provider } = await newWorld();
  const account = accountOf((await newRecentlyAuthenticatedPerson(world)).email);
  const query = new URLSearchParams({ iss: provider.issuer, login_hint: account.email, target_link_uri: publicUrl });
  const browser = openBrowser(world.app);
  const back = await comeBack(browser, provider, account, `?${query.toString()}`);
  assert.equal((await browser.get(back)).headers["location"], "/");
});

test("tabs of one browser sign in at the same time, in either order, and the latest survive a flood", async () => {
  const { world, provider } = await newWorld();
  const account = accountOf((await newRecentlyAuthenticatedPerson(world)).email);
  const long = (name: string) => `/${name}?q=${"x".repeat(300)}`;
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const browser = openBrowser(world.app);
    for (let visit = 0; visit < 20; visit++) await browser.get(`/auth/openid/start?next=${long("flood")}`);
    const nexts = [long("reports"), long("timesheet")];
    const paths: string[] = [];
    for (const next of nexts) paths.push(await comeBack(browser, provider, account, `?next=${next}`));
    const header = [...browser.cookies].map((pair) => pair.join("=")).join("; ");
    assert.ok(header.length < 4_000, String(header.length));
    await browser.get(String(paths[0]).replace(/state=[^&]+/, "state=another"));
    for (const index of order) assert.equal((await browser.get(paths[index] ?? "")).headers["location"], nexts[index]);
    assert.match((await browser.get(paths[0] ?? "")).headers["location"] ?? "", /error=openid_failed/);
  }
});

test("no person is created, and nobody is linked without the provider's verification", async () => {
  const { world, provider, log } = await newWorld();
  const [verified, gone] = [await newRecentlyAuthenticatedPerson(world), await newRecentlyAuthenticatedPerson(world)];
  await world.db.query(sql`update members set deactivated_at = now() where org_id = ${gone.orgId}`);
  const count = () => world.db.query(sql`select (select count(*) from users), (select count(*) from organizations)`);
  const before = await count();
  for (const [account, reason, why] of [
    [accountOf(verified.email, false), "unverified_address", /does not say that it verified the address/],
    // Whether an address has an account stays secret until the provider has verified it.
    [accountOf("stranger@example.com", false), "unverified_address", /does not say that it verified the address/],
    [accountOf("stranger@example.com"), "unknown_address", /no account has the address/],
    [{ ...accountOf(""), userinfo: {} }, "no_address", /sent no address/],
    [accountOf(gone.email), "no_membership", /active member of no organization/],
    [accountOf(gone.email), "other_identity", /linked to another identity/],
  ] as const) {
    const browser = openBrowser(world.app);
    log.length = 0;
    const place = `/sign-in?error=not_linked&reason=${reason}`;
    assert.equal(await signIn(browser, provider, account), place, account.email);
    assert.equal(browser.cookies.size, 0);
    const line = JSON.parse(log.find((text) => text.includes("OpenID")) ?? "{}");
    assert.match(line.reason, why);
    assert.equal(line.subject, account.subject);
  }
  assert.deepEqual(await count(), before);
});

test("an address that the provider gave to somebody else does not open a linked account", async () => {
  const { world, provider } = await newWorld();
  const person = await newRecentlyAuthenticatedPerson(world);
  const browsers = [openBrowser(world.app), openBrowser(world.app)];
  const paths: string[] = [];
  for (const browser of browsers) paths.push(await comeBack(browser, provider, accountOf(person.email)));
  const answers = await Promise.all(browsers.map((browser, index) => browser.get(paths[index] ?? "")));
  const places = answers.map(({ headers }) => headers["location"]);
  assert.deepEqual(new Set(places), new Set(["/", "/sign-in?error=not_linked&reason=other_identity"]));
  const linked = await world.db.query(sql`select subject from identities where user_id = ${person.userId}`);
  assert.equal(linked.length, 1);
  for (let turn = 0; turn < 2; turn++) {
    const browser = openBrowser(world.app);
    assert.equal(
      await signIn(browser, provider, accountOf(person.email)),
      "/sign-in?error=not_linked&reason=other_identity",
    );
    assert.equal(browser.cookies.size, 0);
  }

  // The operator unlinks the identity, because the provider has recreated the account.
  assert.deepEqual(await unlinkOpenId(world.db, person.email.toUpperCase()), { userId: person.userId });
  await assert.rejects(unlinkOpenId(world.db, person.email), CommandError);
  await assert.rejects(unlinkOpenId(world.db, `x${person.email}`), CommandError);
  const anew = accountOf(person.email);
  assert.equal(await signIn(openBrowser(world.app), provider, anew), "/");
  const { data } = (await person.get("/v1/audit-events?action=identity.*")).json;
  assert.deepEqual(
    data.map(({ action, actor }: Json) => [action, actor.type]),
    [
      ["identity.linked", "user"],
      ["identity.unlinked", "system"],
      ["identity.linked", "user"],
    ],
  );
});

test("an ID token without a published key's signature signs nobody in", async () => {
  for (const how of ["unknown key", "unsigned"] as const) {
    const { world, provider } = await newWorld();
    provider.forge(how);
    const person = await newRecentlyAuthenticatedPerson(world);
    const browser = openBrowser(world.app);
    assert.equal(await signIn(browser, provider, accountOf(person.email)), "/sign-in?error=openid_failed", how);
    assert.equal(browser.cookies.size, 0);
  }
});

test("a provider that verifies an address for the first time removes what was set up before", async () => {
  const { world, provider } = await newWorld();
  const person = await newPerson(world);
  const taker = await signedIn(world, person);
  const { secret } = (await taker.post("/v1/me/second-factor")).json;
  const code = new TOTP({ secret }).generate();
  assert.equal((await taker.post("/v1/me/second-factor/confirm", { code })).status, 200);
  const { link } = await createPasswordLink(world.db, publicUrl, person.email);

  const browser = openBrowser(world.app);
  assert.equal(await signIn(browser, provider, accountOf(person.email), "?proof=true"), "/");

  assertProblem(await taker.get("/v1/me"), 401, "revoked_api_key");
  const other = openBrowser(world.app);
  const body = { email: person.email, password: testPassword };
  assertProblem(await other.post("/auth/sign-in", body), 401, "invalid_credentials");
  const reset = { token: link.split("#token=")[1], password: "copper meadow violin" };
  assertProblem(await other.post("/auth/password/reset", reset), 422, "invalid_link");
  assert.equal((await browser.get("/v1/me")).json.user.email, person.email);
  // Requires no current password, because the sign-in through the provider removed it.
  const newPassword = "copper meadow violin";
  assert.equal((await browser.send("PUT", "/v1/me/password", { newPassword })).status, 204);
  assert.equal((await other.post("/auth/sign-in", { ...body, password: newPassword })).status, 200);
  const actions = await actionsOf(world, person.orgId);
  for (const action of ["email.verified", "second_factor.disabled", "password.removed", "session.ended"])
    assert.ok(actions.includes(action), action);
  assert.equal(
    await signIn(openBrowser(world.app), provider, accountOf(person.email)),
    "/sign-in?error=not_linked&reason=other_identity",
  );
});

test("a response that does not match its request signs nobody in", async () => {
  const { world, provider, log } = await newWorld();
  const person = await newRecentlyAuthenticatedPerson(world);
  const account = accountOf(person.email);
  const failed = async (browser: Browser, path: string, reason = "&reason=expired") => {
    const answer = await browser.get(path);
    assert.deepEqual([answer.status, answer.headers["location"]], [303, `/sign-in?error=openid_failed${reason}`]);
    assert.ok(!browser.cookies.has(sessionCookie));
  };

  const wrongState = openBrowser(world.app);
  const path = await comeBack(wrongState, provider, account);
  await failed(wrongState, path.replace(/state=[^&]+/, "state=another"));

  const noCookie = openBrowser(world.app);
  await failed(noCookie, await comeBack(openBrowser(world.app), provider, account));

  const forged = openBrowser(world.app);
  const forgedPath = await comeBack(forged, provider, account);
  const cookieName = [...forged.cookies.keys()].find((name) => name.startsWith("__Host-stint-openid-")) ?? "";
  forged.cookies.set(cookieName, Buffer.from('{"state":"x"}').toString("base64url"));
  await failed(forged, forgedPath);

  // A browser that began its own sign-in receives the response to another browser's request.
  const victim = openBrowser(world.app);
  await comeBack(victim, provider, account);
  await failed(victim, await comeBack(openBrowser(world.app), provider, account));

  const refused = openBrowser(world.app);
  const { state } = Object.fromEntries(new URL(await comeBack(refused, provider, account), publicUrl).searchParams);
  await failed(
    refused,
    `/auth/openid/callback?error=access_denied&state=${state}&iss=${provider.issuer}`,
    "&reason=denied",
  );

  const replayed = openBrowser(world.app);
  const usedPath = await comeBack(replayed, provider, account);
  const [[name = "", cookie = ""] = []] = replayed.cookies;
  assert.equal((await replayed.get(usedPath)).headers["location"], "/");
  const replay = openBrowser(world.app);
  replay.cookies.set(name, cookie);
  await failed(replay, usedPath, "");
  assert.match(log.join(""), /exchanging the code: status 400, invalid_grant/);

  const codes = [path, forgedPath, usedPath].map((url) => new URL(url, publicUrl).searchParams.get("code") ?? "-");
  const text = log.join("");
  assert.ok(text.includes("signing in through the OpenID provider failed"));
  for (const secret of [...codes, cookie, state ?? "-", provider.clientSecret])
    assert.ok(!text.includes(secret), secret);
});

test("a provider that is down is reported, and tried again later", async () => {
  const provider = await startOpenIdProvider(`${publicUrl}/auth/openid/callback`);
  await provider.stop();
  const { issuer, clientId, clientSecret } = provider;
  const openId = createOpenIdProvider({ issuer, clientId, clientSecret, name: "Example" });
  const world = await newTestApp({ publicUrl, openId });
  const browser = openBrowser(world.app);
  for (let turn = 0; turn < 2; turn++) {
    const answer = await browser.get("/auth/openid/start");
    assert.deepEqual([answer.status, answer.headers["location"]], [303, "/sign-in?error=openid_unavailable"]);
  }
  const back = await startOpenIdProvider(`${publicUrl}/auth/openid/callback`, { port: Number(new URL(issuer).port) });
  started.push(back);
  assert.equal((await browser.get("/auth/openid/start")).status, 302);
});

test("without a provider its paths are 404, and without SECRET_KEY they report what is missing", async () => {
  const { app } = await testApp();
  for (const path of ["/auth/openid/start", "/auth/openid/callback?code=x"])
    assertProblem(await openBrowser(app).get(path), 404, "not_found");
  const openId = createOpenIdProvider({
    issuer: "http://127.0.0.1:9",
    clientId: "a",
    clientSecret: "b",
    name: "Example",
  });
  const world = await newTestApp({ openId, secretKey: undefined });
  assertProblem(await openBrowser(world.app).get("/auth/openid/start"), 503, "not_configured");
});
