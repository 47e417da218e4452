import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, readdir, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { test, type TestContext } from "node:test";
import { setImmediate as immediate } from "node:timers/promises";
import { waitFor } from "#test/databases/hold.ts";
import { createDownloads } from "./downloads.ts";
import { spool, type SpoolLimits } from "./spool.ts";

const mebibyte = 2 ** 20;

async function makeLimits(t: TestContext, changed: Partial<SpoolLimits> = {}): Promise<SpoolLimits> {
  const folder = await mkdtemp(join(tmpdir(), "stint-test-spool-"));
  // `rmdir` fails if a file is left in the folder.
  t.after(() => rmdir(folder));
  return { folder, maxBytes: 1024 * mebibyte, minFreeBytes: 0, ...changed };
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
  const limits = await makeLimits(t);
  const { state, source } = pieces(500);
  const spooled = spool(source, limits);
  await waitFor(() => state.isEnded);
  assert.equal(state.given, 500);
  // The file is already unlinked, so it disappears with the process.
  assert.deepEqual(await readdir(limits.folder), []);
  assert.equal(sha(await buffer(spooled)), state.hash.digest("hex"));
});

test("a reader that is alternately slower and faster than the source gets every byte once", async (t) => {
  const limits = await makeLimits(t);
  for (const pauses of [
    [0, 5],
    [5, 0],
    [1, 1],
  ] as const) {
    const { state, source } = pieces(300);
    const chunks: Buffer[] = [];
    const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    for await (const chunk of spool(source, limits)) {
      chunks.push(chunk as Buffer);
      if (chunks.length % 40 === 0) await wait(chunks.length % 80 === 0 ? pauses[0] : pauses[1] * 10);
    }
    assert.equal(sha(Buffer.concat(chunks)), state.hash.digest("hex"));
  }
});

test("it ends only after `beforeEnd`, and fails with it", async (t) => {
  const limits = await makeLimits(t);
  const { promise, resolve } = Promise.withResolvers<void>();
  let isAsked = false;
  const beforeEnd = () => ((isAsked = true), promise);
  let isEnded = false;
  const read = buffer(spool(pieces(2).source, limits, beforeEnd)).finally(() => (isEnded = true));
  await waitFor(() => isAsked);
  assert.equal(isEnded, false);
  resolve();
  await read;

  const failing = () => Promise.reject(new Error("not noted"));
  await assert.rejects(buffer(spool(pieces(1).source, limits, failing)), /not noted/);
});

test("it fails with the source's error, and its end ends the source", async (t) => {
  const limits = await makeLimits(t);
  await assert.rejects(buffer(spool(pieces(200, 150).source, limits)), /on purpose/);
  const { state, source } = pieces(1e9);
  const spooled = spool(source, limits);
  await waitFor(() => state.given > 100);
  spooled.destroy();
  await waitFor(() => state.isEnded);
});

test("a reader that leaves while the source is slow ends it at once", async (t) => {
  const limits = await makeLimits(t);
  const source = new Readable({ read() {} });
  const spooled = spool(source, limits);
  spooled.resume();
  await immediate();
  spooled.destroy();
  await waitFor(() => source.destroyed && spooled.closed);
});

test("the number of concurrent downloads is limited per organization", async (t) => {
  const downloads = createDownloads({ ...(await makeLimits(t)), maxOfTenant: 4 });
  const [end] = Array.from({ length: 4 }, () => downloads.begin("one"));
  assert.throws(() => downloads.begin("one"), { code: "unavailable", headers: { "retry-after": "5" } });
  downloads.begin("two")();
  end?.();
  downloads.begin("one");
  assert.throws(() => downloads.begin("one"), { code: "unavailable" });
});

for (const [name, changed] of [
  ["a download whose file is full", { maxBytes: mebibyte }],
  ["a download for which the disk has no room", { minFreeBytes: Number.MAX_SAFE_INTEGER }],
] as const) {
  test(`${name} is made as fast as its client reads, and is complete`, async (t) => {
    const limits = await makeLimits(t, changed);
    const { state, source } = pieces(500);
    const hash = createHash("sha256");
    let mostAhead = 0;
    let bytes = 0;
    for await (const chunk of spool(source, limits) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
      mostAhead = Math.max(mostAhead, state.given * 60_000 - bytes);
      await immediate();
    }
    assert.equal(hash.digest("hex"), state.hash.digest("hex"));
    assert.ok(mostAhead < 3 * mebibyte, `${mostAhead} bytes ahead`);
  });

  test(`${name} ends its source when its client leaves`, async (t) => {
    const limits = await makeLimits(t, changed);
    const { state, source } = pieces(1e9);
    const spooled = spool(source, limits);
    let given = -1;
    await waitFor(async () => {
      const isStill = state.given === given && given >= 17;
      given = state.given;
      await new Promise((resolve) => setTimeout(resolve, 50));
      return isStill;
    });
    assert.ok(state.given < 60, `${state.given} pieces`);
    spooled.destroy();
    await waitFor(() => state.isEnded);
  });
}
