import assert from "node:assert/strict";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { test, type TestContext } from "node:test";
import { createUploads, type Uploads } from "./uploads.ts";

const limits = { windowMs: 40, minBytes: 1, lookMs: 10, most: 4, maxOfTenant: 4 };
const severalWindowsMs = 200;

/** Serves uploads with `take`; `stalled` lists the connections that were too slow. */
async function serve(t: TestContext, take: (request: http.IncomingMessage) => Promise<void>) {
  const stalled: Socket[] = [];
  const uploads: Uploads = createUploads(limits, (socket) => stalled.push(socket));
  const sockets: Socket[] = [];
  const server = http.createServer((request, response) => {
    sockets.push(request.socket);
    const reply = (status: number) => () => response.writeHead(status).end();
    void uploads.run("org", request, () => take(request)).then(reply(204), reply(409));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const send = async () => (await fetch(`http://127.0.0.1:${port}`, { method: "POST", body: "a file" })).status;
  return { send, stalled, isUnderWay: () => sockets.some(uploads.isUnderWay) };
}

test("a complete body is not considered slow while it is stored", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const { send, stalled, isUnderWay } = await serve(t, async (request) => {
    for await (const _ of request);
    t.mock.timers.tick(severalWindowsMs);
  });
  assert.equal(await send(), 204);
  assert.deepEqual(stalled, []);
  assert.equal(isUnderWay(), false);
});

test("a refused body that arrived completely is no longer watched", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const { send, stalled, isUnderWay } = await serve(t, async (request) => {
    request.resume();
    throw new Error("refused");
  });
  assert.equal(await send(), 409);
  t.mock.timers.tick(severalWindowsMs);
  assert.deepEqual(stalled, []);
  assert.equal(isUnderWay(), false);
});
