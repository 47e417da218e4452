import assert from "node:assert/strict";
import { test } from "node:test";
import { raw, sql } from "#platform/database/database.ts";
import { newSubscribedCalendar } from "#test/worlds/calendar-requests.ts";
import { endOrganization, newClient, newEntry, newProject, newTimer } from "#test/worlds/factories.ts";
import { hold } from "#test/databases/hold.ts";
import { useUpKeys } from "#test/worlds/grant-requests.ts";
import { importRefusals } from "#test/worlds/import-requests.ts";
import { listOperations, newCallerOf, type Operation, pathOf, takesBody, takesFile } from "#test/cases/operations.ts";
import { refusedBodies } from "#test/cases/refused-bodies.ts";
import { responseChecker } from "#test/http/response-checker.ts";
import { type Answer, type Caller, newTestApp, testApp, type TestApp } from "#test/worlds/test-app.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { type Request, send, sendBy, sendBytes } from "#test/http/send-operation.ts";
import { senderOf, validRequest, type ValidRequest } from "#test/cases/valid-requests.ts";

const missing = "x_00000000000000000000000000000001";

type Provoke = (world: TestApp, operation: Operation, request: Request, caller: Caller) => Promise<Answer>;

/** The usual way to provoke each documented status; `special` contains the exceptions. */
const provoke: Record<number, Provoke> = {
  200: async (_world, operation, request, caller) => send(caller, operation, request),
  201: (_world, operation, request, caller) => send(caller, operation, request),
  202: (_world, operation, request, caller) => send(caller, operation, request),
  204: (_world, operation, request, caller) => send(caller, operation, request),
  async 304(_world, operation, request, caller) {
    const { etag = "" } = (await send(caller, operation, request)).headers;
    return send(caller, operation, request, { "if-none-match": etag });
  },
  400: (_world, operation, request, caller) => sendBytes(caller, operation, request, "[]"),
  401: ({ anonymous }, operation, { ids }) => anonymous.send(operation.method, pathOf(operation, ids)),
  async 403({ newKey }, operation, request, caller) {
    return sendBy(await newKey(caller, []), operation, request);
  },
  404: (_world, operation, { ids, body }, caller) =>
    send(caller, operation, {
      ids: Object.fromEntries(Object.keys(ids).map((name) => [name, missing])),
      body,
    }),
  405: async (_world, operation, { ids }, caller) =>
    (await senderOf(operation, caller)).send(operation.method === "PUT" ? "POST" : "PUT", pathOf(operation, ids)),
  async 409(world, operation, request, caller) {
    if (operation.method === "POST") return provokeRunning(world, operation, request, caller);
    await endOrganization(caller);
    return send(caller, operation, request);
  },
  412: (_world, operation, request, caller) => send(caller, operation, request, { "if-match": '"another"' }),
  413: (_world, operation, request, caller) =>
    sendBytes(caller, operation, request, `{"name":"${"x".repeat(1_048_576)}"}`),
  415: (_world, operation, request, caller) => sendBytes(caller, operation, request, "name=x", "text/plain"),
  422: async (_world, operation, { ids, body }, caller) =>
    (await senderOf(operation, caller)).send(operation.method, `${pathOf(operation, ids)}?no=such`, body),
};

/** Sends two POSTs with the same Idempotency-Key. A lock delays one of them until the other has its reply. */
async function provokeRunning({ db }: TestApp, operation: Operation, request: Required<ValidRequest>, caller: Caller) {
  const held = await hold(db, sql`lock table changes, idempotent_replies in share mode`);
  const both = [1, 2].map(() => send(caller, operation, request, { "idempotency-key": "once" }));
  const refused = await Promise.race(both);
  await held.rollback();
  const done = (await Promise.all(both)).filter((answer) => answer !== refused);
  assert.ok(done.length === 1 && (done[0]?.status ?? 500) < 300, "the other request succeeds");
  return refused;
}

const inBody =
  (field: string): Provoke =>
  (_world, operation, { ids, body }, caller) =>
    send(caller, operation, { ids, body: { ...body, [field]: missing } });

const endedTwice: Provoke = (_world, operation, request, caller) =>
  send(caller, operation, request).then(() => send(caller, operation, request));

/** Special ways to provoke a status of an operation, if the usual way does not work. */
const special: Record<string, Provoke> = {
  ...Object.fromEntries(
    Object.entries(importRefusals).map(([name, provokeIt]): [string, Provoke] => [
      name,
      (_world, _operation, _request, caller) => provokeIt(caller),
    ]),
  ),
  "createBillingBatch 200": (_world, operation, { ids, body }, caller) =>
    send(caller, operation, { ids, body: { ...body, dryRun: true } }),
  "createProject 404": inBody("clientId"),
  "createRate 404": inBody("projectId"),
  "createTimeEntry 404": inBody("projectId"),
  "startTimer 404": inBody("projectId"),
  "cancelDeletion 404": async (_world, operation, request, caller) => {
    assert.equal((await send(caller, operation, request)).status, 204);
    return send(caller, operation, request);
  },
  "getTimer 404": async ({ newOrganization }) => (await newOrganization()).get("/v1/timer"),
  "updateTimer 404": async ({ newOrganization }) => (await newOrganization()).patch("/v1/timer", {}),
  "discardTimer 404": async ({ newOrganization }) => (await newOrganization()).delete("/v1/timer"),
  "deleteClient 409": async (_world, _operation, _request, caller) => {
    const id = await newClient(caller);
    await newProject(caller, { clientId: id });
    return caller.delete(`/v1/clients/${id}`);
  },
  "deleteProject 409": async (_world, _operation, _request, caller) => {
    const where = await newProject(caller);
    await newEntry(caller, where);
    return caller.delete(`/v1/projects/${where.projectId}`);
  },
  "deleteTask 409": async (_world, _operation, _request, caller) => {
    await newTimer(caller);
    return caller.delete(`/v1/tasks/${(await caller.get("/v1/timer")).json.taskId}`);
  },
  // Refused, because a second factor is already active.
  "beginSecondFactor 409": async (_world, operation, request, caller) => {
    await send(caller, operation, request);
    await validRequest({ ...operation, id: "endSecondFactor" }, caller);
    return send(caller, operation, request);
  },
  // Refused, because the organization is scheduled for deletion.
  "startBackup 409": async (_world, operation, request, caller) => {
    await endOrganization(caller);
    return send(caller, operation, request);
  },
  "endCalendarFeed 404": endedTwice,
  // Refused, because the caller already has the maximum number of calendars.
  "subscribeToCalendar 409": async (_world, operation, request, caller) => {
    const session = await caller.world.newSession(caller);
    for (let made = 0; made < 5; made++) await newSubscribedCalendar(session);
    return send(caller, operation, request);
  },
  // Refused, because the caller already has the maximum number of keys.
  "createGrant 409": (_world, operation, request, caller) =>
    useUpKeys(caller).then(() => send(caller, operation, request)),
  "endSecondFactor 404": endedTwice,
  "listEvents 403": async ({ newKey }, _operation, _request, caller) =>
    (await newKey(caller, [])).get("/v1/events?types=client.created"),
  "streamEvents 403": async ({ newKey }, _operation, _request, caller) =>
    (await newKey(caller, [])).get("/v1/events/stream?types=client.created"),
  "createGrant 404": inBody("organizationId"),
  "createWebhook 404": inBody("projectId"),
  "transferOwnership 404": inBody("userId"),
  // Refused, because the caller is the last owner.
  "updateMember 409": (_world, operation, _request, caller) =>
    send(caller, operation, { ids: { userId: caller.userId }, body: { role: "admin" } }),
  "deactivateMember 409": (_world, operation, _request, caller) =>
    send(caller, operation, { ids: { userId: caller.userId }, body: undefined }),
  "leaveOrganization 409": async (world) => {
    const alone = await world.newOrganization();
    return (await world.newSession(alone)).delete("/v1/me/membership");
  },
  "revokeInvitation 409": async ({ db }, operation, request, caller) => {
    const id = request.ids["id"];
    await db.query(sql`update invitations set accepted_at = now() where org_id = ${caller.orgId} and id = ${id}`);
    return send(caller, operation, request);
  },
  "updateOrganization 409": async (_world, operation, request, caller) => {
    await newProject(caller, { budget: { kind: "amount", amountMinor: 1 } });
    return send(caller, operation, { ...request, body: { currency: "JPY" } });
  },
  "deleteTimeEntry 409": async (_world, operation, request, caller) => {
    await caller.patch("/v1/organization", { lockDate: "2026-12-31" });
    return send(caller, operation, request);
  },
  "updateTimer 409": async (_world, operation, request, caller) => {
    await caller.patch("/v1/organization", { lockDate: "2026-01-01" });
    return send(caller, operation, { ...request, body: { startedAt: "2025-12-31T23:59:59Z" } });
  },
  "updateApiKey 409": async (_world, operation, request, caller) => {
    await caller.delete(pathOf(operation, request.ids));
    return send(caller, operation, request);
  },
};

function inRefusedBody(name: string): Provoke | undefined {
  const bodyOf = refusedBodies[name];
  if (bodyOf === undefined) return undefined;
  return async (_world, operation, { ids, body }, caller) =>
    send(caller, operation, { ids, body: await bodyOf(caller, body) });
}

/** Requests that get these statuses change nothing, so all of them can use the same organization and objects. */
const changesNothing = new Set([400, 401, 403, 404, 405, 412, 413, 415, 422]);

test("every documented status of every operation occurs, with the documented shape", async (t) => {
  const world = await testApp();
  const check = await responseChecker(world.app);
  for (const operation of await listOperations(world.app)) {
    const prepare = async () => {
      const caller = await newCallerOf(world, operation);
      return { caller, request: await validRequest(operation, caller) };
    };
    await t.test(operation.id, async () => {
      const unchanged = await prepare();
      for (const status of Object.keys(operation.described.responses).map(Number)) {
        // Tests below and raw-http.test.ts provoke these statuses.
        if ([408, 429, 431, 500, 503].includes(status)) continue;
        const own = special[`${operation.id} ${status}`] ?? inRefusedBody(`${operation.id} ${status}`);
        // The walk (test/walk) provokes these.
        if (own === undefined && [200, 201, 202, 204, 401, 412].includes(status)) continue;
        const reach = own ?? provoke[status];
        assert.ok(reach !== undefined, `${operation.id} ${status} has a row in contract.test.ts`);
        const { caller, request } = changesNothing.has(status) && own === undefined ? unchanged : await prepare();
        const answer = await reach(world, operation, request, caller);
        check(operation, answer);
        assert.equal(answer.status, status, `${operation.id}: ${answer.text}`);
        if (status !== 401) assert.match(answer.headers["ratelimit"] ?? "", /^"default";r=\d+;t=\d+$/);
      }
    });
  }
});

test("429 has its documented shape everywhere", async () => {
  const world = await newTestApp({ rateLimit: { perMinute: 1, burst: 0 } });
  const check = await responseChecker(world.app);
  const owner = await world.newOrganization();
  for (const operation of await listOperations(world.app)) {
    const key = await world.newKey(owner, []);
    const path = operation.path.replaceAll(/\{\w+\}/g, missing);
    await key.send(operation.method, path);
    const answer = await key.send(operation.method, path);
    check(operation, answer);
    assert.equal(answer.status, 429);
  }
});

test("an internal fault is a 500 in its documented shape, without details or changes", async () => {
  const { db } = await createDatabase();
  const world = await newTestApp({ db });
  const check = await responseChecker(world.app);
  const operations = await listOperations(world.app);
  const requests = [];
  for (const operation of operations) {
    const caller = await newCallerOf(world, operation);
    requests.push({ operation, caller, request: await validRequest(operation, caller) });
  }
  const count = () => db.query(sql`select count(*) from changes`);
  const before = await count();
  const tables = [
    ..."rates clients projects tasks time_entries timers organizations webhooks users".split(" "),
    ..."credentials invitations device_logins".split(" "),
  ];
  for (const table of tables) await db.query(sql`alter table ${raw(table)} rename to ${raw(`${table}_gone`)}`);
  for (const { operation, caller, request } of requests) {
    // These operations use none of the renamed tables, so they succeed.
    if (
      [
        "listEventTypes",
        "listEvents",
        "streamEvents",
        "endSession",
        "describeGrantRequest",
        "endOtherSessions",
      ].includes(operation.id)
    )
      continue;
    const answer = await sendBy(caller, operation, request);
    check(operation, answer);
    assert.equal(answer.status, 500, `${operation.id} ${answer.text}`);
    assert.equal(answer.json.code, "internal");
    assert.doesNotMatch(answer.text, /relation|does not exist|gone|stack|\.ts/i);
  }
  assert.deepEqual(await count(), before);
});

test("a body for an operation without one is neither checked nor read", async () => {
  const world = await testApp();
  const check = await responseChecker(world.app);
  for (const operation of await listOperations(world.app)) {
    if (takesBody(operation) || takesFile(operation)) continue;
    const caller = await newCallerOf(world, operation);
    const answer = await sendBytes(caller, operation, await validRequest(operation, caller), "[", "text/plain");
    check(operation, answer);
    assert.ok(answer.status < 300, answer.text);
  }
});
