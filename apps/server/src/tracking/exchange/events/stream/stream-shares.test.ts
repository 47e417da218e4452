import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import fc from "fast-check";
import { sessionCookie } from "#identity/sessions/session-cookie.ts";
import { type Listening, listenTo } from "#test/http/event-listener.ts";
import { waitFor } from "#test/databases/hold.ts";
import { listenOn } from "#test/http/raw-connection.ts";
import { type Caller, newTestApp } from "#test/worlds/test-app.ts";
import { admit, type Holding, type StreamShares } from "./stream-shares.ts";

async function serve(t: TestContext, shares: StreamShares) {
  const clock = { ms: Date.now() };
  const world = await newTestApp({ streams: { shares }, now: () => new Date(clock.ms) });
  const url = `http://127.0.0.1:${await listenOn(world.app)}/v1/events/stream`;
  const stream = (caller: Caller) => {
    clock.ms += 1_000;
    const cookie = { cookie: `${sessionCookie}=${caller.apiKey}`, "sec-fetch-site": "same-origin" };
    return listenTo(t, url, caller.apiKey, caller.isSession ? cookie : {});
  };
  /** Opens streams until one is refused. */
  const fill = async (caller: Caller) => {
    const open: Listening[] = [];
    for (;;) {
      const next = await stream(caller);
      if (next.status !== 200) {
        assert.deepEqual([next.status, next.headers["retry-after"]], [503, "5"]);
        return open;
      }
      open.push(next);
    }
  };
  return { ...world, url, stream, fill };
}

const stillOpen = (streams: readonly Listening[]) => streams.filter(({ hasEnded }) => !hasEnded());

test("a key has a limited number of streams, and closing one makes room", async (t) => {
  const { newOrganization, stream, fill } = await serve(t, {
    perKey: 2,
    perMember: 9,
    perOrganization: 9,
    perNode: 9,
  });
  const owner = await newOrganization();
  const open = await fill(owner);
  assert.equal(open.length, 2);
  open[0]?.close();
  await waitFor(async () => (await stream(owner)).status === 200);
});

test("a member with many keys leaves streams to its browser, its colleagues and other organizations", async (t) => {
  const { newOrganization, newMember, newKey, newSession, stream, fill } = await serve(t, {
    perKey: 2,
    perMember: 6,
    perOrganization: 8,
    perNode: 16,
  });
  const hostile = await newOrganization();
  const colleague = await newMember(hostile, "member");
  const browser = await newSession(hostile);
  const keys = [hostile, ...(await Promise.all(Array.from({ length: 6 }, () => newKey(hostile, []))))];
  const scripts: Listening[] = [];
  for (const key of keys) scripts.push(...(await fill(key)));
  await waitFor(() => stillOpen(scripts).length === 6);

  const mine = await stream(browser);
  assert.equal(mine.status, 200);
  await waitFor(() => stillOpen(scripts).length === 5);
  for (const key of keys) scripts.push(...(await fill(key)));
  const theirs = [await stream(colleague), await stream(colleague)];
  const elsewhere = await stream(await newOrganization());
  for (const { status, hasEnded } of [mine, ...theirs, elsewhere])
    assert.deepEqual([status, hasEnded()], [200, false], "no script takes the stream of somebody else");
});

test("on a full server, an organization with fewer streams replaces the longest idle ones of the largest holder", async (t) => {
  const { newOrganization, newMember, stream, fill } = await serve(t, {
    perKey: 9,
    perMember: 9,
    perOrganization: 9,
    perNode: 6,
  });
  const [large, small] = [await newOrganization(), await newOrganization()];
  const member = await newMember(large, "member");
  const few = [await stream(member), await stream(member)];
  const many = await fill(large);
  assert.equal(many.length, 4);
  const late = await stream(small);
  assert.equal(late.status, 200);
  await waitFor(() => stillOpen(many).length === 3);
  assert.deepEqual([many[0]?.hasEnded(), few.some(({ hasEnded }) => hasEnded())], [true, false]);
  assert.equal((await fill(small)).length, 2, "half of the room, and no more");
  await waitFor(() => stillOpen([...many, ...few]).length === 3);
  assert.equal((await stream(large)).status, 503);
});

test("asking with HEAD ends no stream", async (t) => {
  const shares = { perKey: 2, perMember: 2, perOrganization: 2, perNode: 2 };
  const { newOrganization, newSession, fill, url } = await serve(t, shares);
  const owner = await newOrganization();
  const open = await fill(owner);
  const session = await newSession(owner);
  assert.equal((await session.send("HEAD", "/v1/events/stream")).status, 200);
  const refused = await fetch(url, { method: "HEAD", headers: { authorization: `Bearer ${owner.apiKey}` } });
  assert.equal(refused.status, 503);
  assert.deepEqual(
    open.map(({ hasEnded }) => hasEnded()),
    [false, false],
  );
});

test("the largest holder loses the stream without events for longest, not the oldest", () => {
  const owner = { orgId: "a", userId: "x", kind: "api", keyId: "k" } as const;
  const [busy, idle] = [
    { actor: owner, activeAtMs: 9 },
    { actor: owner, activeAtMs: 5 },
  ];
  const room = { perKey: 2, perMember: 2, perOrganization: 2, perNode: 2 };
  assert.deepEqual(admit([busy, idle], { ...owner, orgId: "b", keyId: "l" }, room), { ends: idle });
  assert.deepEqual(admit([busy, idle], owner, room), { full: "perKey" });
});

const shares = { perKey: 3, perMember: 5, perOrganization: 6, perNode: 10 };
const anyActor = fc
  .record({
    orgId: fc.constantFrom("a", "b", "c"),
    userId: fc.constantFrom("x", "y"),
    kind: fc.constantFrom("api" as const, "session" as const),
    key: fc.nat(4),
  })
  .map(({ orgId, userId, kind, key }) => ({ orgId, userId, kind, keyId: [orgId, userId, kind, key].join(" ") }));

test("no limit is ever exceeded, and everybody without a stream gets one while somebody has more", () => {
  fc.assert(
    fc.property(fc.array(anyActor, { maxLength: 60 }), (actors) => {
      const open = new Set<Holding>();
      const most = (nameOf: (actor: Holding["actor"]) => string) =>
        Math.max(...[...Map.groupBy(open, ({ actor }) => nameOf(actor)).values()].map((group) => group.length));
      for (const [at, actor] of actors.entries()) {
        const ofOrg = [...open].filter((stream) => stream.actor.orgId === actor.orgId).length;
        const admission = admit(open, actor, shares);
        if ("full" in admission) {
          assert.ok(ofOrg > 0, "three organizations share ten streams, so each has one");
          continue;
        }
        if (admission.ends !== undefined) {
          assert.notEqual(admission.ends.actor.keyId, actor.keyId);
          open.delete(admission.ends);
        }
        open.add({ actor, activeAtMs: at });
        assert.ok(open.size <= shares.perNode);
        assert.ok(most(({ orgId }) => orgId) <= shares.perOrganization);
        assert.ok(most(({ orgId, userId }) => `${orgId} ${userId}`) <= shares.perMember);
        assert.ok(most(({ keyId }) => keyId) <= shares.perKey);
      }
    }),
  );
});

test("clients that reconnect as soon as their stream ends reach a state in which none ends", () => {
  fc.assert(
    fc.property(fc.array(anyActor, { maxLength: 40 }), (actors) => {
      const open = new Set<Holding>();
      let waiting = actors;
      let ended = 0;
      for (let round = 0; round < 100; round++) {
        ended = 0;
        const next: typeof actors = [];
        for (const actor of waiting) {
          const admission = admit(open, actor, shares);
          if ("full" in admission) next.push(actor);
          else {
            if (admission.ends !== undefined) {
              open.delete(admission.ends);
              next.push(admission.ends.actor as (typeof actors)[number]);
              ended++;
            }
            open.add({ actor, activeAtMs: round });
          }
        }
        waiting = next;
        if (ended === 0) break;
      }
      assert.equal(ended, 0);
    }),
  );
});
