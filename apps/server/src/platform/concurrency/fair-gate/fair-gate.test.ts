import assert from "node:assert/strict";
import { test } from "node:test";
import type { Requester } from "#platform/requester.ts";
import { BusyError } from "#platform/concurrency/errors.ts";
import { createFairGate, type FairGate } from "./fair-gate.ts";
import type { Ticket } from "./gate-queue.ts";
import { createActiveTenants } from "./tenants.ts";

const by = (tenant: string | undefined, caller?: string): Requester => ({
  tenant,
  ...(caller === undefined ? {} : { caller }),
  isReading: true,
  hasLeft: () => false,
});

/** Creates a gate for this many connections, and a clock that the test advances. */
function gateOf(size: number) {
  let nowMs = 0;
  const gate = createFairGate(size, { nowMs: () => nowMs });
  return { gate, pass: (ms: number) => void (nowMs += ms) };
}

function enter(gate: FairGate, tenant: string | undefined, isWriting = false, caller?: string) {
  const entered = gate.enter(by(tenant, caller), { isWriting });
  const asked: { ticket: Ticket | undefined; promise: Promise<Ticket> } = {
    ticket: undefined,
    promise: Promise.resolve(entered),
  };
  if (entered instanceof Promise) entered.then((ticket) => (asked.ticket = ticket)).catch(() => undefined);
  else asked.ticket = entered;
  return asked;
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const isRunning = ({ ticket }: { ticket: Ticket | undefined }) => ticket !== undefined;
const leave = (gate: FairGate, { ticket }: { ticket: Ticket | undefined }) => {
  assert.ok(ticket);
  gate.leave(ticket);
};
const many = (count: number, gate: FairGate, tenant: string | undefined, isWriting = false) =>
  Array.from({ length: count }, () => enter(gate, tenant, isWriting));

test("an idle server gives one tenant three quarters of the connections, and the rest to the next", () => {
  const { gate, pass } = gateOf(16);
  assert.equal(many(20, gate, "one").filter(isRunning).length, 12);
  pass(60_000);
  assert.equal(enter(gate, "one").ticket, undefined);
  assert.equal(isRunning(enter(gate, "two")), true);
});

test("a tenant shares the server while another is active in any pool, and for a second afterwards", () => {
  let nowMs = 0;
  const active = createActiveTenants();
  const [gate, other] = [0, 1].map(() => createFairGate(4, { nowMs: () => nowMs, active }));
  assert.ok(gate !== undefined && other !== undefined);
  const { ticket } = enter(gate, "one");
  assert.ok(ticket !== undefined);
  assert.equal(gate.isShared(ticket), false);
  enter(other, "one");
  assert.equal(gate.isShared(ticket), false);
  enter(other, "two");
  assert.equal(gate.isShared(ticket), true);
  nowMs = 1_500;
  assert.equal(gate.isShared(ticket), false);
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

test("within a tenant a connection goes to the caller with the fewest, however long the others' queue is", async () => {
  const { gate } = gateOf(4);
  const script = Array.from({ length: 20 }, () => enter(gate, "one", false, "script"));
  const session = [enter(gate, "one", false, "session"), enter(gate, "one", false, "session")];
  leave(gate, script[0] ?? enter(gate, "none"));
  await settled();
  assert.deepEqual(session.map(isRunning), [true, false]);
  leave(gate, script[1] ?? enter(gate, "none"));
  await settled();
  assert.deepEqual(session.map(isRunning), [true, false], "one each: the script waits for longer");
});

test("a caller that fills its tenant's queue gives a ticket up for another caller", async () => {
  const { gate } = gateOf(4);
  const script = Array.from({ length: 3 + 64 }, () => enter(gate, "one", false, "script"));
  const refused = enter(gate, "one", false, "script");
  await assert.rejects(refused.promise, BusyError);
  const session = enter(gate, "one", false, "session");
  await assert.rejects(script.at(-1)?.promise ?? Promise.resolve(), BusyError);
  leave(gate, script[0] ?? session);
  await settled();
  assert.equal(isRunning(session), true);
});

test("a tenant that used much lately gets one connection while others are active", async () => {
  const { gate, pass } = gateOf(16);
  const hog = many(12, gate, "hog");
  pass(2_000);
  for (const one of hog) leave(gate, one);
  leave(gate, enter(gate, "other"));
  const asked = many(12, gate, "hog");
  assert.equal(asked.filter(isRunning).length, 1);
  // A tenant with little usage can use more connections, but its bursts must not starve the others.
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
  const { gate, pass } = gateOf(16);
  const running = many(12, gate, "hog");
  const other = enter(gate, "other");
  pass(500);
  for (const one of running) leave(gate, one);
  const asked = many(12, gate, "hog");
  assert.ok(asked.filter(isRunning).length < 12);
  leave(gate, other);
  pass(1_000);
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

test("a ticket that is left twice is free once", () => {
  const { gate } = gateOf(2);
  const one = enter(gate, "one");
  leave(gate, one);
  leave(gate, one);
  assert.deepEqual([enter(gate, "a"), enter(gate, "b"), enter(gate, "c")].map(isRunning), [true, true, false]);
});

test("of the reads that may take long one runs at a time while others work, and short reads pass it", async () => {
  const { gate } = gateOf(16);
  const search = () => gate.enter(by("one"), { isWriting: false, isLong: true });
  const alone = [search(), search()];
  assert.ok(alone.every((ticket) => !(ticket instanceof Promise)));
  for (const ticket of alone) gate.leave(await ticket);
  gate.leave(await gate.enter(by("other"), { isWriting: false }));
  const first = await search();
  let hasSecond = false;
  const second = Promise.resolve(search()).then((ticket) => ((hasSecond = true), ticket));
  assert.equal(isRunning(enter(gate, "one")), true);
  await settled();
  assert.equal(hasSecond, false);
  gate.leave(first);
  gate.leave(await second);
});

test("the creates of a shared statement count as work of their organizations, and the background does not", () => {
  const shared = (tenants: string[]): Requester => ({ ...by(undefined), isReading: false, servedTenants: tenants });
  const besideOf = (requester: Requester | undefined) => {
    const { gate } = gateOf(16);
    void gate.enter(requester, { isWriting: true });
    return many(20, gate, "one", true).filter(isRunning).length;
  };
  assert.equal(besideOf(undefined), 11);
  assert.equal(besideOf(shared(["one"])), 11);
  assert.equal(besideOf(shared(["one", "other"])), 4);
});

test("the background is nobody's, and counts as writing", () => {
  const { gate } = gateOf(8);
  assert.equal(many(20, gate, undefined, true).filter(isRunning).length, 6);
  assert.equal(many(20, gate, undefined).filter(isRunning).length, 2);
});
