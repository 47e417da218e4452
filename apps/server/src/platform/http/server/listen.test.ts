import assert from "node:assert/strict";
import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { text } from "node:stream/consumers";
import { httpUrl, reachableHost } from "#platform/loopback.ts";
import { statusOf } from "#src/error-codes.ts";
import { createHttpApp } from "./create-http-app.ts";
import { listen } from "./listen.ts";

const host = "127.0.0.1";

async function serve(t: TestContext, port = 0) {
  const app = createHttpApp({
    statusOf,
    logger: undefined,
    timeouts: undefined,
    answerFirst(_request, response) {
      response.end("x");
      return true;
    },
  });
  t.after(() => app.close());
  await listen(app, { host, port });
  return { app, port: (app.server.address() as AddressInfo).port };
}

async function connect(port: number) {
  const socket = net.connect(port, host);
  await once(socket, "connect");
  return socket;
}

test("a burst of connections is answered on all sockets, and a closed app accepts none", async (t) => {
  const { app, port } = await serve(t);
  const sockets = await Promise.all(Array.from({ length: 200 }, () => connect(port)));
  const replies = sockets.map((socket) => {
    socket.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    return text(socket);
  });
  for (const reply of await Promise.all(replies)) assert.match(reply, /^HTTP\/1\.1 200 /);
  await app.close();
  const refused = Array.from({ length: 50 }, () => assert.rejects(connect(port), { code: "ECONNREFUSED" }));
  await Promise.all(refused);
});

test("a port that another app listens on is in use, although several sockets may share it", async (t) => {
  const { port } = await serve(t);
  await assert.rejects(serve(t, port), { code: "EADDRINUSE" });
});

test("a wildcard is reached by a loopback address that the machine has", () => {
  const machine = (...addresses: string[]) => ({ lo: addresses.map((address) => ({ address })) as never });
  for (const [host, machineWith, url] of [
    ["0.0.0.0", machine("127.0.0.1", "::1"), "http://127.0.0.1:80"],
    ["::", machine("127.0.0.1", "::1"), "http://[::1]:80"],
    ["::", machine("127.0.0.1"), "http://127.0.0.1:80"],
    ["0.0.0.0", machine("::1"), "http://[::1]:80"],
    ["10.0.0.5", machine("::1"), "http://10.0.0.5:80"],
  ] as const)
    assert.equal(httpUrl(reachableHost(host, machineWith), 80), url);
});
