import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import net, { type AddressInfo } from "node:net";
import { test, type TestContext } from "node:test";
import zlib from "node:zlib";
import { AppError } from "#platform/errors.ts";
import { selfSigned } from "#test/fixtures/self-signed.ts";
import { startForwardProxy } from "#test/http/forward-proxy.ts";
import { decodeText } from "./decode-text.ts";
import { createTextSource, type Observers, type TextSourceOptions } from "./get-text.ts";

function source(t: TestContext, options: Partial<TextSourceOptions> = {}) {
  const { get, close } = createTextSource({
    allowPrivate: true,
    userAgent: "Stint/test",
    accept: "text/plain",
    maxBytes: 1_000_000,
    timeoutMs: 60_000,
    connectTimeoutMs: 60_000,
    ...options,
  });
  t.after(close);
  return { close, get: async (url: URL, observers?: Observers) => decodeText(await get(url, observers)) };
}

async function serve(t: TestContext, answer: RequestListener): Promise<URL> {
  const server = createServer(answer);
  t.after(() => server.closeAllConnections());
  return new URL(`http://127.0.0.1:${(await listen(t, server)).port}/file?x=1`);
}

async function listen(t: TestContext, server: net.Server): Promise<AddressInfo> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  return server.address() as AddressInfo;
}

async function raw(t: TestContext, speak: (socket: net.Socket) => void): Promise<URL> {
  return new URL(`http://127.0.0.1:${(await listen(t, net.createServer(speak))).port}/`);
}

const redirectTo =
  (location: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(302, { location }).end("moved");

test("a file is requested with the headers that it needs, and no others", async (t) => {
  let seen: IncomingMessage | undefined;
  const url = await serve(t, (request, response) => {
    seen = request;
    response.end("Grüße");
  });
  assert.equal(await source(t).get(url), "Grüße");
  const { accept, "accept-encoding": encoding, "user-agent": agent, cookie } = seen?.headers ?? {};
  assert.deepEqual(
    [seen?.method, seen?.url, accept, encoding, agent, cookie],
    ["GET", "/file?x=1", "text/plain", "gzip, deflate, br", "Stint/test", undefined],
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

test("a server that refuses unknown programs is asked once more, as a browser would ask", async (t) => {
  const asked: string[] = [];
  let refuse: (response: ServerResponse) => void = () => undefined;
  const url = await serve(t, ({ headers }, response) => {
    const name = headers["user-agent"] ?? "";
    asked.push(name);
    if (/^Mozilla\/5\.0 .*Chrome.* Stint\/test$/.test(name)) response.end("welcome");
    else refuse(response);
  });
  for (const status of [400, 403, 406, 500, 502, 503]) {
    refuse = (response) => response.writeHead(status).end("<html>");
    assert.equal(await source(t).get(url), "welcome", `${status}`);
  }
  refuse = (response) => response.destroy();
  assert.equal(await source(t).get(url), "welcome");
  assert.equal(asked.length, 14);
  // Microsoft 365 leads to an error page.
  const redirecting = await serve(t, ({ headers, url: path }, response) => {
    if (path === "/error") response.writeHead(500).end();
    else if (headers["user-agent"] === "Stint/test") response.writeHead(302, { location: "/error" }).end();
    else response.end("welcome");
  });
  assert.equal(await source(t).get(redirecting), "welcome");
  asked.length = 0;
  for (const status of [401, 404, 410, 429]) {
    refuse = (response) => response.writeHead(status).end();
    await assert.rejects(source(t).get(url));
  }
  assert.deepEqual(asked, Array(4).fill("Stint/test"));
});

test("compressed replies are read, whatever the header says, up to the limit", async (t) => {
  const text = "Grüße ".repeat(50);
  const plain = Buffer.from(text);
  const packed: [encoding: string | undefined, bytes: Buffer][] = [
    ["gzip", zlib.gzipSync(plain)],
    ["x-gzip", zlib.gzipSync(plain)],
    ["GZIP", Buffer.concat([zlib.gzipSync(plain.subarray(0, 50)), zlib.gzipSync(plain.subarray(50))])],
    ["deflate", zlib.deflateSync(plain)],
    ["deflate", zlib.deflateRawSync(plain)],
    ["br", zlib.brotliCompressSync(plain)],
    ["zstd", zlib.zstdCompressSync(plain)],
    ["gzip, br", zlib.brotliCompressSync(zlib.gzipSync(plain))],
    ["identity", plain],
    ["gzip", plain],
    [undefined, zlib.gzipSync(plain)],
    ["gzip", zlib.gzipSync(zlib.gzipSync(plain))],
  ];
  let sent: (typeof packed)[number] = [undefined, plain];
  const url = await serve(t, (_request, response) => {
    const [encoding, bytes] = sent;
    if (encoding !== undefined) response.setHeader("content-encoding", encoding);
    response.end(bytes);
  });
  for (sent of packed) assert.equal(await source(t).get(url), text, `${sent[0]}`);
  for (const empty of ["gzip", "br", "deflate"]) {
    sent = [empty, Buffer.alloc(0)];
    assert.equal(await source(t).get(url), "");
  }
  const bomb = Buffer.alloc(20_000_000);
  for (const [encoding, bytes, reason] of [
    ["gzip", zlib.gzipSync(bomb), /^it is larger than 1 MB; publish a smaller part of it$/],
    [undefined, zlib.gzipSync(bomb), /larger than 1 MB/],
    ["deflate", zlib.deflateSync(bomb), /larger than 1 MB/],
    ["zstd", zlib.zstdCompressSync(bomb), /larger than 1 MB/],
    ["gzip", zlib.gzipSync(plain).subarray(0, 20), /^its compressed bytes are damaged; try again later$/],
    ["br", plain, /damaged/],
    ["lzma", plain, /^the server compressed it as "lzma", which Stint does not support; /],
    ["gzip, gzip, gzip", plain, /Stint does not support/],
  ] as const) {
    sent = [encoding, bytes];
    await assert.rejects(source(t).get(url), { message: reason }, encoding);
  }
});

test("a text is read in its character set, by its bytes and by the header", async (t) => {
  const utf16 = (text: string) => Buffer.from(text, "utf16le");
  const cases: [type: string, bytes: Buffer, text: string][] = [
    ["text/calendar", Buffer.from("Müller"), "Müller"],
    ["text/calendar; charset=ISO-8859-1", Buffer.from("Müller"), "Müller"],
    ["text/calendar; charset=utf8mb4", Buffer.from("Müller"), "Müller"],
    ["text/calendar", Buffer.from("\uFEFFMüller"), "Müller"],
    ["text/calendar; charset=iso-8859-1", Buffer.from("Müller", "latin1"), "Müller"],
    ['text/calendar; method=PUBLISH; Charset="windows-1252"', Buffer.from("80 f\xFCr", "latin1"), "80 für"],
    ["text/calendar; charset=us-ascii", Buffer.from([0x80, 0x20, 0xfc]), "€ ü"],
    ["text/calendar", Buffer.from("Müller", "latin1"), "Müller"],
    ["text/calendar; charset=utf-8", Buffer.from("Müller", "latin1"), "Müller"],
    ["text/calendar; charset=utf-8", Buffer.concat([Buffer.from("Grüße "), Buffer.from([0xc3])]), "Grüße \uFFFD"],
    ["text/calendar; charset=shift_jis", Buffer.from([0x93, 0x63, 0x92, 0x86]), "田中"],
    ["text/calendar; charset=iso-2022-jp", Buffer.from("\x1b$BEDCf\x1b(B"), "田中"],
    ["text/calendar; charset=utf-8", utf16("\uFEFFMüller"), "Müller"],
    ["text/calendar", utf16("\uFEFFMüller").swap16(), "Müller"],
    ["text/calendar; charset=utf-16", utf16("Müller"), "Müller"],
    ["text/calendar", utf16("Müller").swap16(), "Müller"],
  ];
  let sent: (typeof cases)[number] | undefined;
  const url = await serve(t, (_request, response) =>
    response.writeHead(200, { "content-type": sent?.[0] ?? "" }).end(sent?.[1]),
  );
  for (sent of cases) assert.equal(await source(t).get(url), sent[2], sent[0]);
  sent = ["text/calendar; charset=x-ebcdic", Buffer.from([0xc2, 0xc5]), ""];
  const reason = 'its character set "x-ebcdic" is not supported; publish it as UTF-8';
  await assert.rejects(source(t).get(url), { message: reason });
});

test("every status and fault is explained in a sentence that says what to do", async (t) => {
  let status = 0;
  const url = await serve(t, (_request, response) => response.writeHead(status).end());
  for (const [given, reason] of [
    [401, "the server asks for a user name and password (status 401); use an address that opens without signing in"],
    [403, /^the server refuses access \(status 403\); check that it is still shared and that/],
    [404, "the server finds nothing at this address (status 404); copy the address again"],
    [410, "it is no longer at this address (status 410); copy its new address"],
    [429, "the server has received too many requests (status 429); try again later"],
    [500, /^the server has a fault or refuses programs that it does not know \(status 500\); check that its address/],
    [503, /\(status 503\); check that its address opens in a browser$/],
    [204, "the server did not send the file (status 204); check the address"],
  ] as const) {
    status = given;
    await assert.rejects(source(t).get(url), { name: "Error", message: reason }, `${given}`);
  }
  const garbage = await raw(t, (socket) => socket.once("data", () => socket.end("SSH-2.0\r\n")));
  await assert.rejects(source(t).get(garbage), {
    message: "the reply is not HTTP (HTTPParserError); check the address and its port",
  });
  const encrypted = new URL(url.href.replace("http:", "https:"));
  const noTls = /^no encrypted connection to the server is possible \(\w+\); check the address, its port, and/;
  await assert.rejects(source(t).get(encrypted), { message: noTls });
  const { key, cert } = await selfSigned("localhost");
  const secured = createTlsServer({ key, cert }, (_request, response) => void response.end("secret"));
  secured.on("tlsClientError", () => undefined);
  const { port } = await listen(t, secured);
  const untrusted = /^no authority that this server trusts has issued the server's certificate \(\w+\); its operator/;
  await assert.rejects(source(t).get(new URL(`https://localhost:${port}/`)), { message: untrusted });
  const other = "the server's certificate is for another host name (ERR_TLS_CERT_ALTNAME_INVALID); check the address";
  await assert.rejects(source(t, { ca: cert }).get(new URL(`https://127.0.0.1:${port}/`)), { message: other });
  assert.equal(await source(t, { ca: cert }).get(new URL(`https://localhost:${port}/`)), "secret");
});

test("too large, cut and silent replies are refused with a reason", async (t) => {
  let sent = 0;
  const endless = await serve(t, (_request, response) => {
    const block = Buffer.alloc(64 * 1024, "x");
    const send = () => {
      while (response.writable && response.write(block)) sent += block.length;
    };
    response.on("drain", send).on("error", () => undefined);
    send();
  });
  await assert.rejects(source(t).get(endless), { message: "it is larger than 1 MB; publish a smaller part of it" });
  // The sockets buffer some bytes beyond the limit.
  assert.ok(sent < 20_000_000, `${sent}`);
  const full = new AppError("unavailable", "full");
  const onBytes = () => {
    throw full;
  };
  await assert.rejects(source(t).get(endless, { onBytes }), full);
  const cut = await serve(t, (_request, response) => {
    response.writeHead(200, { "content-length": "100" });
    response.write("half", () => response.destroy());
  });
  await assert.rejects(source(t).get(cut), { message: /^the connection was (?:closed before the reply|reset) \(/ });
  const silent = await serve(t, () => undefined);
  const late = { message: "no complete reply within 0.2 s; try again later" };
  await assert.rejects(source(t, { timeoutMs: 200 }).get(silent), late);
  const noReply = { message: "no reply within the time limit (UND_ERR_HEADERS_TIMEOUT); try again later" };
  await assert.rejects(source(t, { replyTimeoutMs: 200 }).get(silent), noReply);
});

test("a redirect through a proxy to a refused address is refused", async (t) => {
  const { url: proxy, requests } = await startForwardProxy(t);
  const { port } = await serve(t, redirectTo("http://10.0.0.1/"));
  const proxies = { httpProxy: proxy, httpsProxy: proxy, noProxy: "" };
  const { get } = source(t, { allowPrivate: false, proxies });
  await assert.rejects(get(new URL(`http://calendar.example.com:${port}/a`)), /10\.0\.0\.1 is a loopback, private/);
  assert.deepEqual(requests, [`GET http://calendar.example.com:${port}/a`]);
});

test("closing interrupts what is under way", async (t) => {
  const silent = await serve(t, () => undefined);
  const made = source(t);
  const failed = assert.rejects(made.get(silent));
  await made.close();
  await failed;
});
