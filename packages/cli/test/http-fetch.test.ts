// Tests that the terminal's own way to send requests does what the platform's `fetch` does.
import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { test, type TestContext } from "node:test";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { selfSigned } from "@stint/server/test/fixtures/self-signed.ts";
import { httpFetch } from "#src/sync/connection/http-fetch.ts";
import { loggedIn, serve } from "#test/support/world.ts";

async function listen(t: TestContext, server: Server | TcpServer): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.close();
    if ("closeAllConnections" in server) server.closeAllConnections();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const web = async (t: TestContext, answer: RequestListener) => `http://${await listen(t, createServer(answer))}`;

const text = "\uFEFFwords: ä 日本 ".repeat(5000);
const replies: Record<string, RequestListener> = {
  "/plain": (_request, response) => response.writeHead(200, { "content-type": "text/plain", etag: '"1"' }).end(text),
  "/gzip": (_request, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(text)),
  "/br": (_request, response) => response.writeHead(418, { "content-encoding": "br" }).end(brotliCompressSync(text)),
  "/none": (_request, response) => response.writeHead(204).end(),
  "/away": (_request, response) => response.writeHead(307, { location: "/plain" }).end("moved"),
  "/json": (_request, response) => response.writeHead(422, "No way", { "content-type": "a/json" }).end('{"a":1}'),
};

test("replies are read as fetch reads them", async (t) => {
  const url = await web(t, (request, response) => replies[request.url ?? ""]?.(request, response));
  for (const path of Object.keys(replies)) {
    const [ours, theirs] = [await httpFetch(url + path), await fetch(url + path, { redirect: "manual" })];
    for (const name of ["content-type", "ETag", "location", "x-none"])
      assert.equal(ours.headers.get(name), theirs.headers.get(name), `${path} ${name}`);
    assert.deepEqual([ours.status, ours.statusText, ours.ok], [theirs.status, theirs.statusText, theirs.ok], path);
    assert.equal(await ours.clone().text(), await theirs.text(), path);
  }
  assert.deepEqual(await (await httpFetch(`${url}/json`)).json(), { a: 1 });
});

test("requests arrive as those of fetch", async (t) => {
  const url = await web(t, (request, response) => {
    const { method, url: path, headers } = request;
    void buffer(request).then((body) => response.end(JSON.stringify({ method, path, headers, body: String(body) })));
  });
  const sent: RequestInit[] = [
    {},
    { headers: { authorization: "Bearer x", "stint-client": "y" } },
    { method: "POST" },
    { method: "POST", body: '{"a":"ä日本"}', headers: { "content-type": "application/json" } },
    { method: "PATCH", body: "", headers: { "content-type": "application/json" } },
    { method: "DELETE" },
    { method: "DELETE", body: "why", headers: { "content-type": "text/plain" } },
  ];
  for (const each of sent) {
    const read = async (reply: Promise<Response>) => {
      const { headers, ...rest } = (await (await reply).json()) as { headers: Record<string, string> };
      // Browsers send these.
      for (const name of ["accept-encoding", "accept-language", "sec-fetch-mode"]) delete headers[name];
      return { headers, ...rest };
    };
    assert.deepEqual(await read(httpFetch(`${url}/a?b=c`, each)), await read(fetch(`${url}/a?b=c`, each)));
  }
});

test("a stream is read as it arrives, until it is aborted", async (t) => {
  const url = await web(t, (_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).write("one");
  });
  const stop = new AbortController();
  const reply = await httpFetch(url, { signal: stop.signal });
  const reader = reply.body?.getReader();
  assert.equal(Buffer.from((await reader?.read())?.value ?? []).toString(), "one");
  stop.abort();
  await assert.rejects(async () => reader?.read());
});

test("broken and aborted requests fail, with the codes that are explained", async (t) => {
  const cut = await web(t, (_request, response) => {
    response.writeHead(200, { "content-length": "100" }).write("half");
    setTimeout(() => response.destroy(), 20);
  });
  const reply = await httpFetch(cut);
  await assert.rejects(reply.text());
  const hung = await web(t, (_request, response) => response.destroy());
  await assert.rejects(httpFetch(hung), { code: "ECONNRESET" });
  await assert.rejects(httpFetch("http://127.0.0.1:1"), { code: "ECONNREFUSED" });
  const secure = await listen(t, createSecureServer(await selfSigned("localhost")));
  await assert.rejects(httpFetch(`https://${secure}`), { code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
  const silent = await web(t, () => undefined);
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 20);
  await assert.rejects(httpFetch(silent, { signal: stop.signal }), { name: "AbortError" });
  await assert.rejects(httpFetch(silent, { signal: stop.signal }), { name: "AbortError" });
});

test("connecting has a limit, which replies that take longer do not have", async (t) => {
  const tcp = await listen(
    t,
    createTcpServer().on("connection", (socket) => t.after(() => socket.destroy())),
  );
  await assert.rejects(httpFetch(`https://${tcp}`, {}, 50), /no connection within 0\.05 seconds/);
  const slow = await web(t, (_request, response) => void setTimeout(() => response.end("late"), 150));
  assert.equal(await (await httpFetch(slow, {}, 50)).text(), "late");
});

test("proxies and certificates from the environment count", async (t) => {
  const served = await serve();
  const { home } = await loggedIn(served);
  const proxied: string[] = [];
  const proxy = await web(t, (request, response) => {
    proxied.push(request.url ?? "");
    response.writeHead(502).end();
  });
  const env = { NODE_USE_ENV_PROXY: "1", HTTP_PROXY: proxy };
  assert.equal((await home.runProcess(["api", "GET", "me"], { env })).code, 4);
  assert.deepEqual(proxied, [`${served.url}/v1/me`]);
  assert.equal((await home.runProcess(["api", "GET", "me"], { env: { ...env, NO_PROXY: "127.0.0.1" } })).code, 0);
  const certificate = await selfSigned("localhost");
  const secure = createSecureServer(certificate, (_request, response) => response.end("{}"));
  const { port } = new URL(`https://${await listen(t, secure)}`);
  await writeFile(join(home.path, "ca.pem"), certificate.cert);
  const account = { STINT_URL: `https://localhost:${port}`, STINT_API_KEY: "stint_x" };
  assert.match(
    (await home.runProcess(["api", "GET", "me"], { env: account })).stderr,
    /its certificate is self-signed/,
  );
  const trusting = { ...account, NODE_EXTRA_CA_CERTS: join(home.path, "ca.pem") };
  assert.equal((await home.runProcess(["api", "GET", "me"], { env: trusting })).stdout, "{}\n");
});
