import assert from "node:assert/strict";
import { test } from "node:test";
import type { Write } from "@stint/offline/write.ts";
import { createUndoStore } from "./undo-store.ts";

const remove = (id: string): Write => ({ kind: "delete", ids: [id] });

function storeOf() {
  const written: Write[] = [];
  const write = (each: Write): Write[] => {
    written.push(each);
    return each.kind === "delete" ? [{ kind: "restore", ids: each.ids }] : [];
  };
  return { written, store: createUndoStore({ write }) };
}

test("undoing takes the last step back, with its writes in the reverse order", () => {
  const { written, store } = storeOf();
  store.undoable.run(remove("a"), "first");
  store.undoable.run([remove("b"), remove("c")], "second");
  store.undo();
  assert.deepEqual(
    written.slice(3).map((each) => "ids" in each && each.ids),
    [["c"], ["b"]],
  );
  assert.equal(store.state.get().undone, "second");
  assert.deepEqual(
    store.state.get().history.map(({ label }) => label),
    ["first"],
  );
});

test("undoing waits for a change that is being applied, and undoes that one", async () => {
  const { written, store } = storeOf();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const { promise: reverted, resolve: revert } = Promise.withResolvers<void>();
  store.undoable.run(remove("a"), "earlier");
  const applied = store.undoable.apply(async () => {
    await answered;
    store.undoable.did("applied", revert);
  });
  store.undo();
  assert.equal(store.state.get().undone, undefined);
  answer();
  await Promise.all([applied, reverted]);
  assert.equal(store.state.get().undone, "applied");
  assert.equal(written.length, 1);
});

test("a step whose writes were all refused can't be undone", () => {
  const { store } = storeOf();
  const [refused, sent] = [remove("a"), remove("b")];
  const made = { at: "2026-03-02T08:00:00Z", session: "" };
  store.undoable.run(refused, "refused");
  store.undoable.run([refused, sent], "partly refused");
  store.dropRefused([{ key: "1", made, write: refused, status: "failed" }]);
  assert.deepEqual(
    store.state.get().history.map(({ label }) => label),
    ["partly refused"],
  );
});

test("a failed undo is reported", async () => {
  const { store } = storeOf();
  const error = new Error("gone");
  store.undoable.did("applied", () => Promise.reject(error));
  const { promise: failed, resolve } = Promise.withResolvers<void>();
  store.undo();
  store.state.subscribe(() => store.state.get().failure !== undefined && resolve());
  await failed;
  assert.deepEqual(store.state.get().failure, { error, isUndo: true });
  assert.equal(store.state.get().undone, undefined);
});
