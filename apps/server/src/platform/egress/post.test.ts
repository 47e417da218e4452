import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import net, { type AddressInfo } from "node:net";
import { test, type TestContext } from "node:test";
import { createServer as createTlsServer } from "node:https";
import { selfSigned } from "#test/fixtures/self-signed.ts";
import { startForwardProxy } from "#test/http/forward-proxy.ts";
import { createEgress, type Egress, type EgressOptions } from "./post.ts";

const body = Buffer.from('{"hello":"wörld"}');

function egress(t: TestContext, options: Partial<EgressOptions> = {}): Egress {
  const made = createEgress({ allowPrivate: true, connectTimeoutMs: 60_000, timeoutMs: 60_000, ...options });
  t.after(made.close);
  return made;
}

async function listening(t: TestContext, server: net.Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

async function http(t: TestContext, answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  t.after(() => server.closeAllConnections());
  return `http://127.0.0.1:${await listening(t, server)}/hook?x=1`;
}

/** Starts a server that sends arbitrary bytes. */
async function raw(t: TestContext, speak: (socket: net.Socket) => void): Promise<string> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket.on("error", () => undefined));
    speak(socket);
  });
  t.after(() => sockets.forEach((socket) => socket.destroy()));
  return `http://127.0.0.1:${await listening(t, server)}/`;
}

const post = (from: Egress, url: string) => from.post(new URL(url), { "content-type": "application/json" }, body);

test("a request arrives unchanged, and its reply is returned", async (t) => {
  let seen: unknown;
  const url = await http(t, (request, response) => {
    void request.toArray().then((chunks) => {
      seen = [request.method, request.url, request.headers["content-type"], Buffer.concat(chunks).toString()];
      response.writeHead(202).end("thanks");
    });
  });
  const { durationMs, ...result } = await post(egress(t), url);
  assert.deepEqual(seen, ["POST", "/hook?x=1", "application/json", body.toString()]);
  assert.deepEqual(result, { status: 202, error: null, responseBody: "thanks", isInterrupted: false });
  assert.ok(durationMs < 60_000);
});

test("a redirect is a reply and is not followed", async (t) => {
  let calls = 0;
  const url = await http(t, (_request, response) => {
    calls++;
    response.writeHead(307, { location: "http://169.254.169.254/" }).end();
  });
  const result = await post(egress(t), url);
  assert.deepEqual([result.status, result.error, calls], [307, null, 1]);
});

test("a silent or dripping receiver is abandoned in time", async (t) => {
  const silent = await raw(t, () => undefined);
  const dripping = await raw(t, (socket) => {
    socket.write("HTTP/1.1 200 OK\r\nx: ");
    const timer = setInterval(() => socket.write("a"), 50);
    socket.on("close", () => clearInterval(timer));
  });
  const drippingBody = await raw(t, (socket) => {
    socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n");
    const timer = setInterval(() => socket.write("a"), 50);
    socket.on("close", () => clearInterval(timer));
  });
  const [first, second, third] = await Promise.all(
    [silent, dripping, drippingBody].map((url) => post(egress(t, { timeoutMs: 400 }), url)),
  );
  assert.deepEqual([first?.status, second?.status, third?.status], [null, null, 200]);
  for (const result of [first, second, third]) {
    assert.match(result?.error ?? "", /no complete reply within 0\.4 s/);
  }
});

test("64 KiB of a giant body are read, 4,000 bytes are kept, and the reply counts", async (t) => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const url = await http(t, (_request, response) => {
    response.on("close", end).writeHead(200);
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(16_384, "x")));
    };
    response.on("drain", more);
    more();
  });
  const result = await post(egress(t), url);
  assert.deepEqual([result.status, result.error, result.responseBody], [200, null, "x".repeat(4000)]);
  await ended;
});

test("a broken or unaccepted connection is an error", async (t) => {
  const from = egress(t);
  const resets = await raw(t, (socket) => socket.once("data", () => socket.resetAndDestroy()));
  assert.match((await post(from, resets)).error ?? "", /the connection was (reset|closed)/);
  const ends = await raw(t, (socket) => socket.once("data", () => socket.end()));
  assert.match((await post(from, ends)).error ?? "", /the connection was closed before the reply/);
  const garbage = await raw(t, (socket) => socket.once("data", () => socket.end("SSH-2.0\r\n")));
  const result = await post(from, garbage);
  assert.deepEqual([result.status, typeof result.error], [null, "string"]);
  const closed = net.createServer();
  const port = await listening(t, closed);
  closed.close();
  assert.match((await post(from, `http://127.0.0.1:${port}/`)).error ?? "", /refused \(ECONNREFUSED\)/);
});

test("a body may contain any bytes", async (t) => {
  const url = await http(t, (_request, response) => response.end(Buffer.from([0x61, 0x00, 0xff, 0x62])));
  assert.equal((await post(egress(t), url)).responseBody, "a\uFFFD\uFFFDb");
});

test("Retry-After is read as seconds and as a date", async (t) => {
  const at = new Date(Date.now() + 60_000).toUTCString();
  for (const [header, least, most] of [
    ["7", 7000, 7000],
    [at, 58_000, 60_000],
  ] as const) {
    const url = await http(t, (_request, response) => response.writeHead(429, { "retry-after": header }).end());
    const { retryAfterMs = 0 } = await post(egress(t), url);
    assert.ok(retryAfterMs >= least && retryAfterMs <= most, `${header}: ${retryAfterMs}`);
  }
  const url = await http(t, (_request, response) => response.writeHead(429, { "retry-after": "soon" }).end());
  assert.equal((await post(egress(t), url)).retryAfterMs, undefined);
});

test("no byte goes to a private address unless that is allowed, whatever form it has", async (t) => {
  let connections = 0;
  const url = await raw(t, () => connections++);
  const port = new URL(url).port;
  const from = egress(t, { allowPrivate: false });
  for (const host of ["127.0.0.1", "2130706433", "0x7f.1", "0", "[::ffff:127.0.0.1]", "[::1]", "localhost"]) {
    const result = await post(from, `http://${host}:${port}/`);
    assert.match(result.error ?? "", /^refused: .*WEBHOOK_ALLOW_PRIVATE=true$/, host);
  }
  assert.equal(connections, 0);
});

test("metadata is refused even where private addresses are allowed", async (t) => {
  for (const host of ["169.254.169.254", "[fe80::1]", "168.63.129.16", "[::ffff:a9fe:a9fe]"]) {
    const result = await post(egress(t), `http://${host}/latest`);
    assert.match(result.error ?? "", /^refused: .*link-local or metadata/, host);
  }
});

test("no connection is made to a name that resolves to a private address after its check", async (t) => {
  let connections = 0;
  const port = new URL(await raw(t, () => connections++)).port;
  const answers = [["192.0.2.1", "8.8.8.8"], ["127.0.0.1"]];
  const from = egress(t, { allowPrivate: false, resolve: async () => answers.pop() ?? [] });
  const result = await post(from, `http://rebind.example.com:${port}/`);
  assert.match(result.error ?? "", /^refused: 127\.0\.0\.1 is /);
  assert.equal(connections, 0);
});

test("only the permitted ones of several addresses are used", async (t) => {
  const url = new URL(await http(t, (_request, response) => response.end("here")));
  const from = egress(t, { resolve: async () => ["169.254.169.254", "127.0.0.1"] });
  const result = await post(from, `http://mixed.example.com:${url.port}/`);
  assert.equal(result.responseBody, "here");
  const nowhere = egress(t, { resolve: () => Promise.reject(Object.assign(new Error("x"), { code: "ENOTFOUND" })) });
  assert.match((await post(nowhere, "http://gone.example.com/")).error ?? "", /does not resolve/);
});

test("proxies of the environment are not used", async (t) => {
  let proxied = 0;
  const proxy = await raw(t, () => proxied++);
  const url = await http(t, (_request, response) => response.end());
  for (const name of ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "NODE_USE_ENV_PROXY"]) {
    process.env[name] = name.startsWith("NODE") ? "1" : proxy;
    t.after(() => delete process.env[name]);
  }
  assert.equal((await post(egress(t), url)).status, 200);
  assert.equal(proxied, 0);
});

test("a proxy that is set resolves names, and gets no request to a refused address", async (t) => {
  const proxy = await startForwardProxy(t);
  const proxies = { httpProxy: proxy.url, httpsProxy: proxy.url, noProxy: "localhost,direct.example.com" };
  const { key, cert } = await selfSigned("hooks.example.com");
  const secured = createTlsServer({ key, cert }, (_request, response) => response.end("encrypted"));
  t.after(() => secured.closeAllConnections());
  const tlsPort = await listening(t, secured);
  const plain = new URL(await http(t, ({ headers }, response) => response.end(JSON.stringify(headers))));
  const from = egress(t, { allowPrivate: false, proxies, ca: cert });
  const reply = await post(from, `http://hooks.example.com:${plain.port}/hook`);
  assert.deepEqual([reply.error, /"host":"hooks\.example\.com:\d+"/.test(reply.responseBody)], [null, true]);
  assert.doesNotMatch(reply.responseBody, /proxy-authorization/);
  assert.equal((await post(from, `https://hooks.example.com:${tlsPort}/`)).responseBody, "encrypted");
  const refused = "the proxy refuses the connection (UND_ERR_ABORTED); the operator has to permit it there, or correct";
  assert.equal((await post(from, "https://no.example.com/")).error?.startsWith(refused), true);
  assert.match((await post(from, `https://other.example.com:${tlsPort}/`)).error ?? "", /for another host name/);
  assert.deepEqual(proxy.requests.splice(0), [
    `POST http://hooks.example.com:${plain.port}/hook`,
    `CONNECT hooks.example.com:${tlsPort}`,
    "CONNECT no.example.com:443",
    `CONNECT other.example.com:${tlsPort}`,
  ]);
  const direct = egress(t, { proxies, resolve: async () => ["127.0.0.1"] });
  assert.equal((await post(direct, `http://direct.example.com:${plain.port}/`)).status, 200);
  assert.match((await post(direct, "http://169.254.169.254/")).error ?? "", /metadata/);
  for (const host of [plain.host, `[::ffff:7f00:1]:${plain.port}`, "10.0.0.1", `localhost:${plain.port}`])
    assert.match((await post(from, `http://${host}/`)).error ?? "", /private or reserved/, host);
  assert.deepEqual(proxy.requests, []);
});

test("a slow address is not abandoned when the next one is tried, and a dead one costs no request", async (t) => {
  const { key, cert } = await selfSigned("hooks.example.com");
  const server = createTlsServer({ key, cert }, (_request, response) => response.end("here"));
  t.after(() => server.closeAllConnections());
  const port = await listening(t, server);
  let isHere = Promise.withResolvers<void>();
  const sockets: net.Socket[] = [];
  const listenOn = async (host: string, onSocket: (socket: net.Socket) => void) => {
    const gate = net.createServer((socket) => {
      sockets.push(socket.on("error", () => undefined));
      onSocket(socket);
    });
    t.after(() => gate.close());
    gate.listen(port, host);
    await once(gate, "listening");
  };
  t.after(() => sockets.forEach((socket) => socket.destroy()));
  // This one goes on only once the other address is tried, which never goes on.
  await listenOn("127.0.0.2", (socket) => {
    void isHere.promise.then(() => socket.pipe(net.connect(port, "127.0.0.1")).pipe(socket));
  });
  await listenOn("127.0.0.3", () => isHere.resolve());
  const url = `https://hooks.example.com:${port}/`;
  for (const addresses of [
    ["127.0.0.2", "127.0.0.3"],
    ["127.0.0.3", "127.0.0.1"],
    ["127.0.0.4", "127.0.0.3", "127.0.0.1"],
  ]) {
    isHere = Promise.withResolvers<void>();
    const from = egress(t, { ca: cert, resolve: async () => addresses, timeoutMs: 20_000 });
    assert.equal((await post(from, url)).responseBody, "here", addresses.join());
  }
});

test("a certificate must be trusted and made for the host", async (t) => {
  const { key, cert } = await selfSigned("localhost");
  const server = createTlsServer({ key, cert }, (_request, response) => response.end("secret"));
  server.on("tlsClientError", () => undefined);
  t.after(() => server.closeAllConnections());
  const port = await listening(t, server);
  const untrusted = await post(egress(t), `https://localhost:${port}/`);
  assert.deepEqual([untrusted.status, untrusted.responseBody], [null, ""]);
  assert.match(untrusted.error ?? "", /certificate/);
  const trusting = egress(t, { ca: cert });
  assert.match((await post(trusting, `https://127.0.0.1:${port}/`)).error ?? "", /ERR_TLS_CERT_ALTNAME_INVALID/);
  assert.equal((await post(trusting, `https://localhost:${port}/`)).responseBody, "secret");
});

test("a request in progress can be interrupted", async (t) => {
  const arrived = Promise.withResolvers<void>();
  const url = await raw(t, (socket) => socket.once("data", () => arrived.resolve()));
  const from = egress(t);
  const posted = post(from, url);
  await arrived.promise;
  void from.close();
  const { isInterrupted, error } = await posted;
  assert.deepEqual([isInterrupted, error], [true, "interrupted: the server was stopped"]);
});
