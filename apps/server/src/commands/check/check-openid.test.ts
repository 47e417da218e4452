import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer as createTlsServer } from "node:https";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { loadConfig } from "#platform/config/config.ts";
import { selfSigned } from "#test/fixtures/self-signed.ts";
import { startForwardProxy } from "#test/http/forward-proxy.ts";
import { startOpenIdProvider, type TestProvider, type Variations } from "#test/http/openid-test-provider.ts";
import { checkoutDir, temporaryFolder } from "#test/processes/start-postgres-process.ts";
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

test("the way out names what is permitted, and the proxy and the certificates that are used", async (t) => {
  const findings = (env: Record<string, string>) =>
    checkWayOut(loadConfig({ CALENDAR_ALLOW_PRIVATE: "false", ...env }), env);
  const [finding, ...rest] = await findings({});
  assert.match(finding?.message ?? "", /sent to public and private addresses, .* from public addresses only/);
  assert.deepEqual(rest, []);
  const proxy = createServer().listen(0, "127.0.0.1");
  t.after(() => proxy.close());
  await once(proxy, "listening");
  const { port } = proxy.address() as AddressInfo;
  const file = join(await temporaryFolder(t), "ca.pem");
  await writeFile(file, `Our authority\n${(await selfSigned("localhost")).cert}`);
  const found = await findings({
    EXTRA_CA_FILE: file,
    https_proxy: `http://someone:secret@127.0.0.1:${port}`,
    HTTP_PROXY: "http://127.0.0.1:1",
    NO_PROXY: "10.0.0.0/8,.example.com",
    ALL_PROXY: "socks5://127.0.0.1",
  });
  assert.deepEqual(
    found.map(({ status, message }) => `${status} ${message}`),
    [
      "good Webhooks are sent to public and private addresses, and calendars are read from public addresses only.",
      "good EXTRA_CA_FILE adds 1 certificate to the trusted ones.",
      "bad The proxy 127.0.0.1:1 cannot be reached: connect ECONNREFUSED 127.0.0.1:1.",
      `good Requests go through the proxy 127.0.0.1:${port}, which accepts connections.`,
      "note Mail and the database connect directly, and names are resolved by the proxy.",
      "note NO_PROXY: 10.0.0.0/8 has no effect.",
      "note ALL_PROXY has no effect.",
    ],
  );
});

test("a provider that only the proxy knows, with a private certificate, is asked through it", async (t) => {
  const proxy = await startForwardProxy(t);
  const { key, cert } = await selfSigned("id.example.com");
  let issuer = "";
  const provider = createTlsServer({ key, cert }, (_request, response) => {
    const urls = {
      authorization_endpoint: `${issuer}/in`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
    };
    response.setHeader("content-type", "application/json").end(JSON.stringify({ issuer, ...urls, keys: [{}] }));
  }).listen(0, "127.0.0.1");
  t.after(() => provider.close());
  await once(provider, "listening");
  const { port } = provider.address() as AddressInfo;
  issuer = `https://id.example.com:${port}`;
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, "ca.pem"), cert);
  const env = {
    PATH: process.env["PATH"],
    DATA_DIR: join(folder, "data"),
    PORT: "1",
    EXTRA_CA_FILE: join(folder, "ca.pem"),
    HTTPS_PROXY: proxy.url,
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: "stint",
    OIDC_CLIENT_SECRET: "secret",
  };
  const program = join(checkoutDir, "apps/server/bin/stint-server.js");
  const { stdout } = await promisify(execFile)(process.execPath, [program, "check"], { env }).catch(
    (failed: { stdout: string }) => failed,
  );
  assert.match(stdout, new RegExp(`^good  OpenID: The provider ${issuer} replies\\.$`, "m"));
  assert.match(stdout, /^good {2}OpenID: It publishes 1 key\.$/m);
  assert.ok(!stdout.includes("pass"), stdout);
  assert.deepEqual(new Set(proxy.requests), new Set([`CONNECT id.example.com:${port}`]));
});
