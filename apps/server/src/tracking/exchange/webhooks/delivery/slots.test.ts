import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultSlots } from "./limits.ts";
import { createSlots } from "./slots.ts";

const limits = { most: 10, firsts: 1, perWebhook: 2, perFailingWebhook: 1, perOrganization: 3, waitingPerWebhook: 2 };
const endpoint = { org_id: "org_1", id: "wh_1", failing_since: null };
const other = { org_id: "org_1", id: "wh_2", failing_since: null };

const claimOf = (webhook: typeof endpoint) => ({ webhook });
const yes = () => true;

test("claims beyond an endpoint's slots wait, and get released slots in turn", () => {
  const slots = createSlots(limits);
  const [first, second, third, fourth] = Array.from({ length: 4 }, () => claimOf(endpoint));
  assert.ok(first && second && third && fourth);
  assert.deepEqual(
    [first, second, third, fourth].map((claim) => slots.take(claim)),
    [true, true, false, false],
  );
  assert.deepEqual(
    [slots.underWay(), slots.waiting(), slots.freeOf(endpoint), slots.freeInLine(endpoint)],
    [2, 2, 0, 0],
  );
  assert.equal(slots.next(endpoint, yes), undefined);
  slots.give(first);
  const fifth = claimOf(endpoint);
  assert.equal(slots.take(fifth), false, "a new claim stands behind those that wait");
  assert.equal(
    slots.next(endpoint, () => false),
    undefined,
  );
  assert.equal(slots.next(endpoint, yes), third);
  assert.deepEqual([third, fourth].map(slots.isWaiting), [false, true]);
  slots.give(fourth);
  assert.deepEqual([slots.underWay(), slots.waiting()], [2, 1]);
  slots.give(second);
  assert.equal(slots.next(endpoint, yes), fifth);
});

test("waiting claims count, so that no more are claimed for the endpoint", () => {
  const slots = createSlots(limits);
  const [first, second, third] = Array.from({ length: 3 }, () => claimOf(endpoint));
  assert.ok(first && second && third);
  for (const claim of [first, second, third]) slots.take(claim);
  slots.noteMore(endpoint);
  slots.give(first);
  assert.deepEqual(slots.takeReady(), [], "its line is served first");
  assert.deepEqual(slots.limitsFor([endpoint]).only, [{ org_id: "org_1", id: "wh_1", own: 2, ofOrganization: 1 }]);
  assert.equal(slots.next(endpoint, yes), third);
  slots.give(second);
  assert.deepEqual(slots.takeReady(), [{ org_id: "org_1", id: "wh_1" }]);
});

test("no claims wait for an endpoint that fails, or for which others have waited too long", () => {
  const slots = createSlots(limits);
  assert.equal(slots.freeInLine({ ...endpoint, failing_since: "2026-03-02T09:00:00Z" }), 0);
  assert.equal(slots.freeInLine(endpoint), 2);
  slots.noteSlow(endpoint);
  assert.equal(slots.freeInLine(endpoint), 0);
  assert.equal(slots.freeInLine(other), 2);
});

test("lowered limits apply to new attempts, and no claims wait for one then", () => {
  let ease = Infinity;
  const slots = createSlots(defaultSlots, () => ease);
  const many = Array.from({ length: 10 }, (_, at) => ({ ...endpoint, id: `wh_${at}` }));
  const others = { ...endpoint, org_id: "org_2" };
  for (const webhook of many) for (let at = 0; at < 2; at++) slots.take(claimOf(webhook));
  assert.deepEqual([slots.free(), slots.freeOfOrganization("org_1")], [1_980, 380]);

  ease = 1;

  const { most, perOrganization } = slots.limitsFor("all");
  assert.deepEqual([most, perOrganization], [28, 16]);
  assert.deepEqual([slots.free(), slots.freeOfOrganization("org_1"), slots.freeOfOrganization("org_2")], [28, 0, 16]);
  assert.equal(slots.freeInLine(others), 0);
  assert.equal(slots.take(claimOf(endpoint)), false);
  assert.equal(slots.take(claimOf(others)), true);
  ease = 1.5;
  assert.deepEqual([slots.free(), slots.freeOfOrganization("org_1")], [51, 4]);
});

test("endpoints with more to send share the remaining attempts, in turn and between organizations", () => {
  const slots = createSlots({ ...limits, most: 4 });
  const keys = (ready: { org_id: string; id: string }[]) => ready.map(({ org_id, id }) => `${org_id}/${id}`);
  const many = ["wh_1", "wh_2", "wh_3", "wh_4", "wh_5"].map((id) => ({ ...endpoint, id }));
  const theirs = { ...endpoint, org_id: "org_2" };
  const held = claimOf(other);
  slots.take(held);
  for (const webhook of [...many, theirs]) slots.noteMore(webhook);

  assert.deepEqual(keys(slots.takeReady()), ["org_2/wh_1", "org_1/wh_2", "org_1/wh_1"]);
  assert.equal(slots.give(held), true, "those left out may use the slot");
  assert.deepEqual(keys(slots.takeReady()), ["org_1/wh_3", "org_1/wh_4", "org_1/wh_5"]);
  assert.deepEqual(keys(slots.takeReady()), []);
});

test("endpoints that a claim did not reach keep their turn", () => {
  const slots = createSlots({ ...limits, most: 2 });
  const theirs = { ...endpoint, org_id: "org_2" };
  for (const webhook of [endpoint, theirs]) slots.noteMore(webhook);
  const asked = slots.limitsFor(slots.takeReady());

  slots.noteExhausted(asked, new Map([["org_1/wh_1", 2]]));

  assert.equal(slots.takeReady().length, 2);
});

test("with no attempts left, an organization with none in progress gets one, up to a limit", () => {
  const slots = createSlots({ ...limits, most: 3, firsts: 2 });
  const of = (org_id: string) => claimOf({ ...endpoint, org_id });
  const busy = [claimOf(endpoint), claimOf(endpoint), claimOf(other)];
  for (const claim of busy) assert.equal(slots.take(claim), true);
  for (const org_id of ["org_1", "org_2"]) slots.noteMore({ ...other, org_id });

  assert.deepEqual(slots.takeReady(), [{ org_id: "org_2", id: "wh_2" }]);
  const { perOrganization, most } = slots.limitsFor("all");
  assert.deepEqual([perOrganization, most], [1, 2]);
  const first = of("org_2");
  assert.deepEqual([first, of("org_2"), of("org_3"), of("org_4")].map(slots.take), [true, false, true, false]);
  assert.equal(slots.free(), 0);
  assert.equal(slots.next({ ...endpoint, org_id: "org_2" }, yes), undefined);
  slots.give(first);
  assert.equal(slots.next({ ...endpoint, org_id: "org_4" }, yes)?.webhook.org_id, "org_4");
});
