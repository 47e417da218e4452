import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { sql } from "#platform/database/database.ts";
import { type Listening, listenTo } from "#test/http/event-listener.ts";
import { newEntry, newProject, newTeam } from "#test/worlds/factories.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { hold } from "#test/databases/hold.ts";
import { listenOn } from "#test/http/raw-connection.ts";
import { type Caller, newTestApp, type TestAppOptions } from "#test/worlds/test-app.ts";

let shared: ReturnType<typeof serve> | undefined;

/** The app of the tests without special needs. */
const served = () => (shared ??= serve());

async function serve(options: TestAppOptions = {}) {
  const world = await newTestApp(options);
  const url = `http://127.0.0.1:${await listenOn(world.app)}/v1/events/stream`;
  const stream = (t: TestContext, caller: Caller, query = "", headers: Record<string, string> = {}) =>
    listenTo(t, `${url}${query}`, caller.apiKey, headers);
  return { ...world, url, stream };
}

const types = ({ events }: Listening) => events.map(({ event }) => event);
const newClient = (caller: Caller, name = "Acme") => caller.post("/v1/clients", { name });

test("a stream begins now and sends each event as the list does, with the cursor after it", async (t) => {
  const { newOrganization, stream } = await served();
  const owner = await newOrganization();
  await newClient(owner, "Before");
  const listening = await stream(t, owner);
  const { headers } = listening;
  assert.deepEqual(
    [listening.status, headers["content-type"], headers["cache-control"], headers["x-accel-buffering"]],
    [200, "text/event-stream", "private, no-store, no-transform", "no"],
  );
  assert.ok(headers["ratelimit"] !== undefined && headers["x-request-id"] !== undefined);

  await newEntry(owner, await newProject(owner));
  await listening.until(({ events }) => events.length === 3);
  assert.deepEqual(types(listening).toSorted(), ["project.created", "task.created", "time_entry.created"]);
  const list = (await owner.get("/v1/events")).json.data;
  for (const { event, data } of listening.events) {
    assert.equal(data.type, event);
    assert.deepEqual(
      data,
      list.find(({ id }: { id: string }) => id === data.id),
    );
  }
  const [first, , last] = listening.events;
  const after: string[] = [];
  for (let cursor = first?.id; typeof cursor === "string";) {
    const { data, nextCursor } = (await owner.get(`/v1/events?cursor=${cursor}`)).json;
    after.push(...data.map(({ type }: { type: string }) => type));
    cursor = nextCursor;
  }
  assert.deepEqual(after, types(listening).slice(1));
  assert.deepEqual((await owner.get(`/v1/events?cursor=${last?.id}`)).json.data, []);
});

test("a client that reconnects with its last id gets what it missed, then what happens", async (t) => {
  const { newOrganization, stream } = await served();
  const owner = await newOrganization();
  const first = await stream(t, owner, "?types=client.created");
  const cursor = first.lastId();
  first.close();
  for (const name of ["a", "b", "c"]) await newClient(owner, name);
  const names = ({ events }: Listening) => events.map(({ data }) => data.data.object.name);
  const byHeader = await stream(t, owner, "?types=client.created&cursor=now", { "last-event-id": cursor });
  const byQuery = await stream(t, owner, `?types=client.created&cursor=${cursor}`);
  await newClient(owner, "d");
  await newProject(owner);
  await newClient(owner, "e");
  for (const listening of [byHeader, byQuery]) {
    await listening.until(({ events }) => events.length === 5);
    assert.deepEqual(names(listening), ["a", "b", "c", "d", "e"]);
  }
  const wrong = await stream(t, owner, "", { "last-event-id": cursor });
  assert.equal(wrong.status, 422);
});

test("streams with different rights get different events from one reader", async (t) => {
  const { newOrganization, newMember, newKey, stream } = await served();
  const owner = await newOrganization();
  const [member, viewer] = [await newMember(owner, "member"), await newMember(owner, "viewer")];
  const poor = await newKey(owner, ["time-entries:read"]);
  const open = await newProject(owner);
  const hidden = await newProject(owner, { visibility: "members", memberIds: [] });
  const all = await Promise.all([owner, member, viewer, poor].map((caller) => stream(t, caller)));
  const mine = await newEntry(member, open);
  const secret = await newEntry(owner, hidden);
  await owner.patch(`/v1/projects/${open.projectId}`, { name: "Last" });
  await all[0]?.until(({ events }) => events.length === 3);
  for (const listening of all.slice(0, 3)) await listening.until((each) => types(each).includes("project.updated"));
  await all[3]?.until(({ events }) => events.length === 2);
  const told = all.map(({ events }) => events.map(({ data }) => data.data.object.id));
  assert.deepEqual(told, [
    [mine.id, secret.id, open.projectId],
    [mine.id, open.projectId],
    [mine.id, open.projectId],
    [mine.id, secret.id],
  ]);
  const amounts = all.map(({ events }) => events[0]?.data.data.object.amountMinor);
  assert.deepEqual(amounts, [0, undefined, undefined, undefined]);
});

test("an event whose transaction was open arrives with its commit, and delays no other", async (t) => {
  const { db, newOrganization, stream } = await served();
  const owner = await newOrganization();
  const listening = await stream(t, owner);
  const copy = (id: string) => sql`
    insert into changes (org_id, id, action, target_id, object)
    select org_id, ${id}, action, target_id, object from changes
     where org_id = ${owner.orgId} and action = 'client.created' limit 1`;
  await newClient(owner);
  await listening.until(({ events }) => events.length === 1);
  const held = await hold(db, copy("evt_held"));
  await newClient(owner, "Other");
  await listening.until(({ events }) => events.length === 2);
  // Commits without a notification, as if on another node.
  await held.commit();
  await listening.until(({ events }) => events.length === 3);
  assert.equal(listening.events[2]?.data.id, "evt_held");
  const again = await stream(t, owner, `?cursor=${listening.events[1]?.id}`);
  await again.until(({ events }) => events.length === 1);
  assert.equal(again.events[0]?.data.id, "evt_held");
});

test("a stream with an old cursor does not delay the streams that open after it", async (t) => {
  // A separate database, because imports in the shared one analyze all changes.
  const { db, newOrganization, stream } = await serve(await createDatabase());
  const owner = await newOrganization();
  const first = await stream(t, owner, "?types=client.created");
  const cursor = first.lastId();
  first.close();
  await newProject(owner);
  await db.query(sql`
    insert into changes (org_id, id, action, target_id, object)
    select org_id, 'evt_old_' || number, action, target_id, object from changes, generate_series(1, 40000) number
     where org_id = ${owner.orgId} and action = 'project.created'`);
  // This stream never catches up, because its client stops reading and the changes do not fit into the buffers.
  (await stream(t, owner, `?cursor=${cursor}`)).pause();
  const later = await stream(t, owner, "?types=client.created");
  await newClient(owner);
  await later.until(({ events }) => events.length === 1);
});

test("a stream is one request for the rate limit, however many events it gets", async (t) => {
  const { newOrganization, newKey, stream } = await serve({ rateLimit: { perMinute: 10, burst: 0 } });
  const owner = await newOrganization();
  const key = await newKey(owner, ["projects:read"]);
  const listening = await stream(t, key);
  for (const name of ["a", "b", "c", "d", "e"]) await newClient(owner, name);
  await listening.until(({ events }) => events.length === 5);
  const { headers } = await key.get("/v1/clients");
  assert.match(headers["ratelimit"] ?? "", /r=8;/);
});

test("a comment comes at intervals, with a new cursor if others' events have passed", async (t) => {
  const { newOrganization, newKey, stream } = await serve({ streams: { heartbeatMs: 20 } });
  const owner = await newOrganization();
  const deaf = await stream(t, await newKey(owner, []));
  const listening = await stream(t, owner);
  assert.match(listening.blocks[0] ?? "", /^retry: \d+\n:\nid: /);
  await listening.until(({ blocks }) => blocks.filter((block) => block === ":").length > 2);
  const before = deaf.lastId();
  await newClient(owner);
  await deaf.until(({ lastId }) => lastId() !== before);
  assert.deepEqual(deaf.events, []);
  assert.ok(deaf.blocks.slice(1).every((block) => /^:(\nid: \S+)?$/.test(block)));
});

test("a lead's stream has the events of the team's members, and ends when the team changes", async (t) => {
  const { newOrganization, newMember, stream } = await served();
  const owner = await newOrganization();
  const [lead, other] = [await newMember(owner, "member"), await newMember(owner, "member")];
  const [member, outsider] = [await newMember(owner, "member"), await newMember(owner, "member")];
  const team = await newTeam(owner, { memberIds: [member.userId], leadIds: [lead.userId], showsMoney: true });
  const open = await newProject(owner);
  const hidden = await newProject(owner, { visibility: "members", memberIds: [] });
  const [one, two] = [await stream(t, lead), await stream(t, other)];
  const mine = await newEntry(member, open);
  await newEntry(outsider, open);
  await newEntry(owner, hidden, { userId: member.userId });
  await owner.patch(`/v1/projects/${open.projectId}`, { name: "Last" });
  for (const each of [one, two])
    await each.until(({ events }) => types({ ...each, events }).includes("project.updated"));
  assert.deepEqual(types(two), ["project.updated"]);
  assert.deepEqual(types(one), ["time_entry.created", "project.updated"]);
  const { object } = one.events[0]?.data.data ?? {};
  assert.deepEqual([object.id, object.amountMinor, object.costMinor], [mine.id, 0, undefined]);
  const id = one.events.at(-1)?.id ?? "";
  assert.equal((await owner.patch(`/v1/teams/${team.id}`, { memberIds: [outsider.userId] })).status, 200);
  await one.until(({ hasEnded }) => hasEnded());
  assert.equal(two.hasEnded(), false);
  await newEntry(member, open);
  const seen = await newEntry(outsider, open);
  const again = await stream(t, lead, "?types=time_entry.created", {});
  const resumed = await stream(t, lead, "", { "last-event-id": id });
  await resumed.until(({ events }) => events.length === 1);
  assert.equal(resumed.events[0]?.data.data.object.id, seen.id);
  assert.equal((await owner.delete(`/v1/teams/${team.id}`)).status, 204);
  for (const each of [again, resumed]) await each.until(({ hasEnded }) => hasEnded());
});

test("it ends with its key or its member, when the role changes, and when the key expires", async (t) => {
  let nowMs = Date.now();
  const { newOrganization, newMember, newKey, stream } = await serve({
    streams: { heartbeatMs: 20 },
    now: () => new Date(nowMs),
  });
  const owner = await newOrganization();
  const [promoted, leaving] = [await newMember(owner, "member"), await newMember(owner, "member")];
  const revoked = await newKey(owner, ["projects:read"]);
  const expiring = await newKey(owner, ["projects:read"], new Date(nowMs + 3_600_000).toISOString());
  const staying = await stream(t, owner);
  const [one, two, three, four] = [
    await stream(t, revoked),
    await stream(t, promoted),
    await stream(t, leaving),
    await stream(t, expiring),
  ];
  assert.equal((await owner.delete(`/v1/api-keys/${revoked.keyId}`)).status, 204);
  await one.until(({ hasEnded }) => hasEnded());
  assert.equal((await owner.patch(`/v1/members/${promoted.userId}`, { role: "manager" })).status, 200);
  await two.until(({ hasEnded }) => hasEnded());
  assert.equal((await owner.delete(`/v1/members/${leaving.userId}`)).status, 204);
  await three.until(({ hasEnded }) => hasEnded());
  assert.equal(four.hasEnded(), false);
  nowMs += 3_600_001;
  await four.until(({ hasEnded }) => hasEnded());
  assert.equal(staying.hasEnded(), false);
});

test("a client that does not read is disconnected, and resumes where it was", async (t) => {
  const { app, newOrganization, stream } = await serve({ streams: { unreadBytes: 1_000 } });
  const owner = await newOrganization();
  const where = await newProject(owner);
  const slow = await stream(t, owner);
  slow.pause();
  const isOpen = async () => /^stint_event_streams 1$/m.test((await app.inject("/metrics")).body);
  const entry = { ...where, startedAt: "2026-03-02T09:00:00Z", durationSeconds: 60, description: "x".repeat(2_000) };
  const made: string[] = [];
  while (await isOpen()) {
    const { json } = await owner.post("/v1/time-entries/batch", { entries: Array.from({ length: 200 }, () => entry) });
    made.push(...json.data.map(({ id }: { id: string }) => id));
  }
  const again = await stream(t, owner, `?cursor=${slow.lastId()}`);
  const ids = () => [slow, again].flatMap(({ events }) => events.map(({ data }) => String(data.data.object.id)));
  await again.until(() => ids().length >= made.length);
  assert.deepEqual(ids().toSorted(), made.toSorted());
});

test("a stop of the server ends the streams first", async (t) => {
  const { app, newOrganization, stream } = await serve();
  const listening = await stream(t, await newOrganization());
  await app.close();
  await listening.until(({ hasEnded }) => hasEnded());
});

test("HEAD returns the headers and opens no stream", async () => {
  const { newOrganization, url } = await served();
  const owner = await newOrganization();
  const reply = await fetch(url, { method: "HEAD", headers: { authorization: `Bearer ${owner.apiKey}` } });
  assert.deepEqual([reply.status, reply.headers.get("content-type")], [200, "text/event-stream"]);
});
