// One walk over all operations of /v1. It sends every operation as every role, with several credentials, on the caller's
// own records, another member's and another organization's, and yields what was seen. Judges (judges.ts) say whether
// that is right. The usual walk sends each request with the usual credentials; the walk of all combinations also sends
// it with every other key, and every read with each of its parameters.
import assert from "node:assert/strict";
import type { Role } from "#identity/access.ts";
import { sql } from "#platform/database/database.ts";
import { isMutation, listOperations, type Operation, pathOf, takesBody } from "#test/cases/operations.ts";
import { type Right, rights, roles } from "#test/cases/rights-table.ts";
import { validRequest, type ValidRequest } from "#test/cases/valid-requests.ts";
import { learn, type Learnt, readAll } from "#test/http/read-walk.ts";
import { asOwner } from "#test/worlds/as-owner.ts";
import { digestOf } from "#test/worlds/tenant-rows.ts";
import type { Caller } from "#test/worlds/test-app.ts";
import {
  allCarriers,
  type Carrier,
  type Expected,
  expectedFrom,
  noScope,
  type Ownership,
  usualCarrier,
} from "./expected.ts";
import { budgetAll } from "./money.ts";
import type { WalkWorld } from "./world.ts";

type Request = Required<ValidRequest>;

export interface ChangeRow {
  request_id: string;
  org_id: string;
  user_id: string | null;
  key_id: string | null;
  action: string;
  target_id: string;
  object: object;
  previous: object | null;
}

/** A request and its reply. */
export interface Seen {
  title: string;
  operation: Operation;
  role: Role;
  carrier: Carrier;
  caller: Caller;
  /** The error that must be the reply; undefined if the request must succeed. */
  expected: Expected | undefined;
  learnt: Learnt;
  /** Whether the request is the operation's usual one, not a read with parameters or an invalid request. */
  isUsual: boolean;
  changes: ChangeRow[];
}

interface Case {
  role: Role;
  carrier: Carrier;
  ownership: Ownership;
  caller: Caller;
  expected: Expected | undefined;
  make: () => Promise<Request>;
}

/** Yields what was seen of one operation after the other: first those that change something, then the reads. */
export async function* walk(world: WalkWorld, { isEvery }: { isEvery: boolean }): AsyncGenerator<Seen[]> {
  const operations = await listOperations(world.app.app);
  for (const operation of operations.toSorted((a, b) => Number(isMutation(b)) - Number(isMutation(a)))) {
    const right = rights[operation.id] ?? assert.fail(`${operation.id} is in test/cases/rights-table.ts`);
    const cases: Case[] = [];
    for (const role of roles) cases.push(...(await casesOf(world, operation, right, role, isEvery)));
    yield await tryAll(world, operation, cases, isEvery);
  }
}

async function casesOf(world: WalkWorld, operation: Operation, right: Right, role: Role, isEvery: boolean) {
  const usual = usualCarrier(right);
  const plain = role === "owner" && usual.name === "all scopes" ? [usual, noScope] : [usual];
  const cases: Case[] = [];
  const shared = await world.teamFor(right, role);
  for (const [at, carrier] of (isEvery ? allCarriers(right) : plain).entries()) {
    // An operation on the whole organization needs another one after each success.
    const { owner, member } = right.ofAll && at > 0 ? await world.teamFor(right, role) : shared;
    const caller = await world.carry(member, carrier);
    const makers: [Ownership, () => Promise<Request>][] = [
      ["own", () => asOwner(world.app.db, member, role, () => validRequest(operation, member))],
    ];
    if (right.others !== undefined) makers.push(["another's", () => validRequest(operation, owner)]);
    if (operation.pathParameters.length > 0 && (isEvery || role === "owner"))
      makers.push(["a stranger's", async () => world.foreignOf(operation)]);
    for (const [ownership, make] of makers) {
      const expected = expectedFrom(right, role, carrier, ownership);
      // If the caller's own records are refused, other members' records need not be tested.
      if (ownership !== "own" && expectedFrom(right, role, carrier, "own") !== undefined) continue;
      // A key with all scopes can do the same as one with only the required scope, so its changes are tried only once.
      const isRepetition = isEvery && carrier.name === "all scopes" && isMutation(operation) && role !== "owner";
      if (expected === undefined && isRepetition) continue;
      cases.push({ role, carrier, ownership, caller, expected, make });
    }
  }
  return cases;
}

let sent = 0;

/** Sends all requests that must be refused before any that must succeed, so that one digest covers all refusals. */
async function tryAll(world: WalkWorld, operation: Operation, cases: Case[], isEvery: boolean): Promise<Seen[]> {
  const { app, tables } = world;
  const orgIds = [...new Set([world.theirs.orgId, ...cases.map(({ caller }) => caller.orgId)])];
  const [{ now } = { now: "" }] = await app.db.query<{ now: string }>(sql`select clock_timestamp() as now`);
  const all: Seen[] = [];
  const see = async (
    of: Case,
    method: string,
    path: string,
    body?: unknown,
    options: {
      headers?: Record<string, string>;
      expected?: Expected;
      isUsual?: boolean;
      by?: Pick<Caller, "send">;
    } = {},
  ) => {
    const { role, carrier, caller, ownership } = of;
    const expected = "expected" in options ? options.expected : of.expected;
    const headers = { "x-request-id": `walk-${++sent}`, ...options.headers };
    const learnt = await learn((options.by ?? caller) as Caller, method, path, body, headers);
    const wanted = expected === undefined ? "succeed" : `be ${expected.status} ${expected.code}`;
    const title = `${operation.id} by ${role} with ${carrier.name}, record ${ownership}, is to ${wanted}`;
    all.push({
      title,
      operation,
      role,
      carrier,
      caller,
      expected,
      learnt,
      isUsual: options.isUsual ?? true,
      changes: [],
    });
    return learnt.answer;
  };
  const requests = new Map<() => Promise<Request>, Request>();
  const refused = cases.filter(({ expected }) => expected !== undefined);
  for (const { make } of refused) requests.set(make, await make());
  const [first] = cases.filter(({ ownership, role }) => ownership === "own" && role === "owner");
  const firstRequest = first && (await first.make());
  const before = await digestOf(app.db, tables, ...orgIds);
  for (const one of refused) {
    const { ids, body } = requests.get(one.make) as Request;
    await see(one, operation.method, pathOf(operation, ids), body);
  }
  if (first && firstRequest) await seeInvalid(world, operation, first, firstRequest, see);
  assert.deepEqual(await digestOf(app.db, tables, ...orgIds), before, `no refusal of ${operation.id} changes anything`);

  for (const one of cases) {
    if (one.expected !== undefined) continue;
    const request = one === first ? (firstRequest as Request) : await one.make();
    await budgetAll(app.db, one.caller);
    const path = pathOf(operation, request.ids);
    const answer = await see(one, operation.method, path, request.body);
    if (operation.method !== "GET") continue;
    if (!one.carrier.isSession && (isEvery || one.role === "owner")) {
      const head = await see(one, "HEAD", path, undefined, { isUsual: false });
      const told = ["content-type", "content-length", "etag", "cache-control"].map((name) => [
        name,
        answer.headers[name],
      ]);
      assert.deepEqual(
        [head.status, head.text, ...told.map(([name = ""]) => [name, head.headers[name]])],
        [answer.status, "", ...told],
        `HEAD of ${operation.id} returns the same as GET, without the body`,
      );
    }
    if (isEvery && one.ownership === "own") await readVariants(world, operation, one, request, all);
  }
  return withChanges(world, all, orgIds, now);
}

type See = (
  of: Case,
  method: string,
  path: string,
  body?: unknown,
  options?: { headers?: Record<string, string>; expected?: Expected; isUsual?: boolean; by?: Pick<Caller, "send"> },
) => Promise<unknown>;

/** Sends an operation's request without credentials, and with an error in each of its parts. */
async function seeInvalid({ app }: WalkWorld, operation: Operation, by: Case, { ids, body }: Request, see: See) {
  const { method } = operation;
  const path = pathOf(operation, ids);
  const invalid = (status: number, code: string) => ({ expected: { status, code }, isUsual: false });
  await see(by, method, path, body, { ...invalid(401, "missing_api_key"), by: app.anonymous });
  if (by.expected !== undefined) return;
  await see(by, method, `${path}?no=such`, body, invalid(422, "unknown_parameter"));
  if (takesBody(operation)) await see(by, method, path, { ...body, noSuchField: 1 }, invalid(422, "validation_failed"));
  // Batches do not accept If-Match, because each entry has its own version.
  if (operation.described.responses["412"] !== undefined && !operation.path.includes("/batch"))
    await see(by, method, path, body, { ...invalid(412, "precondition_failed"), headers: { "if-match": '"another"' } });
}

/** Reads a path in all documented forms; the owner also asks for what belongs to the other organization. */
async function readVariants(world: WalkWorld, operation: Operation, by: Case, { ids }: Request, all: Seen[]) {
  if (!["all scopes", "all scopes but costs:read", "session"].includes(by.carrier.name)) return;
  const asks = by.role === "owner" && by.carrier.name === "all scopes";
  const values = asks ? await world.foreignValues() : { texts: [], cursors: [] };
  const { role, carrier, caller } = by;
  for (const learnt of await readAll(caller, operation, ids, values)) {
    const title = `${learnt.from} by ${role} with ${carrier.name}`;
    all.push({ title, operation, role, carrier, caller, expected: undefined, learnt, isUsual: false, changes: [] });
  }
}

/** Adds the change rows that each request wrote. */
async function withChanges({ app }: WalkWorld, all: Seen[], orgIds: string[], since: string): Promise<Seen[]> {
  const rows = await app.db.query<ChangeRow>(sql`
    select request_id, org_id, user_id, key_id, action, target_id, object, previous from changes
     where org_id = any(${orgIds}) and at >= ${since}::timestamptz and action <> 'api_key.refused'`);
  const byRequest = Map.groupBy(rows, (row) => row.request_id);
  for (const seen of all) seen.changes = byRequest.get(seen.learnt.answer.headers["x-request-id"] ?? "") ?? [];
  return all;
}
