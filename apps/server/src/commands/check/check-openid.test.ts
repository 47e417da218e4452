import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startOpenIdProvider, type TestProvider, type Variations } from "#test/http/openid-test-provider.ts";
import { checkOpenId } from "./check-openid.ts";
import { checkWayOut } from "./check-way-out.ts";

const publicUrl = "https://time.example.com";
const provider = await startOpenIdProvider(`${publicUrl}/auth/openid/callback`);
after(() => provider.stop());

async function check(varies: Variations, more: Partial<TestProvider> = {}, url = publicUrl) {
  Object.assign(provider.varies, { metadata: {}, accepts: undefined, replies: undefined, ...varies });
  const { issuer, clientId, clientSecret } = { ...provider, ...more };
  const findings = await checkOpenId({ issuer, clientId, clientSecret, name: "Example" }, url);
  assert.ok(!JSON.stringify(findings).includes(clientSecret));
  return findings;
}

test("the provider is asked for what a sign-in needs, and each fault has its remedy", async () => {
  assert.deepEqual(await checkOpenId(undefined, publicUrl), []);
  const whole = await check({});
  assert.deepEqual(
    whole.map(({ status }) => status),
    ["good", "good", "good", "good"],
  );
  assert.match(whole.map(({ message }) => message).join("\n"), /authenticates by client_secret_post/);
  const gone = await startOpenIdProvider("https://time.example.com");
  await gone.stop();
  const only = (path: string) => ({
    replies: ((request, response) => {
      if (request.url !== path) return false;
      response.writeHead(500).end("no");
      return true;
    }) satisfies Variations["replies"],
  });
  for (const [findings, message] of [
    [
      () => check({ metadata: { issuer: "https://id.example.com" } }),
      /issuer is "https:\/\/id\.example\.com", expected "http:/,
    ],
    [
      () => check({ metadata: { token_endpoint: undefined } }),
      /announces no authorization_endpoint or no token_endpoint/,
    ],
    [() => check({ metadata: { jwks_uri: undefined } }), /publishes no keys/],
    [() => check({ metadata: { id_token_signing_alg_values_supported: ["ES256K"] } }), /does not support \(ES256K\)/],
    [
      () => check({ metadata: { id_token_signing_alg_values_supported: ["HS256"] } }),
      /signs ID tokens with the client secret/,
    ],
    [() => check({ metadata: { code_challenge_methods_supported: ["plain"] } }), /does not support PKCE/],
    [() => check({ metadata: { scopes_supported: ["openid"] } }), /does not offer the scope email/],
    [() => check(only("/jwks")), /keys at http:\S+\/jwks cannot be read/],
    [
      () => check({}, { clientSecret: "another" }),
      /does not accept the client: the token endpoint: status 401, invalid_client/,
    ],
    [() => check({}, {}, "https://elsewhere.example.com"), /refuses to begin a sign-in \(status 400\)/],
    [() => check({}, { issuer: gone.issuer }), /OIDC_ISSUER \(http:\S+\): the connection was refused/],
  ] as const) {
    const [finding, ...rest] = (await findings()).filter(({ status }) => status !== "good");
    assert.match(finding?.message ?? "", message);
    assert.ok((finding?.mend ?? "") !== "");
    assert.deepEqual(rest, []);
  }
});

test("the way out names what is permitted, and a proxy that has no effect", () => {
  const config = { webhookAllowPrivate: true, calendarAllowPrivate: false };
  assert.deepEqual(
    checkWayOut(config, { https_proxy: "http://proxy:3128" }).map(({ status }) => status),
    ["good", "note"],
  );
  const [finding, ...rest] = checkWayOut(config, {});
  assert.match(finding?.message ?? "", /sent to public and private addresses, .* from public addresses only/);
  assert.deepEqual(rest, []);
});
