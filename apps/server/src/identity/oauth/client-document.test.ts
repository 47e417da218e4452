import assert from "node:assert/strict";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { selfSigned } from "#test/fixtures/self-signed.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { ask, callback, connect, newOAuthWorld } from "#test/worlds/oauth-world.ts";
import { createClientDocuments } from "./client-document.ts";

interface Reply {
  status?: number;
  body: unknown;
  type?: string;
}

/** Serves a metadata document over TLS with a self-signed certificate. */
async function serveDocument(t: TestContext, document: (url: string) => Reply | Promise<Reply>) {
  const { key, cert } = await selfSigned("localhost");
  const server = createServer({ key, cert }, (request, response) => {
    void (async () => {
      const {
        status = 200,
        body,
        type = "application/json",
      } = await document(`https://localhost:${port}${request.url}`);
      if (status === 302) response.setHeader("location", "/client.json");
      response.writeHead(status, { "content-type": type }).end(JSON.stringify(body));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const clientDocuments = createClientDocuments({ allowPrivate: true, userAgent: "Stint/test", ca: cert });
  t.after(async () => {
    await clientDocuments.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `https://localhost:${port}/client.json`, clientDocuments };
}

test("a program that describes itself in a document connects without registration", async (t) => {
  let change: object = {};
  let type = "application/json; charset=utf-8";
  const { url, clientDocuments } = await serveDocument(t, (address) => ({
    type,
    body: { client_id: address, client_name: "Code", redirect_uris: ["http://127.0.0.1/callback"], ...change },
  }));
  const fresh = await newOAuthWorld({ clientDocuments });
  const session = await fresh.newSession(await fresh.newOrganization());
  const client = await fresh.discover(url);
  const { query } = await ask(client);
  const shown = await session.post("/v1/me/grant-requests", { request: query });
  assert.deepEqual(
    [shown.status, shown.json.clientName, shown.json.clientHost],
    [200, "Code", new URL(url).host],
    shown.text,
  );
  const tokens = await connect(client, session);
  assert.equal((await fresh.call(tokens.access_token)).status, 200);

  for (const [faulty, why] of [
    [{ client_id: `${url}?x` }, /client_id is not its own address/],
    [{ redirect_uris: undefined }, /redirect_uris/],
    [{ token_endpoint_auth_method: "private_key_jwt" }, /not supported/],
  ] as const) {
    change = faulty;
    const refused = await session.post("/v1/me/grant-requests", { request: query });
    assertProblem(refused, 422, "validation_failed", ["/request"]);
    assert.match(refused.json.errors[0].message, why);
  }
  change = {
    redirect_uris: [null, "ftp://example.com/", callback],
    token_endpoint_auth_method: null,
    client_name: null,
  };
  const odd = await session.post("/v1/me/grant-requests", { request: query });
  assert.deepEqual([odd.status, odd.json.clientName], [200, new URL(url).host]);
  change = {};
  type = "text/html";
  const page = await session.post("/v1/me/grant-requests", { request: query });
  assert.match(page.json.errors[0].message, /not of the type application\/json/);
  type = "application/client+json";
  change = { redirect_uris: ["javascript:alert(1)"] };
  const dangerous = await ask(client, { redirect_uri: "javascript:alert(1)" });
  const refused = await session.post("/v1/me/grant-requests", { request: dangerous.query });
  assert.equal(refused.json.errors[0].code, "wrong_redirect_uri");
});

test("a document is not read through redirects, from private addresses, or with an altered address", async (t) => {
  const { url, clientDocuments } = await serveDocument(t, () => ({ status: 302, body: {} }));
  const fresh = await newOAuthWorld({ clientDocuments });
  const session = await fresh.newSession(await fresh.newOrganization());
  const ofClient = (id: string) =>
    `response_type=code&client_id=${encodeURIComponent(id)}&redirect_uri=${encodeURIComponent(callback)}`;
  const redirected = await session.post("/v1/me/grant-requests", { request: ofClient(url) });
  assert.match(redirected.json.errors[0].message, /redirects to another address/);
  for (const id of [
    "https://localhost/",
    "http://localhost/client.json",
    `${url}#x`,
    "https://LOCALHOST/client.json",
  ]) {
    const answer = await session.post("/v1/me/grant-requests", { request: ofClient(id) });
    assert.equal(answer.json.errors[0].code, "unknown_client", id);
  }
  const guarded = createClientDocuments({ allowPrivate: false, userAgent: "Stint/test" });
  t.after(guarded.close);
  const strict = await newOAuthWorld({ clientDocuments: guarded });
  const strictSession = await strict.newSession(await strict.newOrganization());
  const refused = await strictSession.post("/v1/me/grant-requests", { request: ofClient(url) });
  assert.match(refused.json.errors[0].message, /refused: .*(loopback|private)/);
});

test("a session that ends while the program's document is being read permits nothing", async (t) => {
  const reading = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const { url, clientDocuments } = await serveDocument(t, async (address) => {
    reading.resolve();
    await answered.promise;
    return { body: { client_id: address, redirect_uris: [callback] } };
  });
  const fresh = await newOAuthWorld({ clientDocuments });
  t.after(() => answered.resolve());
  const owner = await fresh.newOrganization();
  const [thief, session] = [await fresh.newSession(owner), await fresh.newSession(owner)];
  const { query } = await ask(await fresh.discover(url));
  const body = { request: query, organizationId: owner.orgId, scopes: ["projects:read"], expiresAt: null };
  const permitting = thief.post("/v1/me/grants", body);
  await reading.promise;
  assert.equal((await session.delete(`/v1/me/sessions/${thief.keyId}`)).status, 204);
  answered.resolve();
  assertProblem(await permitting, 401, "revoked_api_key");
});
