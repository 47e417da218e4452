import assert from "node:assert/strict";
import net from "node:net";
import { test } from "node:test";
import { waitFor } from "#test/databases/hold.ts";
import { listenOn } from "#test/http/raw-connection.ts";
import { newTestApp } from "#test/worlds/test-app.ts";

const fixed = [
  "/",
  "/guide",
  "/openapi.json",
  "/docs",
  "/docs/static/swagger-ui-bundle.js",
  "/docs/static/swagger-ui.css",
  "/docs/static/show-document.js",
  "/set-up",
  "/sign-in",
  "/sign-in.js",
];

test("a fixed document has a strong ETag, a 304 for clients that have it, and HEAD", async () => {
  const { app } = await newTestApp();
  for (const url of fixed) {
    const whole = await app.inject({ method: "GET", url });
    assert.equal(whole.statusCode, 200, url);
    const etag = String(whole.headers["etag"]);
    assert.match(etag, /^"[\w-]+"$/, url);
    const known = await app.inject({ method: "GET", url, headers: { "if-none-match": `"other", W/${etag}` } });
    assert.deepEqual([known.statusCode, known.body, known.headers["etag"]], [304, "", etag], url);
    const head = await app.inject({ method: "HEAD", url });
    assert.equal(head.statusCode, 200, url);
    assert.deepEqual([head.headers["content-length"], head.body], [String(whole.rawPayload.length), ""], url);
  }
});

test("connections that pipeline large documents and read nothing need no memory, and others get replies", async (t) => {
  const { app } = await newTestApp();
  const port = await listenOn(app);
  const heldBytes = () => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  for (const path of ["/openapi.json", "/docs/static/swagger-ui-bundle.js"]) {
    await app.inject({ method: "GET", url: path });
    const before = heldBytes();
    const pipeline = `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(1_400);
    const sockets = Array.from({ length: 5 }, () => {
      const socket = net.connect({ port, host: "127.0.0.1" });
      socket.on("error", () => undefined).pause();
      socket.write(pipeline);
      return socket;
    });
    t.after(() => sockets.forEach((socket) => socket.destroy()));
    // Wait until the server stops reading requests, because unread replies have filled the kernel's buffers.
    let last = -1;
    await waitFor(async () => {
      assert.equal((await fetch(`http://127.0.0.1:${port}/healthz`)).status, 200);
      const read = sockets.reduce((sum, socket) => sum + socket.bytesWritten, 0);
      const isStill = read === last;
      last = read;
      return isStill && read > 0;
    });
    assert.equal((await fetch(`http://127.0.0.1:${port}${path}`)).status, 200);
    assert.ok(heldBytes() - before < 100 * 2 ** 20, `${heldBytes() - before} bytes for ${path}`);
  }
});
