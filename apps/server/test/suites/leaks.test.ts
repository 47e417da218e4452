import assert from "node:assert/strict";
import { test } from "node:test";
import pino from "pino";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import {
  explained,
  isMutation,
  listOperations,
  neverWas,
  type Operation,
  pathOf,
  takesBody,
} from "#test/cases/operations.ts";
import { learn, type Learnt, readAll } from "#test/http/read-walk.ts";
import { rights } from "#test/cases/rights-table.ts";
import { eventually, type Receiver, receiver, register, sending } from "#test/deliveries/sending.ts";
import { digestOf, listTablesOfTenants, rowsOfTenant } from "#test/worlds/tenant-rows.ts";
import type { Answer, Caller, Json, TestApp } from "#test/worlds/test-app.ts";
import { createDetector, createMarker, fill } from "#test/worlds/two-tenants.ts";
import { validRequest, type ValidRequest } from "#test/cases/valid-requests.ts";

type Request = Required<ValidRequest>;

/** Tables that may still be empty after every operation has been used, each with the reason. */
const mayBeEmpty: Record<string, string> = {
  event_queue: "the sender empties it",
  webhooks_behind: "as event_queue",
};

/** Reads whose replies contain nothing about the organization, each with the reason. */
const showsNothing: Record<string, string> = {
  listEventTypes: "a catalogue",
  streamEvents: "it begins now",
  getCalendarFeed: "days and times; feed-rights.test.ts tests the teamId of a team's",
  getBackups: "files of the whole installation",
  listImportDoubts: "texts of the file, which names nothing of the organization",
};

test("no response, table, event, figure or log line contains anything of another organization", async (t) => {
  const lines: string[] = [];
  const logger = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
  const app = await sending(t, { logger });
  // Skip operations on the whole organization: they would end it before the other operations run, and their paths
  // contain no id.
  const operations = (await listOperations(app.app)).filter(({ id }) => !rights[id]?.ofAll);
  const [mine, theirs] = [await app.newOrganization(), await app.newOrganization()];
  const [mineGot, theirsGot] = [await receiver(t), await receiver(t)];
  const marker = createMarker();
  await register(theirs, `${theirsGot.url}/${marker.word}`);
  await register(mine, mineGot.url);
  await fill(app, theirs, marker);
  await fill(app, mine, { ...createMarker(), mark: (body) => body });

  const as = async (owner: Caller, { sessionOnly }: Operation) => (sessionOnly ? app.newSession(owner) : owner);
  const foreign = new Map<string, Request & { by: Caller }>();
  for (const operation of operations) {
    const by = await as(await app.newMember(theirs, "owner"), operation);
    foreign.set(operation.id, { ...(await validRequest(operation, by)), by });
  }
  const foreignOf = ({ id }: Operation) => foreign.get(id) ?? assert.fail(id);
  for (const [table, rows] of await rowsOfTenant(app.db, theirs.orgId)) {
    if (mayBeEmpty[table] === undefined)
      assert.ok(
        rows.length > 0,
        `${table} holds a row of the other organization: fill() in test/two-tenants.ts makes one`,
      );
  }
  const detect = await createDetector(app.db, theirs, mine, marker);
  const cursors = await cursorsOf(theirs, operations, foreignOf);
  const values = { texts: [marker.word, ...(await idsToAskFor(app, theirs))], cursors };
  const reads = operations.filter((operation) => !isMutation(operation));
  assert.ok(reads.length > 15 && cursors.length > 3, `${reads.length} reads, ${cursors.length} cursors`);

  await t.test(
    "whoever it belongs to is shown it by every read, in every kind of answer: it can be found",
    async () => {
      const found = new Set<string>();
      const types = new Set<string | undefined>();
      for (const operation of reads.filter(({ id }) => showsNothing[id] === undefined)) {
        const { by, ids } = foreignOf(operation);
        const telling = (await readAll(by, operation, ids, { texts: [], cursors })).filter(
          ({ text }) => detect(text).length > 0,
        );
        assert.ok(telling.length > 0, `${operation.id} shows its owner something`);
        for (const { text, answer } of telling) {
          types.add(answer.headers["content-type"]?.split(";", 1)[0]);
          for (const one of detect(text)) found.add(one);
        }
      }
      assert.ok(
        [...types].some((type) => type?.includes("spreadsheet")) &&
          types.has("text/csv") &&
          types.has("application/json"),
      );
      const all = [...found];
      assert.ok(found.has(marker.word) && all.some((one) => one.includes("_")) && all.some((one) => /^\d+$/.test(one)));
    },
  );

  const tags = new Map<string, string | undefined>();
  for (const operation of reads) {
    const { by, ids } = foreignOf(operation);
    tags.set(operation.id, (await by.get(pathOf(operation, ids))).headers["etag"]);
  }
  await untilSent(app, [mine, theirs]);
  const before = await digestOf(app.db, await listTablesOfTenants(app.db), theirs.orgId);
  const told: Learnt[] = [];

  await t.test("every read, with each of its parameters, by key and by session, on own and foreign paths", async () => {
    const session = await app.newSession(mine);
    for (const operation of reads) {
      const { ids } = await validRequest(operation, mine);
      const { ids: foreignIds } = foreignOf(operation);
      const tag = tags.get(operation.id) ?? '"1"';
      const known = { "if-none-match": tag };
      if (!operation.sessionOnly) {
        told.push(...(await readAll(mine, operation, ids, values)));
        told.push(await learn(mine, "GET", pathOf(operation, ids), undefined, known));
      }
      told.push(...(await readAll(session, operation, ids, { texts: [], cursors: [] })));
      if (operation.pathParameters.length === 0) continue;
      const tried = await readAll(session, operation, foreignIds, { texts: [], cursors }, known);
      for (const { from, answer } of tried) assert.equal(answer.status, 404, from);
      told.push(...tried);
    }
  });

  await t.test("a foreign id in a path is a 404, indistinguishable from an unknown one", async () => {
    const tried: string[] = [];
    for (const operation of operations.filter(({ pathParameters }) => pathParameters.length > 0)) {
      const caller = await as(mine, operation);
      const request = await validRequest(operation, caller);
      await explained(operation.id, async () => {
        told.push(...(await tryForeignPath(caller, operation, request, foreignOf(operation).ids)));
      });
      tried.push(operation.id);
    }
    assert.ok(tried.length > 10);
  });

  await t.test("a foreign id in a body is indistinguishable from an unknown one", async () => {
    const tried: string[] = [];
    for (const operation of operations.filter(takesBody)) {
      const caller = await as(mine, operation);
      const request = await validRequest(operation, caller);
      for (const [place, id] of idsIn(foreignOf(operation).body)) {
        told.push(...(await tryForeignBody(caller, operation, request, place, id)));
        tried.push(`${operation.id} ${place.join("/")}`);
      }
    }
    for (const name of ["createTimeEntry taskId", "createTimeEntries entries/1/projectId", "createProject clientId"])
      assert.ok(tried.includes(name), `${name} is among ${String(tried)}`);
  });

  await t.test("nothing of it was sent, and nothing there was changed", async () => {
    for (const path of ["/metrics", "/openapi.json", "/", "/guide", "/healthz", "/readyz"])
      told.push(await learn(mine, "GET", path));
    for (const { from, text } of told) assert.deepEqual(detect(text), [], `${from}: ${text}`);
    assert.ok(told.length > 300, `${told.length} answers`);
    assert.deepEqual(await digestOf(app.db, await listTablesOfTenants(app.db), theirs.orgId), before);
    await untilSent(app, [mine, theirs]);
    assert.ok(theirsGot.received.length > 30 && mineGot.received.length > 30);
    for (const got of sentTo(theirsGot)) assert.notDeepEqual(detect(got), [], got);
    for (const got of sentTo(mineGot)) assert.deepEqual(detect(got), [], got);
    assert.ok(lines.length > 500, "every request is logged");
    for (const line of lines) {
      // A request's log line names its caller, but must contain nothing else of the caller's organization.
      const { organizationId, userId, keyId, ...rest } = JSON.parse(line) as Record<string, unknown>;
      const isTheirs = organizationId === theirs.orgId;
      assert.deepEqual(detect(JSON.stringify(isTheirs ? rest : { ...rest, userId, keyId })), [], line);
      for (const { apiKey } of [mine, theirs]) assert.ok(!line.includes(apiKey), line);
    }
  });
});

async function cursorsOf(
  caller: Caller,
  operations: Operation[],
  requestFor: (operation: Operation) => Request,
): Promise<string[]> {
  const cursors: string[] = [];
  for (const operation of operations) {
    if (!(operation.described.parameters ?? []).some(({ name }: Json) => name === "cursor")) continue;
    const page = await caller.get(`${pathOf(operation, requestFor(operation).ids)}?limit=1`);
    if (page.json.nextCursor !== null) cursors.push(page.json.nextCursor);
  }
  return cursors;
}

/** Returns one id of each kind from the organization. */
async function idsToAskFor({ db }: TestApp, { orgId }: Caller): Promise<string[]> {
  const rows = JSON.stringify([...(await rowsOfTenant(db, orgId)).values()].map((all) => all.slice(0, 3)));
  const byKind = Map.groupBy(new Set(rows.match(/[a-z]+_[0-9a-f]{32}/g)), (id) => id.split("_", 1)[0]);
  return [...byKind.values()].map(([id = ""]) => id);
}

async function tryForeignPath(
  caller: Caller,
  operation: Operation,
  own: Request,
  foreignIds: Record<string, string>,
): Promise<Learnt[]> {
  const all: Learnt[] = [];
  for (const name of operation.pathParameters) {
    const id = foreignIds[name] ?? "";
    const learnt: Learnt[] = [];
    for (const given of [id, neverWas(id), `${id}x`, "no-id-at-all", "\u0000", "%"]) {
      const path = pathOf(operation, { ...own.ids, [name]: given });
      const one = await learn(caller, operation.method, path, own.body);
      assertProblem(one.answer, 404, "not_found");
      assert.ok(!one.answer.text.includes(given) || given === "%", one.answer.text);
      learnt.push(one);
    }
    const [first, ...others] = learnt.map(({ answer }) => comparable(answer));
    for (const other of others) assert.deepEqual(other, first);
    // The server checks the id before the body, so another organization's id is a 404 even with an invalid body.
    if (takesBody(operation)) {
      const path = pathOf(operation, { ...own.ids, [name]: id });
      assertProblem(await caller.send(operation.method, path, undefined, { raw: "[" }), 404, "not_found");
    }
    all.push(...learnt);
  }
  return all;
}

type Place = readonly (string | number)[];

/** Returns each id in a body, with its location. */
function idsIn(node: Json, place: Place = []): [Place, string][] {
  if (typeof node === "string") return /^[a-z]+_[0-9a-f]{32}$/.test(node) ? [[place, node]] : [];
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) => idsIn(value, [...place, name]));
}

function withValue(node: Json, [name, ...rest]: Place, value: string): Json {
  if (name === undefined) return value;
  const copy = structuredClone(node);
  copy[name] = withValue(copy[name], rest, value);
  return copy;
}

// The ids in these bodies are filters, which accept unknown ids but no malformed ones. In all other bodies, every id
// must exist.
const filtersInBody = new Set(["repriceRates", "reroundTimeEntries", "createBillingBatch"]);

async function tryForeignBody(
  caller: Caller,
  operation: Operation,
  own: Request,
  place: Place,
  id: string,
): Promise<Learnt[]> {
  const learnt: Learnt[] = [];
  await explained(`${operation.id} /${place.join("/")}`, async () => {
    const isFilter = filtersInBody.has(operation.id);
    for (const given of [id, neverWas(id), ...(isFilter ? [] : ["no id at all"])]) {
      const path = pathOf(operation, own.ids);
      const one = await learn(caller, operation.method, path, withValue(own.body, place, given));
      if (operation.id === "createBillingBatch") assertProblem(one.answer, 422, "nothing_to_bill");
      else if (isFilter) assert.equal(one.answer.status, 200, one.answer.text);
      else assertProblem(one.answer, 404, "not_found", [`/${place.join("/")}`]);
      learnt.push(one);
    }
    const [first, ...others] = learnt.map(({ answer }) => comparable(answer));
    for (const other of others) assert.deepEqual(other, first);
  });
  return learnt;
}

function comparable({ status, headers, json }: Answer): object {
  const { requestId: _requestId, ...body } = json;
  const { "x-request-id": _id, date: _date, ratelimit: _rateLimit, ...others } = headers;
  return { status, headers: Object.keys({ ...others }).map((name) => [name, headers[name]]), body };
}

async function untilSent({ db }: TestApp, callers: Caller[]): Promise<void> {
  const orgIds = callers.map(({ orgId }) => orgId);
  await eventually(async () => {
    const [left] = await db.query<{ count: number }>(sql`
      select (select count(*) from event_queue where org_id = any(${orgIds}))
           + (select count(*) from deliveries where org_id = any(${orgIds}) and status = 'pending') as count`);
    return left?.count === 0;
  }, "everything sent");
}

function sentTo({ received }: Receiver): string[] {
  return received.map(({ body, headers }) => `${body}\n${JSON.stringify(headers)}`);
}
