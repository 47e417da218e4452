import assert from "node:assert/strict";
import { test } from "node:test";
import type { Requester } from "#platform/requester.ts";
import { BusyError } from "./database-errors.ts";
import { createFairGate, type FairGate, type Turn } from "./fair-gate.ts";

const by = (tenant: string | undefined): Requester => ({ tenant, isReading: true, hasLeft: () => false });

/** A gate of so many connections, and a clock that the test moves. */
function gateOf(size: number) {
  let nowMs = 0;
  const gate = createFairGate(size, () => nowMs);
  return { gate, pass: (ms: number) => void (nowMs += ms) };
}

function enter(gate: FairGate, tenant: string | undefined, isWriting = false) {
  const entered = gate.enter(by(tenant), isWriting);
  const asked: { turn: Turn | undefined; promise: Promise<Turn> } = {
    turn: undefined,
    promise: Promise.resolve(entered),
  };
  if (entered instanceof Promise) entered.then((turn) => (asked.turn = turn)).catch(() => undefined);
  else asked.turn = entered;
  return asked;
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const isRunning = ({ turn }: { turn: Turn | undefined }) => turn !== undefined;
const leave = (gate: FairGate, { turn }: { turn: Turn | undefined }) => {
  assert.ok(turn);
  gate.leave(turn);
};
const many = (count: number, gate: FairGate, tenant: string | undefined, isWriting = false) =>
  Array.from({ length: count }, () => enter(gate, tenant, isWriting));

test("an idle server gives one tenant three quarters of the connections, and the rest to the next", () => {
  const { gate, pass } = gateOf(16);
  assert.equal(many(20, gate, "one").filter(isRunning).length, 12);
  pass(60_000);
  assert.equal(enter(gate, "one").turn, undefined);
  assert.equal(isRunning(enter(gate, "two")), true);
});

test("writes hold three quarters of the connections at most, whoever writes, and reads find the rest", async () => {
  const { gate } = gateOf(8);
  const writes = Array.from({ length: 20 }, (_, index) => enter(gate, `tenant ${index}`, true));
  assert.equal(writes.filter(isRunning).length, 6);
  assert.equal([enter(gate, "a"), enter(gate, "b")].filter(isRunning).length, 2);
  leave(gate, writes[0] ?? enter(gate, "none"));
  await settled();
  assert.equal(writes.filter(isRunning).length, 7);
});

test("a connection that becomes free goes to the tenant that used the least database time", async () => {
  const { gate, pass } = gateOf(4);
  const [first] = many(3, gate, "busy");
  const last = enter(gate, "other");
  pass(1_000);
  const waiting = [enter(gate, "busy"), enter(gate, "other"), enter(gate, "new"), enter(gate, "busy")];
  leave(gate, first ?? last);
  await settled();
  assert.deepEqual(waiting.map(isRunning), [false, false, true, false]);
  leave(gate, last);
  await settled();
  assert.deepEqual(waiting.map(isRunning), [false, true, true, false]);
});

test("a tenant that used much lately holds few connections while others work, and all of its own when they stop", async () => {
  const { gate, pass } = gateOf(16);
  const hog = many(12, gate, "hog");
  pass(2_000);
  for (const one of hog) leave(gate, one);
  leave(gate, enter(gate, "other"));
  const asked = many(12, gate, "hog");
  assert.equal(asked.filter(isRunning).length, 2);
  // A tenant with little usage holds more, but a burst of its requests does not starve the others either.
  assert.equal(many(8, gate, "light").filter(isRunning).length, 4);
});

test("what is used is forgotten", () => {
  const { gate, pass } = gateOf(16);
  for (const one of many(12, gate, "hog").map((asked) => (pass(100), asked))) leave(gate, one);
  pass(60_000);
  leave(gate, enter(gate, "other"));
  assert.equal(many(12, gate, "hog").filter(isRunning).length, 4);
});

test("a tenant that is alone again gets its connections back without asking anew", async () => {
  const gate = createFairGate(16);
  const realGate = many(12, gate, "hog");
  const other = enter(gate, "other");
  await new Promise((resolve) => setTimeout(resolve, 500));
  for (const one of realGate) leave(gate, one);
  const asked = many(12, gate, "hog");
  assert.ok(asked.filter(isRunning).length < 12);
  leave(gate, other);
  await Promise.all(asked.map(({ promise }) => promise));
});

test("more than so many of one tenant do not wait, those of others do, and none for longer than five seconds", async () => {
  const { gate, pass } = gateOf(2);
  many(1, gate, "flood");
  enter(gate, "two");
  const waiting = many(32, gate, "flood");
  await assert.rejects(enter(gate, "flood").promise, BusyError);
  const other = enter(gate, "three");
  pass(5_000);
  for (const { promise } of [...waiting, other]) await assert.rejects(promise, BusyError);
});

test("a turn that is left twice is free once", () => {
  const { gate } = gateOf(2);
  const one = enter(gate, "one");
  leave(gate, one);
  leave(gate, one);
  assert.deepEqual([enter(gate, "a"), enter(gate, "b"), enter(gate, "c")].map(isRunning), [true, true, false]);
});

test("the background is nobody's, and counts as writing", () => {
  const { gate } = gateOf(8);
  assert.equal(many(20, gate, undefined, true).filter(isRunning).length, 6);
  assert.equal(many(20, gate, undefined).filter(isRunning).length, 2);
});
