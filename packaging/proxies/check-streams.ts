import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { Readable } from "node:stream";
import type { Protocol } from "./visitor.ts";
import type { World } from "./world.ts";

const limit = { timeout: 2 * 60_000 };

async function readUntil(stream: Readable, text: string): Promise<void> {
  let received = "";
  for await (const piece of stream.iterator({ destroyOnReturn: false })) {
    received += String(piece);
    if (received.includes(text)) return;
  }
  assert.fail(`the stream ended before ${text}, after ${received}`);
}

export function checkStreams(name: string, world: World): void {
  const { owner: browser } = world;

  async function listen(t: TestContext, protocol: Protocol, cursor: string): Promise<Readable> {
    const listener = await world.visit(t, { protocol });
    for (const [cookie, value] of browser.cookies) listener.cookies.set(cookie, value);
    const headers = { accept: "text/event-stream", "accept-encoding": "gzip, deflate, br, zstd" };
    const path = `/v1/events/stream?types=client.created&cursor=${encodeURIComponent(cursor)}`;
    const stream = await listener.open("GET", path, { headers });
    assert.deepEqual([stream.status, stream.headers["content-type"]], [200, "text/event-stream"]);
    assert.equal(stream.headers["content-encoding"], undefined);
    return stream.body;
  }

  async function createClient(clientName: string, note = ""): Promise<void> {
    const body = { name: clientName, note };
    const created = await browser.send("POST", "/v1/clients", { body });
    assert.equal(created.status, 201, created.body.toString());
  }

  for (const protocol of ["h2", "http/1.1"] as const) {
    test(`${name}: an event arrives while its stream is open, over ${protocol}`, limit, async (t) => {
      const stream = await listen(t, protocol, "now");
      await readUntil(stream, "id: ");
      await Promise.all([createClient("Globex"), readUntil(stream, "Globex")]);
    });

    test(`${name}: a stream that begins with past events stays unbuffered, over ${protocol}`, limit, async (t) => {
      const page = await browser.send("GET", "/v1/events?types=client.created&cursor=now");
      for (const past of ["Past 1", "Past 2", "Past 3"]) await createClient(past, "A long note. ".repeat(150));
      const stream = await listen(t, protocol, JSON.parse(page.body.toString()).resumeCursor);
      await readUntil(stream, "Past 3");
      await Promise.all([createClient("Initech"), readUntil(stream, "Initech")]);
    });
  }
}
