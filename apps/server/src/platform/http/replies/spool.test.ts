import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { test, type TestContext } from "node:test";
import { setImmediate as immediate } from "node:timers/promises";
import { waitFor } from "#test/databases/hold.ts";
import { createDownloads, type DownloadLimits } from "./downloads.ts";
import { spool } from "./spool.ts";

const limits = { maxBytes: 2 ** 30, maxTenantBytes: 2 ** 29, maxOfTenant: 4, minFreeBytes: 0 };

async function downloadsIn(t: TestContext, changed: Partial<DownloadLimits> = {}) {
  const folder = await mkdtemp(join(tmpdir(), "stint-test-spool-"));
  // `rmdir` fails if a file is left in the folder.
  t.after(() => rmdir(folder));
  return { folder, downloads: createDownloads({ ...limits, folder, ...changed }) };
}

/** Returns pieces of different lengths and a record of how many bytes were requested. */
function pieces(count: number, failAt = Infinity) {
  const state = { given: 0, isEnded: false, hash: createHash("sha256") };
  async function* make(): AsyncGenerator<Buffer> {
    try {
      for (; state.given < count; state.given++) {
        if (state.given === failAt) throw new Error("on purpose");
        const piece = Buffer.alloc(30_000 + (state.given % 7) * 10_001, state.given % 251);
        state.hash.update(piece);
        yield piece;
      }
    } finally {
      state.isEnded = true;
    }
  }
  return { state, source: Readable.from(make(), { objectMode: false, highWaterMark: 1 }) };
}

const sha = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

test("the source is read to its end while nobody reads the result, which is complete later", async (t) => {
  const { folder, downloads } = await downloadsIn(t);
  const { state, source } = pieces(500);
  const spooled = spool(source, downloads.begin("one"));
  await waitFor(() => state.isEnded);
  assert.equal(state.given, 500);
  // The file is already unlinked, so it disappears with the process.
  assert.deepEqual(await readdir(folder), []);
  assert.equal(sha(await buffer(spooled)), state.hash.digest("hex"));
});

test("a reader that is alternately slower and faster than the source gets every byte once", async (t) => {
  const { downloads } = await downloadsIn(t);
  for (const pauses of [
    [0, 5],
    [5, 0],
    [1, 1],
  ] as const) {
    const { state, source } = pieces(300);
    const chunks: Buffer[] = [];
    const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    for await (const chunk of spool(source, downloads.begin("one"))) {
      chunks.push(chunk as Buffer);
      if (chunks.length % 40 === 0) await wait(chunks.length % 80 === 0 ? pauses[0] : pauses[1] * 10);
    }
    assert.equal(sha(Buffer.concat(chunks)), state.hash.digest("hex"));
  }
});

test("it ends only after `beforeEnd`, and fails with it", async (t) => {
  const { downloads } = await downloadsIn(t);
  const { promise, resolve } = Promise.withResolvers<void>();
  let isAsked = false;
  const beforeEnd = () => ((isAsked = true), promise);
  let isEnded = false;
  const read = buffer(spool(pieces(2).source, downloads.begin("one"), beforeEnd)).finally(() => (isEnded = true));
  await waitFor(() => isAsked);
  assert.equal(isEnded, false);
  resolve();
  await read;

  const failing = () => Promise.reject(new Error("not noted"));
  await assert.rejects(buffer(spool(pieces(1).source, downloads.begin("one"), failing)), /not noted/);
});

test("it fails with the source's error, and its end ends the source", async (t) => {
  const { downloads } = await downloadsIn(t);
  await assert.rejects(buffer(spool(pieces(200, 150).source, downloads.begin("one"))), /on purpose/);
  const { state, source } = pieces(1e9);
  const spooled = spool(source, downloads.begin("one"));
  await waitFor(() => state.given > 100);
  spooled.destroy();
  await waitFor(() => state.isEnded);
});

test("stored bytes are limited, per organization and in total, and are released", async (t) => {
  const mebibyte = 2 ** 20;
  const { downloads } = await downloadsIn(t, { maxTenantBytes: 16 * mebibyte, maxBytes: 24 * mebibyte });
  const unread = (tenant: string, count: number) => {
    const { state, source } = pieces(count);
    const spooled = spool(source, downloads.begin(tenant));
    t.after(() => spooled.destroy());
    const seen: { failure?: Error } = {};
    spooled.on("error", (error) => (seen.failure = error));
    return { spooled, state, seen };
  };
  const one = unread("one", 200);
  await waitFor(() => one.state.isEnded);
  const second = unread("one", 200);
  second.spooled.read();
  await waitFor(() => second.seen.failure !== undefined);
  assert.match(String(second.seen.failure), /use all the space reserved/);
  assert.equal(one.seen.failure, undefined);
  const other = unread("two", 100);
  await waitFor(() => other.state.isEnded);
  assert.equal(sha(await buffer(other.spooled)), other.state.hash.digest("hex"));
  one.spooled.destroy();
  await waitFor(() => one.spooled.closed);
  const again = unread("one", 200);
  await waitFor(() => again.state.isEnded);
  assert.equal(sha(await buffer(again.spooled)), again.state.hash.digest("hex"));
});

test("the number of concurrent downloads is limited per organization", async (t) => {
  const { downloads } = await downloadsIn(t);
  const begun = Array.from({ length: 4 }, () => downloads.begin("one"));
  assert.throws(() => downloads.begin("one"), { code: "unavailable", headers: { "retry-after": "5" } });
  downloads.begin("two").end();
  begun[0]?.end();
  begun[0]?.end();
  downloads.begin("one");
  assert.throws(() => downloads.begin("one"), { code: "unavailable" });
});

test("a download for which others leave no room is made as fast as its client reads", async (t) => {
  const mebibyte = 2 ** 20;
  const { downloads } = await downloadsIn(t, { maxTenantBytes: 8 * mebibyte, maxBytes: 16 * mebibyte });
  const others = ["one", "two"].map((tenant) => {
    const { state, source } = pieces(100);
    const spooled = spool(source, downloads.begin(tenant));
    t.after(() => spooled.destroy());
    return { spooled, state };
  });
  for (const { state } of others) await waitFor(() => state.isEnded);
  const { state, source } = pieces(500);
  const spooled = spool(source, downloads.begin("three"));
  let mostAhead = 0;
  let bytes = 0;
  const hash = createHash("sha256");
  for await (const chunk of spooled as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
    mostAhead = Math.max(mostAhead, state.given * 60_000 - bytes);
    await immediate();
  }
  assert.equal(hash.digest("hex"), state.hash.digest("hex"));
  assert.ok(mostAhead < 2 * mebibyte, `${mostAhead} bytes ahead`);

  const stalled = pieces(1e9);
  const abandoned = spool(stalled.source, downloads.begin("four"));
  await waitFor(() => stalled.state.given >= 18);
  abandoned.destroy();
  await waitFor(() => stalled.state.isEnded);

  const waiting = pieces(100);
  const waited = spool(waiting.source, downloads.begin("five"));
  for (const other of others) other.spooled.destroy();
  await waitFor(() => waiting.state.isEnded);
  assert.equal(sha(await buffer(waited)), waiting.state.hash.digest("hex"));
});

test("a download that is left while it asks for room gives its place back", async (t) => {
  const { downloads } = await downloadsIn(t, { maxOfTenant: 1 });
  const { source, state } = pieces(1e9);
  const download = downloads.begin("one");
  const spooled = spool(source, {
    ...download,
    async grow() {
      const closed = once(spooled, "close");
      spooled.destroy();
      await closed;
      return false;
    },
  });
  await waitFor(() => state.isEnded);
  await waitFor(() => {
    try {
      downloads.begin("one").end();
      return true;
    } catch {
      return false;
    }
  });
});

test("some space on the disk stays free, and downloads are complete without it", async (t) => {
  const { downloads } = await downloadsIn(t, { minFreeBytes: Number.MAX_SAFE_INTEGER });
  const { state, source } = pieces(100);
  const hash = createHash("sha256");
  for await (const chunk of spool(source, downloads.begin("one")) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    await immediate();
  }
  assert.equal(hash.digest("hex"), state.hash.digest("hex"));
});
