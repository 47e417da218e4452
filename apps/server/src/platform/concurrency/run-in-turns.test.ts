import assert from "node:assert/strict";
import { test } from "node:test";
import { runInTurns } from "./run-in-turns.ts";

test("items take turns until none has more, and one that fails delays no other", async () => {
  const left = new Map([
    ["many", 4],
    ["broken", 3],
    ["few", 2],
  ]);
  const turns: string[] = [];
  const running = runInTurns([...left.keys()], async (item) => {
    turns.push(item);
    const more = (left.get(item) ?? 0) - 1;
    left.set(item, more);
    if (item === "broken" && more === 1) throw new Error("no");
    return more > 0;
  });
  await assert.rejects(running, /no/);
  assert.equal(turns.join(" "), "many broken few many broken few many many");
});
