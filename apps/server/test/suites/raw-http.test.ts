import assert from "node:assert/strict";
import { test } from "node:test";
import { newProject } from "#test/worlds/factories.ts";
import { waitFor } from "#test/databases/hold.ts";
import { connect } from "#test/http/raw-connection.ts";
import { assertRawProblem, assertUsable, framedJson, listening, shortTimeouts } from "#test/http/wire.ts";

test("refused requests to the blog are counted with its others", async () => {
  const { app, port } = await listening();
  for (const bytes of [
    "FETCH /api/blogs HTTP/1.1\r\nHost: x\r\n\r\n",
    `GET /api/blogs HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`,
    "FETCH /v1/clients HTTP/1.1\r\nHost: x\r\n\r\n",
  ]) {
    const connection = await connect(port);
    connection.send(bytes);
    await connection.reply();
    await connection.closed();
  }
  const { body } = await app.inject({ url: "/metrics" });
  assert.deepEqual(body.match(/^stint_blog_requests_total.*$/gm)?.toSorted(), [
    'stint_blog_requests_total{status="405"} 1',
    'stint_blog_requests_total{status="431"} 1',
  ]);
});

test("anything but an HTTP request is a 400 with a problem, and the connection is closed", async () => {
  const { port, head } = await listening();
  const malformed: (string | Buffer)[] = [
    "\r\n\r\nnonsense\r\n\r\n",
    "GET\r\n\r\n",
    "GET /v1/clients HTTP/9.9\r\nHost: x\r\n\r\n",
    "GET /v1/clients FTP/1.1\r\nHost: x\r\n\r\n",
    "GET /v1/cli\0ents HTTP/1.1\r\nHost: x\r\n\r\n",
    "G\0T /v1/clients HTTP/1.1\r\nHost: x\r\n\r\n",
    "FETCH /v1/clients HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET v1/clients HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /v1/clients HTTP/1.1\nHost: x\n\n",
    "GET /v1/clients HTTP/1.1\r\n\r\n",
    "GET /v1/clients HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    "GET /v1/clients HTTP/1.1\r\nNo colon here\r\n\r\n",
    "GET /v1/clients HTTP/1.1\r\nHost : x\r\n\r\n",
    "GET /v1/clients HTTP/1.1\r\n: x\r\n\r\n",
    `${head("GET /v1/clients", "X-Odd: a\0b")}\r\n`,
    `${head("GET /v1/clients", "X-Odd: a\rb")}\r\n`,
    `${head("GET /v1/clients", "X-Odd: a", " folded")}\r\n`,
    Buffer.from("160301020001000001fc0303", "hex"),
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  ];
  for (const bytes of malformed) {
    const connection = await connect(port);
    connection.send(bytes);
    const reply = await connection
      .reply()
      .catch((error: Error) => assert.fail(`${JSON.stringify(bytes)} ${error.message}`));
    assertRawProblem(reply, 400, "malformed_request");
    assert.equal(reply.headers["connection"], "close");
    await connection.closed();
  }
});

test("ambiguous lengths are refused, and nothing after them is read as a request", async () => {
  const { port, head, owner } = await listening();
  const smuggled = `${head("POST /v1/clients")}${framedJson('{"name":"smuggled"}')}`;
  const ambiguous = [
    ["Content-Length: 5", "Transfer-Encoding: chunked"],
    ["Transfer-Encoding: chunked", "Content-Length: 5"],
    ["Content-Length: 5", "Content-Length: 6"],
    ["Content-Length: 5, 6"],
    ["Content-Length: +5"],
    ["Content-Length: -1"],
    ["Content-Length: 0x5"],
    ["Content-Length: 99999999999999999999"],
    ["Content-Length:"],
    ["Transfer-Encoding: xchunked"],
    ["Transfer-Encoding: chunked, identity"],
    ["Transfer-Encoding: chunked", "Transfer-Encoding: identity"],
    ["Transfer-Encoding : chunked"],
  ];
  for (const headers of ambiguous) {
    const connection = await connect(port);
    connection.send(
      `${head("POST /v1/clients", "Content-Type: application/json", ...headers)}\r\n0\r\n\r\n${smuggled}`,
    );
    assertRawProblem(await connection.reply(), 400, "malformed_request");
    await connection.closed();
  }
  for (const chunks of ["zz\r\n{}\r\n0\r\n\r\n", "-1\r\n\r\n", "2\r\n{}x\r\n0\r\n\r\n", "ffffffffffffffffff\r\n"]) {
    const connection = await connect(port);
    connection.send(
      `${head("POST /v1/clients", "Content-Type: application/json", "Transfer-Encoding: chunked")}\r\n${chunks}${smuggled}`,
    );
    assertRawProblem(await connection.reply(), 400, "malformed_request");
    await connection.closed();
  }
  assert.deepEqual((await owner.get("/v1/clients")).json.data, []);
});

test("the request line and headers may be 16 KiB together, beyond that is a 431", async () => {
  const { port, head } = await listening();
  for (const bytes of [
    `${head("GET /v1/clients", `X-Long: ${"x".repeat(20_000)}`)}\r\n`,
    `${head(`GET /v1/clients?q=${"x".repeat(20_000)}`)}\r\n`,
    `${head("GET /v1/clients", ...Array.from({ length: 5_000 }, (_none, at) => `X-${at}: 1`))}\r\n`,
  ]) {
    const connection = await connect(port);
    connection.send(bytes);
    assertRawProblem(await connection.reply(), 431, "headers_too_large");
    await connection.closed();
  }
});

test("bad percent-encoding matches nothing in a path and is read literally in a query", async () => {
  const wireNow = await listening();
  const connection = await connect(wireNow.port);
  const requests: [string, number][] = [
    ["/v1/%", 404],
    ["/v1/%zz", 404],
    ["/v1/clients/%", 404],
    ["/v1/clients/%ff", 404],
    ["/v1/clients/%00", 404],
    ["/v1/clients/%c3%28", 404],
    ["/v1/clients/%2e%2e/projects", 404],
    ["/v1/../v1/clients", 404],
    ["/v1//clients", 404],
    ["//v1/clients", 404],
    ["/v1/clients;a=b", 404],
    ["/v1/clients?q=%ff", 200],
    ["/v1/clients?q=%zz", 200],
    ["/v1/clients?q=%00", 422],
    ["/v1/clients?%zz=1", 422],
    ["/v1/clients?q=a?b", 200],
    ["/v1/clients?", 200],
    ["/v1/clients?&&", 200],
    ["/v1/clients/", 200],
    ["http://stint/v1/clients", 200],
    ["/v1/clients#fragment", 422],
  ];
  for (const [target, status] of requests) {
    connection.send(`${wireNow.head(`GET ${target}`)}\r\n`);
    const reply = await connection.reply();
    assert.equal(reply.status, status, `${target}: ${reply.text}`);
    if (status >= 400) assert.equal(reply.headers["content-type"], "application/problem+json", target);
  }
  await assertUsable(connection, wireNow);
});

test("ten thousand query parameters get a reply like any others", async () => {
  const wireNow = await listening();
  const connection = await connect(wireNow.port);
  const queries: [string, number][] = [
    ["&".repeat(10_000), 200],
    ["a&".repeat(7_000), 422],
    ["limit=1&".repeat(1_500), 422],
    ["clientId=&".repeat(1_200), 422],
    [Array.from({ length: 2_000 }, (_none, at) => `p${at}`).join("&"), 422],
  ];
  for (const [query, status] of queries) {
    connection.send(`${wireNow.head(`GET /v1/projects?${query}`)}\r\n`);
    const reply = await connection.reply();
    assert.equal(reply.status, status, `${query.slice(0, 20)}: ${reply.text.slice(0, 200)}`);
    assert.ok(reply.text.length < 200_000, `${query.slice(0, 20)}: ${reply.text.length}`);
  }
  await assertUsable(connection, wireNow);
});

test("pipelined requests get their replies in order, up to a bad one", async () => {
  const { port, head, owner } = await listening();
  const where = await newProject(owner);
  const entry = JSON.stringify({ ...where, startedAt: "2026-03-02T09:00:00Z", durationSeconds: 60 });
  const create = `${head("POST /v1/time-entries")}${framedJson(entry)}`;
  const badJson = `${head("POST /v1/time-entries")}${framedJson("{")}`;
  const notFound = `${head("GET /v1/time-entries/time_0")}\r\n`;

  const connection = await connect(port);
  connection.send(create + badJson + notFound + create + `${head("GET /v1/time-entries/%")}\r\n`);
  const statuses = [];
  for (let at = 0; at < 5; at++) statuses.push((await connection.reply()).status);
  assert.deepEqual(statuses, [201, 400, 404, 201, 404]);

  // The error for invalid bytes must not overtake the reply to an earlier request.
  connection.send(`${create}${notFound}GARBAGE\r\n\r\n${create}`);
  const made = await connection.reply();
  assert.equal(made.status, 201, made.text);
  assert.equal((await connection.reply()).status, 404);
  assertRawProblem(await connection.reply(), 400, "malformed_request");
  await connection.closed();

  const { data } = (await owner.get("/v1/time-entries")).json;
  assert.equal(data.length, 3);
  assert.ok(data.some((row: { id: string }) => row.id === made.json.id));
});

test("HTTP/1.0 gets a reply and is closed, and HEAD has no body", async () => {
  const wireNow = await listening();
  const { port, owner, head } = wireNow;
  const old = await connect(port);
  old.send(`GET /v1/projects?limit=1 HTTP/1.0\r\nAuthorization: Bearer ${owner.apiKey}\r\n\r\n`);
  assert.equal((await old.reply()).status, 200);
  await old.closed();

  const connection = await connect(port);
  connection.send(`${head("HEAD /v1/clients")}\r\n`);
  const reply = await connection.reply({ toHead: true });
  assert.equal(reply.status, 200);
  assert.ok(Number(reply.headers["content-length"]) > 10);
  // The server skips an unexpected body.
  connection.send(`${head("GET /v1/clients", "Content-Length: 5")}\r\nhello`);
  assert.equal((await connection.reply()).status, 200);
  connection.send(`${head("GET /v1/clients", "Connection: Upgrade", "Upgrade: websocket")}\r\n`);
  assert.equal((await connection.reply()).status, 200);
  await assertUsable(connection, wireNow);
});

test("headers or a body that never end are a 408, and the connection is closed", async () => {
  const { port, head } = await listening({ timeouts: shortTimeouts });
  const type = "Content-Type: application/json";
  const endless = [
    "GET /v1/clients HTTP/1.1\r\nHost: x\r\n",
    head("POST /v1/clients", type),
    `${head("POST /v1/clients", type, "Content-Length: 100")}\r\n{"name"`,
    `${head("POST /v1/clients", type, "Transfer-Encoding: chunked")}\r\n2\r\n{"`,
  ];
  await Promise.all(
    endless.map(async (bytes) => {
      const connection = await connect(port);
      connection.send(bytes);
      const reply = await connection.reply().catch((error: Error) => assert.fail(`${bytes} ${error.message}`));
      assertRawProblem(reply, 408, "request_timeout");
      assert.equal(reply.headers["connection"], "close");
      await connection.closed();
    }),
  );
});

test("clients that disconnect in the middle leave the server unaffected", async () => {
  const wireNow = await listening();
  const { port, head } = wireNow;
  const type = "Content-Type: application/json";
  for (const bytes of [
    "GET /v1/cli",
    `${head("POST /v1/projects", type, "Content-Length: 100")}\r\n{"name":`,
    `${head("POST /v1/projects", type, "Transfer-Encoding: chunked")}\r\n2\r\n{"`,
    `${head("GET /v1/projects")}\r\n`,
  ]) {
    for (const leave of ["end", "destroy"] as const) {
      const connection = await connect(port);
      connection.send(bytes);
      connection[leave]();
    }
  }
  await assertUsable(await connect(port), wireNow);
});

test("a refused client that keeps its side open is still disconnected", async () => {
  const { app, port } = await listening({ timeouts: shortTimeouts });
  const connections = () =>
    new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)));
  const refused = await connect(port);
  refused.send("nonsense\r\n\r\n");
  assertRawProblem(await refused.reply(), 400, "malformed_request");
  assert.equal(await connections(), 1);
  await waitFor(async () => (await connections()) === 0);
});
