import assert from "node:assert/strict";
import { test } from "node:test";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newTestApp, type TestAppOptions } from "#test/worlds/test-app.ts";

const rateLimit = { perMinute: 120, burst: 20 };
// Low, where the tests are not about the documented figures.
const few = { rateLimit: { perMinute: 6, burst: 4 }, sessionRateLimit: { perMinute: 12, burst: 3 } };

/** An app with a clock that the test controls. */
async function limitedApp(limits: Pick<TestAppOptions, "rateLimit" | "sessionRateLimit"> = few) {
  const clock = { ms: 1_000 };
  const made = await newTestApp({ ...limits, monotonicMs: () => clock.ms });
  return { clock, ...made };
}

test("140 requests pass at once, the next is a 429 with the time to wait, which is enough", async () => {
  const { clock, newOrganization } = await limitedApp({ rateLimit });
  const caller = await newOrganization();
  for (let left = 139; left >= 0; left--) {
    const { status, headers } = await caller.get("/v1/tags");
    assert.equal(status, 200);
    assert.equal(headers["ratelimit-policy"], '"default";q=140;w=60');
    assert.match(headers["ratelimit"] ?? "", new RegExp(`^"default";r=${left};t=\\d+$`));
    assert.equal(headers["retry-after"], undefined);
  }

  const refused = await caller.get("/v1/tags");

  assertProblem(refused, 429, "rate_limited");
  assert.equal(refused.headers["retry-after"], "60");
  assert.equal(refused.headers["ratelimit"], '"default";r=0;t=60');
  clock.ms += 59_999;
  assert.equal((await caller.get("/v1/tags")).headers["retry-after"], "1");
  clock.ms += 1;
  assert.equal((await caller.get("/v1/tags")).status, 200);
});

test("120 a minute pass forever", async () => {
  const { clock, newOrganization } = await limitedApp({ rateLimit });
  const caller = await newOrganization();
  for (let index = 0; index < 200; index++) {
    assert.equal((await caller.get("/v1/unknown")).status, 404);
    clock.ms += 500;
  }
});

test("each key has a separate limit", async () => {
  const { newOrganization, newKey } = await limitedApp();
  const caller = await newOrganization();
  const other = await newKey(caller, ["time-entries:read"]);
  for (let index = 0; index < 10; index++) await caller.get("/v1/tags");
  assertProblem(await caller.get("/v1/tags"), 429, "rate_limited");
  assert.match((await other.get("/v1/tags")).headers["ratelimit"] ?? "", /r=9;/);
});

test("a session has a higher limit than an API key, and a busy key of its member leaves it untouched", async () => {
  const { newOrganization, newSession } = await limitedApp();
  const owner = await newOrganization();
  const session = await newSession(owner);
  for (let index = 0; index < 12; index++) await owner.get("/v1/tags");
  assertProblem(await owner.get("/v1/tags"), 429, "rate_limited");
  for (let left = 14; left >= 0; left--) {
    const { status, headers } = await session.get("/v1/tags");
    assert.equal(status, 200);
    assert.deepEqual(
      [headers["ratelimit-policy"], headers["ratelimit"]?.split(";t=")[0]],
      ['"default";q=15;w=60', `"default";r=${left}`],
    );
  }
  const refused = await session.get("/v1/tags");
  assertProblem(refused, 429, "rate_limited");
  assert.match(
    refused.json.detail,
    /^This browser has sent too many requests: 12 a minute are allowed, and 3 more in a burst\. /,
  );
});

test("opening the event stream counts for an API key, and for a session only towards its streams", async () => {
  const { newOrganization, newSession } = await limitedApp();
  const owner = await newOrganization();
  const session = await newSession(owner);
  for (let index = 0; index < 15; index++) assert.equal((await session.get("/v1/tags")).status, 200);
  assert.equal((await session.get("/v1/tags")).status, 429);
  for (let left = 14; left >= 0; left--) {
    const { status, headers } = await session.send("HEAD", "/v1/events/stream");
    assert.deepEqual([status, headers["ratelimit"]?.split(";t=")[0]], [200, `"streams";r=${left}`]);
  }
  assertProblem(await session.get("/v1/events/stream"), 429, "rate_limited");
  await owner.send("HEAD", "/v1/events/stream");
  assert.match((await owner.get("/v1/tags")).headers["ratelimit"] ?? "", /"default";r=8;/);
});

test("while nothing would pass, a reply's reset is the wait until one request does", async () => {
  const { clock, newOrganization } = await limitedApp({ rateLimit });
  const caller = await newOrganization();
  for (let index = 0; index < 139; index++) {
    await caller.get("/v1/tags");
    clock.ms += 300;
  }
  // The first request was 41.7 s ago.
  const last = await caller.get("/v1/tags");
  assert.deepEqual([last.status, last.headers["ratelimit"]], [200, '"default";r=0;t=19']);
  assert.equal((await caller.get("/v1/tags")).headers["retry-after"], "19");
  clock.ms += 19_000;
  assert.equal((await caller.get("/v1/tags")).status, 200);
});

test("every reply counts towards the limit except a 429; a 401 is never limited", async () => {
  const { clock, newOrganization, newKey, anonymous } = await limitedApp();
  const owner = await newOrganization();
  const caller = await newKey(owner, ["time-entries:read"]);
  const remaining = async (answer: Promise<{ headers: Record<string, string | undefined> }>) =>
    Number(/r=(\d+);/.exec((await answer).headers["ratelimit"] ?? "")?.[1]);

  assert.equal(await remaining(caller.get("/v1/tags")), 9);
  assert.equal(await remaining(caller.get("/v1/unknown")), 8);
  assert.equal(await remaining(caller.send("PUT", "/v1/tags")), 7);
  assert.equal(await remaining(caller.post("/v1/projects", {})), 6);
  assert.equal(await remaining(caller.get("/v1/tags?x=1")), 5);
  assert.equal(await remaining(caller.send("HEAD", "/v1/tags")), 4);
  for (let index = 0; index < 4; index++) await caller.get("/v1/unknown");
  for (let index = 0; index < 20; index++) assert.equal((await caller.get("/v1/tags")).status, 429);
  clock.ms += 60_000;
  assert.equal((await caller.get("/v1/tags")).status, 200);
  for (let index = 0; index < 20; index++) {
    const refused = await anonymous.send("GET", "/v1/tags");
    assert.equal(refused.status, 401);
    assert.equal(refused.headers["ratelimit"], undefined);
  }
});

test("the limit is checked before permissions, bodies and unknown paths", async () => {
  const { newOrganization, newKey } = await limitedApp();
  const caller = await newKey(await newOrganization(), []);
  for (let index = 0; index < 10; index++) await caller.get("/v1/unknown");
  assertProblem(await caller.get("/v1/tags"), 429, "rate_limited");
  assertProblem(await caller.send("POST", "/v1/clients", undefined, { raw: "{" }), 429, "rate_limited");
  assertProblem(await caller.get("/v1/unknown"), 429, "rate_limited");
  assertProblem(await caller.send("PUT", "/v1/tags"), 429, "rate_limited");
});
