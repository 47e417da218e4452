import assert from "node:assert/strict";
import http from "node:http";
import { once } from "node:events";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { checkStreams } from "./check-streams.ts";
import { checkUploads } from "./check-uploads.ts";
import { host } from "./certificate.ts";
import type { StartProxy } from "./proxy.ts";
import type { Reply } from "./visitor.ts";
import { openWorld, owner, type World } from "./world.ts";

/** Registers the tests that every proxy must pass. */
export async function checkProxy(name: string, startProxy: StartProxy): Promise<World> {
  const world = await openWorld(startProxy);
  after(world.close);
  checkProtocols(name, world);
  checkCompression(name, world);
  checkHidden(name, world);
  checkAddresses(name, world);
  checkStreams(name, world);
  checkUploads(name, world);
  checkRestart(name, world);
  return world;
}

function checkProtocols(name: string, { place, owner: browser, visit }: World): void {
  test(`${name}: people set up and sign in over https, and their cookies work`, async (t) => {
    assert.ok(browser.setCookies.some((line) => / Secure; HttpOnly; SameSite=Strict/.test(line)));
    assert.equal((await browser.send("GET", "/v1/me")).status, 200);
    for (const protocol of ["h2", "http/1.1"] as const) {
      const other = await visit(t, { protocol });
      assert.equal((await other.send("GET", "/v1/me")).status, 401);
      assert.equal((await other.send("POST", "/auth/sign-in", { body: owner })).status, 200);
      assert.equal((await other.send("GET", "/v1/me")).status, 200);
      const elsewhere = { "sec-fetch-site": "cross-site", origin: "https://example.net" };
      const forged = await other.send("POST", "/v1/clients", { body: { name: "Eve" }, headers: elsewhere });
      assert.equal(problemOf(forged), "cross_site_request");
      assert.equal((await other.send("POST", "/auth/sign-out", { body: {} })).status, 204);
    }
  });

  test(`${name}: a browser without Fetch Metadata signs in, because Host is kept with its port`, async (t) => {
    const old = await visit(t);
    const headers = { "sec-fetch-site": undefined };
    const signIn = await old.send("POST", "/auth/sign-in", { body: owner, headers });
    assert.equal(signIn.status, 200, signIn.body.toString());
  });

  test(`${name}: replies over https have HSTS, and http leads to https`, async () => {
    for (const path of ["/openapi.json", "/auth/methods", "/nowhere", "/metrics"])
      assert.match(String((await browser.send("GET", path)).headers["strict-transport-security"]), /^max-age=\d{8}$/);
    const headers = { host };
    const request = http.get({ host: "127.0.0.1", port: place.httpPort, path: "/time?x=1", headers, agent: false });
    const [response] = (await once(request, "response")) as [http.IncomingMessage];
    response.resume();
    assert.equal(Math.floor((response.statusCode ?? 0) / 100), 3);
    assert.match(String(response.headers.location), new RegExp(`^https://${host}(:\\d+)?/time\\?x=1$`));
  });

  test(`${name}: headers of up to 16 KiB reach the service`, async () => {
    const reply = await browser.send("GET", `/v1/clients?q=${"x".repeat(12_000)}`);
    assert.equal(problemOf(reply), "validation_failed");
  });
}

function problemOf({ body }: Reply): unknown {
  return JSON.parse(body.toString()).code;
}

function checkCompression(name: string, { owner: browser }: World): void {
  const asBrowser = { "accept-encoding": "gzip" };

  test(`${name}: replies are compressed, and revalidated with their ETag`, async () => {
    for (const path of ["/openapi.json", "/v1/me"]) {
      const plain = await browser.send("GET", path, { headers: { "accept-encoding": "identity" } });
      assert.deepEqual([plain.status, plain.headers["content-encoding"]], [200, undefined], path);
      const reply = await browser.send("GET", path, { headers: asBrowser });
      assert.deepEqual([reply.status, reply.headers["content-encoding"]], [200, "gzip"], path);
      assert.match(String(reply.headers.vary), /Accept-Encoding/i);
      assert.deepEqual(gunzipSync(reply.body), plain.body);
    }
    const { headers } = await browser.send("GET", "/openapi.json", { headers: asBrowser });
    const known = { ...asBrowser, "if-none-match": String(headers.etag) };
    assert.equal((await browser.send("GET", "/openapi.json", { headers: known })).status, 304);
  });

  test(`${name}: the ETag of a compressed reply is accepted in If-None-Match and If-Match`, async () => {
    const body = { name: "Globex", note: "Invoices go to the office. ".repeat(60) };
    const created = await browser.send("POST", "/v1/clients", { body });
    assert.equal(created.status, 201, created.body.toString());
    const path = String(created.headers.location);
    const read = await browser.send("GET", path, { headers: asBrowser });
    assert.equal(read.headers["content-encoding"], "gzip");
    const etag = String(read.headers.etag);
    assert.equal((await browser.send("GET", path, { headers: { ...asBrowser, "if-none-match": etag } })).status, 304);
    for (const [ifMatch, status] of [
      [etag, 200],
      [etag, 412],
    ] as const) {
      const headers = { ...asBrowser, "if-match": ifMatch };
      const changed = await browser.send("PATCH", path, { body: { name: "Initech" }, headers });
      assert.equal(changed.status, status, `${ifMatch}: ${changed.headers["content-encoding"]}`);
    }
  });
}

/** Returns URLs that the service, or a proxy that normalizes paths, may treat as this path. */
function formsOf(path: string): string[] {
  const encoded = path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  const endings = ["", "/", "//", "?for=blog", "/?x", "#x", "%2f", ";x"].map((ending) => path + ending);
  return [...endings, encoded, `/v1/..${path}`, `/${path}`, `/.${path}`, path.toUpperCase()];
}

function checkHidden(name: string, { place, owner: browser, visit }: World): void {
  test(`${name}: probes and figures cannot be reached from outside`, async (t) => {
    const clients = [browser, await visit(t, { protocol: "http/1.1" })];
    for (const path of ["/healthz", "/readyz", "/metrics"]) {
      const inside = await fetch(`http://127.0.0.1:${place.stintPort}${path}`);
      assert.equal(inside.status, 200);
      assert.match(await inside.text(), /stint_|"status":"ok"/);
      for (const form of formsOf(path))
        for (const client of clients) {
          const reply = await client.send("GET", form);
          assert.ok(reply.status >= 300 && reply.status < 500, `${form}: ${reply.status}`);
          assert.doesNotMatch(reply.body.toString(), /stint_|"status":"ok"/, form);
        }
    }
  });
}

function checkAddresses(name: string, { owner: browser, visit }: World): void {
  test(`${name}: failures and the audit log have the client's address, whatever the client claims`, async (t) => {
    const [attacker, other] = [await visit(t, { address: "127.0.0.3" }), await visit(t, { address: "127.0.0.4" })];
    const wrong = { ...owner, password: "wrong horse battery" };
    const codes: unknown[] = [];
    for (let count = 1; count <= 11; count++) {
      const claimed = `203.0.113.${count}`;
      const headers = { "x-forwarded-for": claimed, forwarded: `for=${claimed}`, "x-real-ip": claimed };
      codes.push(problemOf(await attacker.send("POST", "/auth/sign-in", { body: wrong, headers })));
    }
    assert.deepEqual([...new Set(codes.slice(0, 10)), codes[10]], ["invalid_credentials", "too_many_attempts"]);
    assert.equal((await other.send("POST", "/auth/sign-in", { body: owner })).status, 200);
    const trusted = await visit(t, { address: "127.0.0.1" });
    const headers = { "x-forwarded-for": "203.0.113.9" };
    assert.equal((await trusted.send("POST", "/auth/sign-in", { body: owner, headers })).status, 200);
    const log = await browser.send("GET", "/v1/audit-events?limit=200");
    const events: { action: string; address: string | null }[] = JSON.parse(log.body.toString()).data;
    const addressesOf = (action: string) =>
      new Set(events.filter((event) => event.action === action).map((event) => event.address));
    assert.deepEqual(addressesOf("sign_in.failed"), new Set(["127.0.0.3"]));
    assert.deepEqual(addressesOf("session.created"), new Set(["127.0.0.1", "127.0.0.2", "127.0.0.4"]));
  });
}

function checkRestart(name: string, { stint, owner: browser }: World): void {
  test(`${name}: a stopped service is 502, and works again once it has started`, async () => {
    await stint.stop();
    const down = await browser.send("GET", "/v1/me");
    assert.equal(down.status, 502);
    assert.notEqual(down.headers["strict-transport-security"], undefined);
    await stint.start();
    const startedAt = performance.now();
    for (;;) {
      const { status } = await browser.send("GET", "/v1/me");
      if (status === 200) break;
      assert.equal(status, 502);
      assert.ok(performance.now() - startedAt < 5 * 60_000, "the proxy does not notice that the service is back");
      await pause(50);
    }
  });
}
