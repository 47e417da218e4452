import assert from "node:assert/strict";
import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import { test } from "node:test";
import { setImmediate as turn, setTimeout as pause } from "node:timers/promises";
import { readZip } from "#test/files/read-zip.ts";
import { writeZip } from "./zip.ts";

const release = async () => undefined;

/** Returns pieces of text that do not compress well, and a count of the pieces requested. */
function counted(count: number, failAt = Infinity) {
  const state = { pieces: 0 };
  async function* make(): AsyncGenerator<string> {
    while (state.pieces < count) {
      if (state.pieces === failAt) throw new Error("on purpose");
      state.pieces++;
      yield Array.from({ length: 500 }, () => Math.random().toString(36)).join("");
    }
  }
  return { state, contents: make() };
}

test("files are read back by path, as a whole and in pieces, even empty ones", async () => {
  async function* pieces() {
    yield "first, ";
    await turn();
    yield "zweite Hälfte";
  }
  async function* none() {}
  const files = [
    { path: "a.txt", contents: Buffer.from("whole") },
    { path: "b/c.txt", contents: pieces() },
    { path: "d.txt", contents: none() },
  ];
  const read = await readZip(await buffer(writeZip(files, { release })));
  assert.deepEqual(
    [...read].map(([path, bytes]) => [path, bytes.toString()]),
    [
      ["a.txt", "whole"],
      ["b/c.txt", "first, zweite Hälfte"],
      ["d.txt", ""],
    ],
  );
});

test("nothing is read ahead, and a file only after those before it are written", async () => {
  const [first, second] = [counted(2_000), counted(1)];
  const zip = writeZip(
    [
      { path: "first", contents: first.contents },
      { path: "second", contents: second.contents },
    ],
    { release },
  );
  await once(zip, "readable");
  await pause(50);
  assert.ok(first.state.pieces < 50, `${first.state.pieces} pieces were asked for`);
  assert.equal(second.state.pieces, 0);
  await buffer(zip);
  assert.deepEqual([first.state.pieces, second.state.pieces], [2_000, 1]);
});

test("an error in a file becomes the error of the zip, which releases its resources", async () => {
  const done: string[] = [];
  const zip = writeZip(
    [
      { path: "a", contents: counted(20, 5).contents },
      { path: "b", contents: counted(20).contents },
    ],
    { release: async () => done.push("released") },
  );
  await assert.rejects(buffer(zip), /on purpose/);
  assert.deepEqual(done, ["released"]);
});

test("a destroyed zip requests nothing more", async () => {
  const { state, contents } = counted(2_000);
  const { promise: released, resolve } = Promise.withResolvers<void>();
  const zip = writeZip([{ path: "a", contents }], { release: async () => resolve() });
  await once(zip, "readable");
  zip.destroy();
  await released;
  const { pieces } = state;
  for (let turns = 0; turns < 10; turns++) await turn();
  assert.equal(state.pieces, pieces);
});
