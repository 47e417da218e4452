import assert from "node:assert/strict";
import { test } from "node:test";
import { loadOnce } from "./load-once.ts";

test("a failed load is repeated, but only after its failure could be reported", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const replies = [Promise.reject(new Error("offline")), Promise.resolve("texts")];
  let asked = 0;
  const load = loadOnce(() => replies[asked++] ?? Promise.reject(new Error("asked too often")));
  await assert.rejects(load(), { message: "offline" });
  await assert.rejects(load(), { message: "offline" });
  assert.equal(asked, 1);
  t.mock.timers.tick(1000);
  assert.deepEqual(await Promise.all([load(), load()]), ["texts", "texts"]);
  t.mock.timers.tick(1000);
  assert.equal(await load(), "texts");
  assert.equal(asked, 2);
});
