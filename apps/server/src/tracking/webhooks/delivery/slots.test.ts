import assert from "node:assert/strict";
import { test } from "node:test";
import { createSlots } from "./slots.ts";

const limits = { most: 10, perWebhook: 2, perFailingWebhook: 1, perOrganization: 3, waitingPerWebhook: 2 };
const endpoint = { org_id: "org_1", id: "wh_1", failing_since: null };
const other = { org_id: "org_1", id: "wh_2", failing_since: null };

test("claims beyond an endpoint's slots wait, and get the slots that are given back in turn", () => {
  const slots = createSlots(limits);
  assert.deepEqual(
    [1, 2, 3, 4].map(() => slots.take(endpoint)),
    [true, true, false, false],
  );
  assert.deepEqual(
    [slots.underWay(), slots.waiting(), slots.freeOf(endpoint), slots.freeInLine(endpoint)],
    [2, 2, 0, 0],
  );
  assert.equal(slots.takeForWaiting(endpoint), false);
  slots.give(endpoint);
  assert.equal(slots.take(endpoint), false, "a new claim stands behind those that wait");
  assert.equal(slots.takeForWaiting(endpoint), true);
  slots.leaveLine(endpoint);
  assert.deepEqual([slots.underWay(), slots.waiting()], [2, 1]);
});

test("who waits counts as claimed, so that no more are claimed for the endpoint", () => {
  const slots = createSlots(limits);
  for (let at = 0; at < 3; at++) slots.take(endpoint);
  slots.noteMore(endpoint);
  slots.give(endpoint);
  assert.deepEqual(slots.takeReady(), [], "its line is served first");
  assert.deepEqual(slots.limitsFor([endpoint]).only, [{ org_id: "org_1", id: "wh_1", own: 2, ofOrganization: 1 }]);
  assert.equal(slots.takeForWaiting(endpoint), true);
  slots.give(endpoint);
  assert.deepEqual(slots.takeReady(), [{ org_id: "org_1", id: "wh_1" }]);
});

test("nobody waits for an endpoint that fails, or for one that let others wait in vain", () => {
  const slots = createSlots(limits);
  assert.equal(slots.freeInLine({ ...endpoint, failing_since: "2026-03-02T09:00:00Z" }), 0);
  assert.equal(slots.freeInLine(endpoint), 2);
  slots.noteSlow(endpoint);
  assert.equal(slots.freeInLine(endpoint), 0);
  assert.equal(slots.freeInLine(other), 2);
});
