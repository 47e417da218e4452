import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { test, type TestContext } from "node:test";
import { gzipSync } from "node:zlib";
import { createTextSource, type TextSourceOptions } from "./get-text.ts";

function source(t: TestContext, options: Partial<TextSourceOptions> = {}) {
  const made = createTextSource({
    allowPrivate: true,
    userAgent: "Stint/test",
    accept: "text/plain",
    maxBytes: 1_000_000,
    timeoutMs: 60_000,
    connectTimeoutMs: 60_000,
    ...options,
  });
  t.after(made.close);
  return made;
}

async function serve(t: TestContext, answer: RequestListener): Promise<URL> {
  const server = createServer(answer);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/file?x=1`);
}

const redirectTo =
  (location: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(302, { location }).end("moved");

test("a file is read as UTF-8, with headers that ask for nothing else", async (t) => {
  let seen: IncomingMessage | undefined;
  const url = await serve(t, (request, response) => {
    seen = request;
    response.end("Grüße");
  });
  assert.equal(await source(t).get(url), "Grüße");
  const { accept, "accept-encoding": encoding, "user-agent": agent, cookie } = seen?.headers ?? {};
  assert.deepEqual(
    [seen?.method, seen?.url, accept, encoding, agent, cookie],
    ["GET", "/file?x=1", "text/plain", "identity", "Stint/test", undefined],
  );
});

test("redirects are followed, also relative ones, but not for ever", async (t) => {
  const url = await serve(t, ({ url: path = "" }, response) => {
    if (path === "/there") return void response.end("found");
    redirectTo(path.startsWith("/file") ? "there" : "/again").call(undefined, {} as never, response as never);
  });
  assert.equal(await source(t).get(url), "found");
  const again = new URL("/again", url);
  await assert.rejects(source(t).get(again), /^UnreadableError|it redirects more than 5 times/);
});

test("a redirect leads nowhere that the address itself might not lead to", async (t) => {
  let calls = 0;
  const inside = await serve(t, (_request, response) => {
    calls++;
    response.end("secret");
  });
  const port = (location: string) => serve(t, redirectTo(location)).then((url) => url.port);
  const guarded = source(t, { allowPrivate: false });
  await assert.rejects(guarded.get(inside), /refused: 127\.0\.0\.1 is a loopback, private or reserved address/);
  const open = source(t);
  for (const [location, why] of [
    ["http://169.254.169.254/latest/meta-data", /refused: 169\.254\.169\.254 is a link-local or metadata address/],
    ["http://[fe80::1]/", /link-local/],
    ["file:///etc/passwd", /neither http nor https/],
    ["ftp://127.0.0.1/", /neither http nor https/],
    ["http://user:password@127.0.0.1/", /user name or password/],
  ] as const) {
    await assert.rejects(open.get(new URL(`http://127.0.0.1:${await port(location)}/`)), why);
  }
  assert.equal(calls, 0);
});

test("too large, compressed, failing and silent replies are refused with a reason", async (t) => {
  let sent = 0;
  const endless = await serve(t, (_request, response) => {
    const block = Buffer.alloc(64 * 1024, "x");
    const send = () => {
      while (response.writable && response.write(block)) sent += block.length;
    };
    response.on("drain", send).on("error", () => undefined);
    send();
  });
  await assert.rejects(source(t).get(endless), /it is larger than 1 MB/);
  // The sockets buffer some bytes beyond the limit.
  assert.ok(sent < 20_000_000, `${sent}`);
  const gzip = await serve(t, (_request, response) =>
    response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("bomb")),
  );
  await assert.rejects(source(t).get(gzip), /compressed reply, which was not requested/);
  const missing = await serve(t, (_request, response) => response.writeHead(404).end("no"));
  await assert.rejects(source(t).get(missing), /the server answered with status 404/);
  const cut = await serve(t, (_request, response) => {
    response.writeHead(200, { "content-length": "100" });
    response.write("half", () => response.destroy());
  });
  await assert.rejects(source(t).get(cut), /the connection was closed before the reply|aborted|terminated|reset/);
  const silent = await serve(t, () => undefined);
  await assert.rejects(source(t, { timeoutMs: 200 }).get(silent), /no complete reply within 0\.2 s/);
});

test("closing interrupts what is under way", async (t) => {
  const silent = await serve(t, () => undefined);
  const made = source(t);
  const failed = assert.rejects(made.get(silent));
  await made.close();
  await failed;
});
