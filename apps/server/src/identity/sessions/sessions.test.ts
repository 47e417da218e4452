import assert from "node:assert/strict";
import { test } from "node:test";
import { newApiKey } from "#identity/api-keys/api-key-format.ts";
import { insertMember } from "#identity/members/queries.ts";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { actionsOf, newPerson, openBrowser, signedIn, testPassword } from "#test/http/browser.ts";
import { waitFor } from "#test/databases/hold.ts";
import { newTestApp, testApp } from "#test/worlds/test-app.ts";
import { sessionCookie } from "./session-cookie.ts";

const dayMs = 86_400_000;

test("signing out ends the session and removes the cookie, even twice or with an ended session", async () => {
  const world = await testApp();
  const person = await newPerson(world);
  const browser = await signedIn(world, person);
  const key = browser.cookies.get(sessionCookie) ?? "";
  const answer = await browser.post("/auth/sign-out");
  assert.equal(answer.status, 204, answer.text);
  assert.match(String(answer.headers["set-cookie"]), /^__Host-stint-session=; Path=\/; Secure; HttpOnly; .*Max-Age=0$/);
  assert.equal(browser.cookies.has(sessionCookie), false);
  for (const dead of [undefined, key, newApiKey(), "nonsense"]) {
    if (dead !== undefined) browser.cookies.set(sessionCookie, dead);
    if (dead !== undefined) assert.equal((await browser.get("/v1/organization")).status, 401);
    assert.equal((await browser.post("/auth/sign-out")).status, 204);
  }
  assert.equal((await actionsOf(world, person.orgId)).filter((action) => action === "session.ended").length, 1);
});

test("a sign-out with a session id ends no other one", async () => {
  const world = await testApp();
  const person = await newPerson(world);
  const browser = await signedIn(world, person);
  const sessionId = (await browser.get("/v1/me")).json.key.id;
  const successor = await signedIn(world, await newPerson(world));
  const answer = await successor.post("/auth/sign-out", { sessionId });
  assert.deepEqual([answer.status, answer.headers["set-cookie"]], [204, undefined], answer.text);
  assert.equal((await successor.get("/v1/me")).status, 200);
  assert.equal((await browser.get("/v1/me")).status, 200);
  assert.equal((await browser.post("/auth/sign-out", { sessionId })).status, 204);
  assert.equal(browser.cookies.has(sessionCookie), false);
  assert.deepEqual(
    (await actionsOf(world, person.orgId)).filter((action) => action === "session.ended"),
    ["session.ended"],
  );
  assertProblem(await successor.post("/auth/sign-out", { sessionId: 1 }), 422, "validation_failed");
});

test("a sign-in ends the session that the browser had, and only that one", async () => {
  const world = await testApp();
  const person = await newPerson(world);
  const browser = await signedIn(world, person);
  const elsewhere = await signedIn(world, person);
  const former = browser.cookies.get(sessionCookie) ?? "";
  const other = await newPerson(world);
  await browser.post("/auth/sign-in", { email: other.email, password: testPassword });
  assert.equal((await browser.get("/v1/me")).json.user.id, other.userId);
  const left = openBrowser(world.app);
  left.cookies.set(sessionCookie, former);
  await waitFor(async () => (await left.get("/v1/me")).status === 401);
  assert.equal((await elsewhere.get("/v1/me")).status, 200);
});

test("a person has at most 200 sessions; another one ends the least recently used", async () => {
  const world = await testApp();
  const [person, other] = [await newPerson(world), await newPerson(world)];
  await insertMember(world.db, other.orgId, person.userId, "member");
  const [used, unused, elsewhere] = [
    await signedIn(world, person),
    await signedIn(world, person),
    await signedIn(world, other),
  ];
  assert.equal((await unused.post("/auth/switch", { organizationId: other.orgId })).status, 200);
  // As if there were 300 sessions from before the limit, all newer than `unused` and older than the use of `used`.
  await world.db.query(sql`
    update api_keys
       set created_at = now() - interval '2 days',
           last_used_at = case org_id when ${person.orgId} then now() else now() - interval '1 day' end
     where user_id = ${person.userId} and kind = 'session' and revoked_at is null`);
  await world.db.query(sql`
    insert into api_keys (org_id, id, user_id, name, kind, scopes, key_hash, last_four, authenticated_at, expires_at, created_at)
    select org_id, 'key_' || left(md5(id || i), 26), user_id, name, kind, scopes, sha256(convert_to(id || i, 'UTF8')), last_four,
           authenticated_at, expires_at, now() - interval '1 hour'
      from api_keys, generate_series(1, 300) i
     where user_id = ${person.userId} and kind = 'session' and revoked_at is null and org_id = ${person.orgId}`);

  const [one, two] = await Promise.all([signedIn(world, person), signedIn(world, person)]);

  const { data } = (await used.get("/v1/me/sessions")).json;
  assert.equal(data.length, 200);
  const [live] = await world.db.query<{ count: number }>(sql`
    select count(*) from api_keys where user_id = ${person.userId} and kind = 'session' and revoked_at is null`);
  assert.equal(live?.count, 200);
  for (const browser of [one, two, elsewhere]) assert.equal((await browser.get("/v1/me")).status, 200);
  assert.equal((await unused.get("/v1/me")).status, 401);
  const ended = (actions: string[]) => actions.filter((action) => action === "session.ended").length;
  assert.equal(ended(await actionsOf(world, other.orgId)), 1);
});

test("a session's key is accepted only in its cookie, which accepts no API key", async () => {
  const world = await testApp();
  const person = await newPerson(world);
  const key = (await signedIn(world, person)).cookies.get(sessionCookie) ?? "";
  const authorization = `Bearer ${key}`;
  assertProblem(
    await world.anonymous.send("GET", "/v1/organization", undefined, { headers: { authorization } }),
    401,
    "invalid_api_key",
  );
  const browser = openBrowser(world.app);
  browser.cookies.set(sessionCookie, person.apiKey);
  assertProblem(await browser.get("/v1/organization"), 401, "invalid_api_key");
  assertProblem(await browser.post("/auth/reauthenticate", { password: testPassword }), 401, "not_signed_in");
});

test("requests that another site makes a browser send change nothing", async () => {
  const world = await testApp();
  const person = await newPerson(world);
  const browser = await signedIn(world, person);
  const host = "time.example.com";
  const own = { host, "sec-fetch-site": "" };
  const cross: [string, Record<string, string>][] = [
    [
      "a form",
      { ...own, "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", origin: "https://evil.example" },
    ],
    ["a fetch", { ...own, "sec-fetch-site": "cross-site", "sec-fetch-mode": "cors", origin: "https://evil.example" }],
    ["a subdomain", { ...own, "sec-fetch-site": "same-site", origin: "https://evil.time.example.com" }],
    ["an old browser", { ...own, origin: "https://evil.example" }],
    ["an old browser's sandbox", { ...own, origin: "null" }],
  ];
  const requests: [string, string, object | undefined][] = [
    ["POST", "/auth/sign-in", { email: person.email, password: testPassword }],
    ["POST", "/auth/sign-out", undefined],
    ["POST", "/auth/switch", { organizationId: person.orgId }],
    ["POST", "/auth/reauthenticate", { password: testPassword }],
    ["POST", "/auth/password/forgotten", { email: person.email }],
    ["POST", "/auth/password/reset", { token: "x", password: testPassword }],
    ["POST", "/auth/set-up", {}],
    ["POST", "/v1/clients", { name: "Acme" }],
    ["DELETE", "/v1/me/sessions", undefined],
    ["PUT", "/v1/me/password", { currentPassword: testPassword, newPassword: "copper meadow violin" }],
  ];
  const before = await actionsOf(world, person.orgId);
  const without = ({ "sec-fetch-site": site, ...headers }: Record<string, string>) =>
    site === "" ? headers : { ...headers, "sec-fetch-site": site ?? "" };
  for (const [name, headers] of cross) {
    for (const [method, path, body] of requests) {
      const cookie = `${sessionCookie}=${browser.cookies.get(sessionCookie)}`;
      const answer = await world.anonymous.send(method, path, body, { headers: { ...without(headers), cookie } });
      assertProblem(answer, 403, "cross_site_request");
      assert.equal(answer.headers["set-cookie"], undefined, `${name} ${path}`);
    }
  }
  // A man in the middle can show a page under our host name, so the scheme must match too if a request depends on a
  // session.
  const cookie = `${sessionCookie}=${browser.cookies.get(sessionCookie)}`;
  const inTheMiddle = { host, origin: `http://${host}`, cookie };
  for (const [method, path, body] of requests) {
    const answer = await world.anonymous.send(method, path, body, { headers: inTheMiddle });
    if (path === "/auth/sign-in" || path === "/auth/set-up") assertProblem(answer, 422, "insecure_origin");
    else if (!path.startsWith("/auth/password/")) assertProblem(answer, 403, "cross_site_request");
  }
  assert.deepEqual(await actionsOf(world, person.orgId), before);

  const oldBrowser = {
    host,
    origin: `https://${host}`,
    cookie,
  };
  const sent = await world.anonymous.send("POST", "/v1/clients", { name: "Acme" }, { headers: oldBrowser });
  assert.equal(sent.status, 201, sent.text);
  // The client is not a browser. It may sign in, but requests that depend on a session are refused.
  assertProblem(
    await world.anonymous.send("POST", "/auth/reauthenticate", { password: "x" }, { headers: { cookie } }),
    403,
    "cross_site_request",
  );
  const body = { email: person.email, password: testPassword };
  assert.equal((await world.anonymous.send("POST", "/auth/sign-in", body)).status, 200);
  const form = { headers: { "content-type": "application/x-www-form-urlencoded" }, raw: "email=a&password=b" };
  assertProblem(await world.anonymous.send("POST", "/auth/sign-in", undefined, form), 415, "unsupported_media_type");
});

test("a session ends after 14 days without use, and after 30 days regardless of use", async () => {
  let nowMs = Date.now();
  const world = await newTestApp({ now: () => new Date(nowMs) });
  const person = await newPerson(world);
  const [used, unused] = [await signedIn(world, person), await signedIn(world, person)];
  const at = async (days: number) => {
    nowMs += days * dayMs;
    await world.apiKeys.flushUses();
  };
  const read = async (browser: typeof used) => (await browser.get("/v1/organization")).status;
  assert.deepEqual([await read(used), await read(unused)], [200, 200]);
  await at(10);
  assert.equal(await read(used), 200);
  await at(5);
  assert.equal(await read(used), 200);
  assertProblem(await unused.get("/v1/organization"), 401, "expired_api_key");
  assertProblem(await unused.post("/auth/switch", { organizationId: person.orgId }), 401, "not_signed_in");
  await at(10);
  assert.equal(await read(used), 200);
  const { data } = (await used.get("/v1/me/sessions")).json;
  assert.equal(data.filter((session: { isCurrent: boolean }) => session.isCurrent).length, 1);
  assert.ok(
    !data.some((session: { lastUsedAt: string | null }) => Date.parse(session.lastUsedAt ?? "") < nowMs - 14 * dayMs),
  );
  await at(5.1);
  assertProblem(await used.get("/v1/organization"), 401, "expired_api_key");
});

test("a cached lookup does not refuse a session that another node saw in use", async () => {
  let nowMs = Date.now();
  const world = await newTestApp({ now: () => new Date(nowMs) });
  const person = await newPerson(world);
  const browser = await signedIn(world, person);
  world.apiKeys.listening();
  assert.equal((await browser.get("/v1/organization")).status, 200);
  assert.ok(world.apiKeys.peek(browser.cookies.get(sessionCookie) ?? "") !== undefined, "the look-up is kept");
  nowMs += 15 * dayMs;
  await world.db.query(sql`
    update api_keys set last_used_at = ${new Date(nowMs - dayMs).toISOString()}
     where org_id = ${person.orgId} and kind = 'session'`);
  assert.equal((await browser.get("/v1/organization")).status, 200);
});

test("a person sees and ends their sessions in all organizations, and nobody else's", async () => {
  const world = await testApp();
  const [person, other] = [await newPerson(world), await newPerson(world)];
  await insertMember(world.db, other.orgId, person.userId, "member");
  const [here, there, foreign] = [
    await signedIn(world, person),
    await signedIn(world, person),
    await signedIn(world, other),
  ];
  assert.equal((await there.post("/auth/switch", { organizationId: other.orgId })).status, 200);
  const list = async () => (await here.get("/v1/me/sessions")).json.data as { id: string; organizationId: string }[];
  const [thereId] = (await list()).flatMap(({ id, organizationId }) => (organizationId === other.orgId ? [id] : []));
  assert.ok(thereId !== undefined);
  assert.ok((await list()).every(({ organizationId }) => [person.orgId, other.orgId].includes(organizationId)));

  const { data: theirs } = (await foreign.get("/v1/me/sessions")).json;
  for (const { id } of theirs) assertProblem(await here.send("DELETE", `/v1/me/sessions/${id}`), 404, "not_found");
  assertProblem(await here.send("DELETE", `/v1/me/sessions/${person.keyId}`), 404, "not_found");
  assert.equal((await here.send("DELETE", `/v1/me/sessions/${thereId}`)).status, 204);
  assert.equal((await there.get("/v1/organization")).status, 401);
  assertProblem(await here.send("DELETE", `/v1/me/sessions/${thereId}`), 404, "not_found");
  assert.equal((await actionsOf(world, other.orgId)).filter((action) => action === "session.ended").length, 1);

  const another = await signedIn(world, person);
  assert.equal((await here.send("DELETE", "/v1/me/sessions")).status, 204);
  assert.deepEqual((await list()).length, 1);
  assert.equal((await another.get("/v1/organization")).status, 401);
  assert.equal((await foreign.get("/v1/organization")).status, 200);
  assert.equal((await person.get("/v1/organization")).status, 200);
});

test("re-authentication permits sensitive actions, under another key of the same session", async () => {
  let nowMs = Date.now();
  const world = await newTestApp({ now: () => new Date(nowMs) });
  const person = await newPerson(world);
  const browser = await signedIn(world, person);
  const key = browser.cookies.get(sessionCookie) ?? "";
  nowMs += 11 * 60_000;
  assertProblem(await browser.post("/v1/me/second-factor"), 403, "reauthentication_required");
  assertProblem(await browser.post("/auth/reauthenticate", { password: "wrong one" }), 401, "invalid_credentials");
  assertProblem(await browser.post("/v1/me/second-factor"), 403, "reauthentication_required");
  const proved = await browser.post("/auth/reauthenticate", { password: testPassword });
  assert.equal(proved.status, 204, proved.text);
  assert.match(String(proved.headers["set-cookie"]), /; Secure; HttpOnly; SameSite=Strict; Max-Age=2591340$/);
  assert.notEqual(browser.cookies.get(sessionCookie), key);
  assert.equal((await browser.post("/v1/me/second-factor")).status, 200);
  const former = openBrowser(world.app);
  former.cookies.set(sessionCookie, key);
  assertProblem(await former.get("/v1/organization"), 401, "invalid_api_key");
  assert.equal(
    (await actionsOf(world, person.orgId)).filter((action) => action === "session.reauthenticated").length,
    1,
  );
});

test("changing the password needs the current one, and ends the other sessions", async () => {
  let nowMs = Date.now();
  const world = await newTestApp({ now: () => new Date(nowMs) });
  const person = await newPerson(world);
  const [browser, other] = [await signedIn(world, person), await signedIn(world, person)];
  const change = (body: object) => browser.send("PUT", "/v1/me/password", body);
  const newPassword = "copper meadow violin";
  for (const currentPassword of [undefined, "", "wrong one"])
    assertProblem(await change({ currentPassword, newPassword }), 422, "validation_failed", ["/currentPassword"]);
  for (const easy of ["short", "password123", person.email])
    assertProblem(await change({ currentPassword: testPassword, newPassword: easy }), 422, "validation_failed", [
      "/newPassword",
    ]);
  assert.equal((await change({ currentPassword: testPassword, newPassword })).status, 204);
  assert.equal((await other.get("/v1/organization")).status, 401);
  assert.equal((await browser.get("/v1/organization")).status, 200);
  assert.equal((await person.get("/v1/organization")).status, 200);
  const again = openBrowser(world.app);
  assert.equal((await again.post("/auth/sign-in", { email: person.email, password: testPassword })).status, 401);
  assert.equal((await again.post("/auth/sign-in", { email: person.email, password: newPassword })).status, 200);

  // A session must have authenticated recently to set the first password.
  const unset = await world.newSession(await world.newOrganization());
  nowMs += 11 * 60_000;
  assertProblem(await unset.send("PUT", "/v1/me/password", { newPassword }), 403, "reauthentication_required");
});
