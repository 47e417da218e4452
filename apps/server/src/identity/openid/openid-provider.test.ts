import assert from "node:assert/strict";
import { after, test } from "node:test";
import pino from "pino";
import { sql } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { openBrowser } from "#test/http/browser.ts";
import { startOpenIdProvider, type TestAccount, type TestProvider } from "#test/http/openid-test-provider.ts";
import { newTestApp } from "#test/worlds/test-app.ts";
import { createOpenIdProvider, type OpenIdOptions } from "./openid-provider.ts";

const publicUrl = "https://time.example.com";
const redirectUrl = `${publicUrl}/auth/openid/callback`;
const started: TestProvider[] = [];
after(() => Promise.all(started.map((provider) => provider.stop())));

async function startProvider(
  ...options: Parameters<typeof startOpenIdProvider> extends [string, ...infer Rest] ? Rest : never
) {
  const provider = await startOpenIdProvider(redirectUrl, ...options);
  started.push(provider);
  return provider;
}

/** Creates a service with this provider. */
async function newWorld(provider: TestProvider, options: Partial<OpenIdOptions> = {}) {
  const { issuer, clientId, clientSecret } = provider;
  const log: string[] = [];
  const world = await newTestApp({
    publicUrl,
    openId: createOpenIdProvider({ issuer, clientId, clientSecret, name: "Example", ...options }),
    logger: pino({ level: "warn" }, { write: (line: string) => void log.push(line) }),
  });
  /** Returns the account of a member at the provider. */
  async function newAccount(): Promise<TestAccount> {
    const { userId } = await world.newOrganization();
    const [user] = await world.db.query<{ email: string }>(sql`
      update users set email_verified_at = now() where id = ${userId} returning email`);
    const email = user?.email ?? "";
    return { subject: newId("user"), email, isVerified: true };
  }
  /** Returns where the sign-in leads, and the reason in the log. */
  async function signIn(account?: TestAccount, at = provider): Promise<{ place: string | undefined; reason: string }> {
    const who = account ?? (await newAccount());
    log.length = 0;
    const browser = openBrowser(world.app);
    const { headers } = await browser.get("/auth/openid/start");
    const begun = headers["location"] ?? "";
    const path = begun.startsWith("/") ? begun : (await at.visit(begun, who)).slice(publicUrl.length);
    const place = path.startsWith("/sign-in") ? path : (await browser.get(path)).headers["location"];
    const text = log.join("");
    const code = new URL(path, publicUrl).searchParams.get("code") ?? "no code";
    for (const secret of [clientSecret, options.clientSecret ?? clientSecret, code])
      assert.ok(!text.includes(secret), text);
    assert.doesNotMatch(text, /eyJ/);
    const [line = {}] = log.map((one) => JSON.parse(one));
    return { place, reason: line.userinfoFault ?? line.reason ?? "" };
  }
  return { newAccount, signIn };
}

const unverified = "/sign-in?error=not_linked&reason=unverified_address";
const failed = "/sign-in?error=openid_failed";

test("an address counts as verified as providers say so, and as nobody else does", async () => {
  const provider = await startProvider();
  const { newAccount, signIn } = await newWorld(provider);
  const other = "other@example.com";
  for (const [token, userinfo, place] of [
    [{}, {}, unverified],
    [{ email_verified: true }, {}, "/"],
    [{ email_verified: "true" }, {}, "/"],
    [{ email_verified: "false" }, {}, unverified],
    [{ email_verified: "no" }, {}, unverified],
    [{ xms_edov: true }, {}, "/"],
    [{ xms_edov: 1 }, {}, "/"],
    [{ xms_edov: "1" }, {}, "/"],
    [{ xms_edov: "true" }, {}, "/"],
    [{ xms_edov: false }, {}, unverified],
    [{ xms_edov: "0" }, {}, unverified],
    [{ xms_edov: true, email_verified: false }, {}, unverified],
    [{ email_verified: false }, { email_verified: true }, unverified],
    [{}, { email_verified: true }, "/"],
    [{}, { email_verified: "true" }, "/"],
    [{}, { email_verified: false }, unverified],
    [{}, { email_verified: true, email: other }, unverified],
    [{}, { email_verified: true, email: undefined }, unverified],
    [{ email: undefined }, { email_verified: "true" }, "/"],
    [{ email: undefined, email_verified: true }, {}, unverified],
    [{ email: other, email_verified: false }, { email_verified: true }, unverified],
  ] as const) {
    const account = await newAccount();
    const { email } = account;
    const who = { ...account, token: { email: email.toUpperCase(), ...token }, userinfo: { email, ...userinfo } };
    const given = JSON.stringify([token, userinfo]);
    assert.equal((await signIn(who)).place, place, given);
  }
});

test("a userinfo endpoint that fails only matters to a sign-in that needs it, and the reason is logged", async () => {
  const provider = await startProvider();
  const { signIn, newAccount } = await newWorld(provider);
  const account = await newAccount();
  const { email, subject: sub } = account;
  const signed = ["eyJhbGciOiJIUzI1NiJ9", Buffer.from(JSON.stringify({ sub, email })).toString("base64url"), "x"].join(
    ".",
  );
  const refusal = JSON.stringify({ error: "invalid_token", error_description: "expired" });
  for (const [status, headers, body, reason] of [
    [401, { "www-authenticate": 'Bearer error="invalid_token"' }, "", /userinfo endpoint: status 401, invalid_token/],
    [401, { "www-authenticate": "Bearer" }, refusal, /status 401, invalid_token: expired/],
    [500, {}, "", /127\.0\.0\.1:\d+\/me replied with status 500/],
    [200, { "content-type": "text/html" }, "<html>", /replied with status 200, text\/html/],
    [200, { "content-type": "application/json" }, '{"sub":"another","email_verified":true}', /unexpected/],
    [200, { "content-type": "application/jwt" }, signed, /"alg":"HS256"/],
  ] as const) {
    provider.varies.replies = (request, response) => {
      if (request.url !== "/me") return false;
      response.writeHead(status, headers).end(body);
      return true;
    };
    for (const token of [{ email }, {}]) {
      const refused = await signIn({ ...account, token });
      assert.match(refused.place ?? "", /error=not_linked&reason=(unverified|no)_address/);
      assert.match(refused.reason, reason);
    }
  }
  const token = { email, email_verified: true };
  assert.deepEqual(await signIn({ ...account, token }), { place: "/", reason: "" });
  // The person is known now, so their address no longer matters.
  assert.equal((await signIn({ ...account, token: { email } })).place, "/");
});

test("a signed userinfo reply is verified with the provider's keys", async () => {
  const provider = await startProvider({ client: { userinfo_signed_response_alg: "RS256" } });
  const { signIn } = await newWorld(provider);
  provider.varies.metadata = { userinfo_signing_alg_values_supported: ["RS256"] };
  assert.deepEqual(await signIn(), { place: "/", reason: "" });
  const { signIn: signInAtOther } = await newWorld(provider);
  provider.varies.metadata = { userinfo_signing_alg_values_supported: ["ES256"] };
  const refused = await signInAtOther();
  assert.match(refused.reason, /expected \["ES256"\].*"alg":"RS256"/);
});

test("the client authenticates as the provider announces it, or else as the provider accepts it", async () => {
  const [post, basic] = ["client_secret_post", "client_secret_basic"] as const;
  const provider = await startProvider({ clientSecret: "s3cret" });
  for (const [announced, accepts, requests] of [
    [[basic], basic, 1],
    [[post], post, 1],
    [undefined, basic, 1],
    [undefined, post, 2],
    [[post, basic], post, 1],
    [[post, basic], basic, 2],
    [["private_key_jwt"], basic, 1],
  ] as const) {
    Object.assign(provider.varies, { accepts, metadata: { token_endpoint_auth_methods_supported: announced } });
    const { signIn } = await newWorld(provider);
    const tried = () => provider.requests.filter((path) => path === "/token").length;
    const before = tried();
    assert.deepEqual(await signIn(), { place: "/", reason: "" }, `${announced?.join()} ${accepts}`);
    assert.equal(tried() - before, requests);
    if (requests === 1) continue;
    await signIn();
    assert.equal(tried() - before, requests + 1, "the method that works is remembered");
  }
  Object.assign(provider.varies, { accepts: post, metadata: { token_endpoint_auth_methods_supported: [basic] } });
  assert.deepEqual(await (await newWorld(provider)).signIn(), {
    place: failed,
    reason: "exchanging the code: status 401, invalid_client: send *** as registered",
  });
  const client = { token_endpoint_auth_method: "none" } as const;
  const { signIn } = await newWorld(await startProvider({ client }), { clientSecret: undefined });
  assert.deepEqual(await signIn(), { place: "/", reason: "" });
});

test("special characters of a secret are encoded for Basic authentication (RFC 6749 §2.3.1)", async () => {
  const provider = await startProvider();
  const clientSecret = "a:b%c+d/eä f";
  provider.varies.metadata = { token_endpoint_auth_methods_supported: ["client_secret_basic"] };
  const seen: string[] = [];
  provider.varies.replies = ({ url, headers }) => {
    if (url === "/token") {
      seen.push(...atob(String(headers.authorization).slice("Basic ".length)).split(":"));
      headers.authorization = `Basic ${btoa(`stint:${encodeURIComponent(provider.clientSecret)}`)}`;
    }
    return false;
  };
  assert.deepEqual(await (await newWorld(provider, { clientSecret })).signIn(), { place: "/", reason: "" });
  assert.deepEqual(seen, ["stint", "a%3Ab%25c%2Bd%2Fe%C3%A4+f"]);
});

test("an ID token may be signed with the client secret if the provider announces it", async () => {
  const clientSecret = "a secret that is long enough for HS256";
  const provider = await startProvider({ clientSecret, client: { id_token_signed_response_alg: "HS256" } });
  assert.deepEqual(await (await newWorld(provider)).signIn(), { place: "/", reason: "" });
  provider.varies.replies = (request) => {
    if (request.url === "/token")
      request.headers.authorization = `Basic ${btoa(`stint:${encodeURIComponent(clientSecret)}`)}`;
    return false;
  };
  provider.varies.metadata = { token_endpoint_auth_methods_supported: ["client_secret_basic"] };
  const wrong = await (await newWorld(provider, { clientSecret: "another" })).signIn();
  assert.deepEqual(wrong, {
    place: failed,
    reason: "the ID token is not signed with OIDC_CLIENT_SECRET",
  });
  provider.varies.metadata = { ...provider.varies.metadata, id_token_signing_alg_values_supported: ["RS256"] };
  const unannounced = await (await newWorld(provider)).signIn();
  assert.equal(unannounced.place, failed);
  assert.match(unannounced.reason, /expected \["RS256"\].*"alg":"HS256"/);
});

test("the issuer is recognized with and without its last slash, and by its discovery document", async () => {
  for (const path of ["/application/o/stint/", "/realms/stint"]) {
    const provider = await startProvider({ path });
    const bare = provider.issuer.replace(/\/$/, "");
    const document = `${bare}/.well-known/openid-configuration`;
    for (const issuer of [bare, `${bare}/`, `${bare}//`, document, bare.replace("http://", "HTTP://")]) {
      const { signIn } = await newWorld(provider, { issuer });
      assert.deepEqual(await signIn(), { place: "/", reason: "" }, issuer);
    }
  }
  const provider = await startProvider();
  provider.varies.metadata = { issuer: "https://id.example.com" };
  const { place, reason } = await (await newWorld(provider)).signIn();
  assert.equal(place, "/sign-in?error=openid_unavailable");
  assert.match(reason, /^the provider at OIDC_ISSUER \(http:.*issuer is "https:\/\/id\.example\.com", expected "http:/);
});

test("moved endpoints, rotated keys and a clock that is a minute off need no restart", async () => {
  const provider = await startProvider();
  let nowMs = 0;
  const { signIn, newAccount } = await newWorld(provider, { monotonicMs: () => nowMs });
  const account = await newAccount();
  const works = async (who = account) => assert.deepEqual(await signIn(who), { place: "/", reason: "" });
  await works();
  provider.varies.tokenPath = "/token2";
  await works();
  const count = () => provider.requests.filter((path) => path.startsWith("/.well-known/")).length;
  const before = count();
  await works();
  assert.equal(count(), before, "the endpoints are not read for each sign-in");
  nowMs += 10 * 60_000;
  await works();
  assert.ok(count() > before);

  await provider.stop();
  const rotated = await startProvider({ port: Number(new URL(provider.issuer).port), hasNewKey: true });
  const nbf = Math.floor(Date.now() / 1000) + 60;
  const ahead = { ...account, token: { email: account.email, email_verified: true, nbf } };
  assert.deepEqual(await signIn(ahead, rotated), { place: "/", reason: "" });
});
