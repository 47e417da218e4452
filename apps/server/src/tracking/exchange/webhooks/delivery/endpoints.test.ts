import assert from "node:assert/strict";
import { test } from "node:test";
import { Endpoints } from "./endpoints.ts";
import { defaultSlots } from "./limits.ts";

const limits = { most: 10, firsts: 1, perWebhook: 2, perFailingWebhook: 1, perOrganization: 3, waitingPerWebhook: 2 };
const endpoint = { org_id: "org_1", id: "wh_1", failing_since: null };
const other = { org_id: "org_1", id: "wh_2", failing_since: null };
const ofOther = { org_id: "org_2", id: "wh_1", failing_since: null };
const failing = { ...endpoint, failing_since: "2026-03-02T09:00:00Z" };

/** Endpoints of which claims are numbers. The functions take an endpoint's key. */
function create(of = limits, ease?: () => number) {
  const endpoints = new Endpoints<number>(of, ease);
  type Webhook = Parameters<typeof endpoints.of>[0];
  return {
    endpoints,
    noteMore: (webhook: Webhook) => endpoints.noteMore(webhook),
    begin: (webhook: Webhook) => endpoints.begin(endpoints.of(webhook)),
    end: (webhook: Webhook) => endpoints.end(endpoints.of(webhook)),
    /** Lets claims wait, and begins as many as possible; returns their number. */
    claim(webhook: Webhook, ...claims: number[]): number {
      for (const claim of claims) endpoints.wait(endpoints.of(webhook), claim);
      return claims.filter(() => endpoints.begin(endpoints.of(webhook)) !== undefined).length;
    },
    shareOf: (webhook: Webhook, wanted = 1_000) => [...endpoints.share([{ webhook, wanted }]).values()][0] ?? 0,
    hungry: (budget = 1_000, all = false) =>
      endpoints.takeHungry(budget, all).map(({ org_id, id, most }) => `${org_id}/${id}: ${most}`),
    isHungry: (webhook: Webhook) => endpoints.isHungry(endpoints.of(webhook)),
    isLeftOut: (orgId: string) => endpoints.isLeftOut({ org_id: orgId, id: "" }),
  };
}

test("claims beyond an endpoint's attempts wait, and begin in order as attempts end", () => {
  const { endpoints, claim, begin, end, shareOf } = create();
  assert.equal(claim(endpoint, 1, 2, 3, 4), 2);
  assert.deepEqual([endpoints.underWay, endpoints.waiting, shareOf(endpoint)], [2, 2, 0]);
  assert.equal(begin(endpoint), undefined);
  end(endpoint);
  assert.equal(begin(endpoint), 3);
  assert.deepEqual([endpoints.underWay, endpoints.waiting, shareOf(endpoint)], [2, 1, 1]);
});

test("an endpoint is hungry when half of what waits has begun and there is more", () => {
  let ease = Infinity;
  const { claim, begin, end, hungry, isHungry, noteMore } = create({ ...limits, most: 100 }, () => ease);
  claim(endpoint, 1, 2, 3, 4);
  assert.equal(isHungry(endpoint), false);
  noteMore(endpoint);
  assert.deepEqual([isHungry(endpoint), hungry()], [false, []]);
  end(endpoint);
  begin(endpoint);
  assert.equal(isHungry(endpoint), true);
  assert.deepEqual(hungry(), ["org_1/wh_1: 1"]);
  assert.equal(isHungry(endpoint), false, "until it is known whether there is more");

  ease = 1;
  end(endpoint);
  begin(endpoint);
  noteMore(endpoint);
  assert.deepEqual([isHungry(endpoint), hungry()], [false, []], "both attempts are in progress");
  end(endpoint);
  assert.deepEqual([isHungry(endpoint), hungry()], [true, ["org_1/wh_1: 1"]]);
});

test("a poll fills any room, also that of an endpoint with one attempt less than it may have", () => {
  const { claim, end, hungry, noteMore } = create({ ...defaultSlots, waitingPerWebhook: 0 }, () => 1);
  claim(endpoint, 1, 2, 3, 4, 5, 6, 7, 8);
  noteMore(endpoint);
  end(endpoint);
  assert.deepEqual([hungry(), hungry(1_000, true)], [[], ["org_1/wh_1: 1"]]);
});

test("a failing endpoint has few attempts, and no claims wait for it or, at first, for one with late claims", () => {
  const { endpoints, claim, shareOf, end, hungry, noteMore } = create();
  assert.deepEqual([shareOf(failing), shareOf(endpoint), shareOf(other)], [1, 4, 4]);
  assert.equal(claim(endpoint, 1, 2, 3, 4), 2);
  assert.deepEqual(
    endpoints.takeLate((at) => at < 4),
    [3],
  );
  assert.deepEqual(
    endpoints.takeLate(() => true),
    [4],
  );
  assert.deepEqual([shareOf(endpoint), shareOf(other)], [0, 3], "the organization has one attempt left");
  end(endpoint);
  assert.deepEqual(hungry(), ["org_1/wh_1: 1"], "none may wait");
  noteMore(endpoint);
  assert.deepEqual(hungry(), ["org_1/wh_1: 2"], "one may wait again");
});

test("lowered limits apply to new attempts, and no claims wait then", () => {
  let ease = Infinity;
  const { endpoints, claim, shareOf, end } = create(defaultSlots, () => ease);
  const many = Array.from({ length: 10 }, (_, at) => ({ ...endpoint, id: `wh_${at}` }));
  for (const webhook of many) assert.equal(claim(webhook, 1, 2), 2);
  assert.equal(shareOf(ofOther), defaultSlots.perWebhook + defaultSlots.waitingPerWebhook);

  ease = 1;

  assert.equal(shareOf(ofOther), defaultSlots.perWebhook);
  assert.equal(shareOf(many[0] ?? endpoint), 0, "its organization has more than the 16 that it may have now");
  assert.equal(claim(many[0] ?? endpoint, 3), 0);
  for (const webhook of many.slice(5)) end(webhook);
  assert.deepEqual([endpoints.underWay, claim(many[9] ?? endpoint, 3)], [15, 1]);
  assert.equal(claim(many[8] ?? endpoint, 3), 0);
  ease = 1.5;
  assert.equal(shareOf(many[7] ?? endpoint), 7);
});

test("endpoints with more to send share the free attempts, in turn and between organizations", () => {
  const { claim, end, hungry, noteMore, isLeftOut } = create({ ...limits, most: 4, waitingPerWebhook: 0 });
  claim(other, 0);
  const many = ["wh_1", "wh_2", "wh_3", "wh_4", "wh_5"].map((id) => ({ ...endpoint, id }));
  for (const webhook of [...many, ofOther]) noteMore(webhook);

  assert.deepEqual(hungry(), ["org_1/wh_2: 1", "org_2/wh_1: 2"]);
  assert.deepEqual([isLeftOut("org_1"), isLeftOut("org_2")], [true, false]);
  end(other);
  assert.deepEqual(hungry(), ["org_1/wh_1: 1", "org_1/wh_3: 1", "org_1/wh_4: 1"]);
  assert.deepEqual(hungry(), ["org_1/wh_5: 2"]);
  assert.equal(isLeftOut("org_1"), false);
  assert.deepEqual(hungry(), []);
});

test("endpoints that a budget leaves out keep their turn, and those that were served come last", () => {
  const { claim, end, hungry, noteMore } = create({ ...limits, waitingPerWebhook: 0 });
  for (const webhook of [endpoint, other]) noteMore(webhook);
  assert.deepEqual(hungry(1), ["org_1/wh_1: 1"]);
  claim(endpoint, 1);
  noteMore(endpoint);
  assert.deepEqual(hungry(1), ["org_1/wh_2: 1"]);
  claim(other, 1);
  for (const webhook of [other, endpoint]) noteMore(webhook);
  assert.deepEqual(hungry(1), ["org_1/wh_1: 1"]);
  end(endpoint);
});

test("with no attempts left, an organization with none in progress gets one, up to a limit", () => {
  const { claim, begin, end, hungry, noteMore } = create({ ...limits, most: 3, firsts: 2, waitingPerWebhook: 0 });
  assert.equal(claim(endpoint, 1, 2) + claim(other, 3), 3);
  const of = (org_id: string) => ({ ...other, org_id });
  for (const org_id of ["org_1", "org_2"]) noteMore(of(org_id));

  assert.deepEqual(hungry(), ["org_2/wh_2: 1"]);
  const begun = ["org_2", "org_2", "org_3", "org_4"].map((orgId) => claim(of(orgId), 1));
  assert.deepEqual(begun, [1, 0, 1, 0]);
  assert.equal(begin(of("org_2")), undefined);
  end(of("org_2"));
  assert.equal(begin(of("org_4")), 1);
});
