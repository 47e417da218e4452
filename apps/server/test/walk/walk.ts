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
import type { Answer, Caller } from "#test/worlds/test-app.ts";
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
  operation: Operation;
  role: Role;
  carrier: Carrier;
  ownership: Ownership;
  caller: Caller;
  expected: Expected | undefined;
  request: Prepared;
}

/** A request that is prepared when it is needed, and again after it has succeeded. A refusal does not use it up. */
interface Prepared {
  get(): Promise<Request>;
  renew(): void;
}

function prepare(make: () => Promise<Request>): Prepared {
  let made: Promise<Request> | undefined;
  return { get: () => (made ??= make()), renew: () => (made = undefined) };
}

/** A request that differs from a case's usual one. */
interface Variation {
  method?: string;
  path?: string;
  body?: unknown;
  headers?: Record<string, string>;
  by?: Pick<Caller, "send">;
  expected?: Expected;
}

interface Options {
  /** Whether to use all credentials and read everything in all documented forms. */
  isEvery: boolean;
}

/** How many operations share a comparison of everything stored, which takes longer than many requests. */
const chunk = 12;

/** Yields what was seen, a few operations at a time: first those that change something, then the reads. */
export async function* walk(world: WalkWorld, options: Options): AsyncGenerator<Seen[]> {
  const operations = await listOperations(world.app.app);
  const ordered = operations.toSorted((a, b) => Number(isMutation(b)) - Number(isMutation(a)));
  for (let at = 0; at < ordered.length; at += chunk) yield await tryAll(world, ordered.slice(at, at + chunk), options);
}

async function casesOf(world: WalkWorld, operation: Operation, { isEvery }: Options): Promise<Case[]> {
  const right = rights[operation.id] ?? assert.fail(`${operation.id} is in test/cases/rights-table.ts`);
  const cases: Case[] = [];
  // Preparing takes more requests than the one that is tried, so the usual walk shares what is refused by scope.
  const shared = prepare(() => validRequest(operation, world.mine));
  const foreign = prepare(() => Promise.resolve(world.foreignOf(operation)));
  for (const role of roles) {
    let team = await teamOf(world, operation, right, role);
    for (const [at, carrier] of carriersOf(right, role, isEvery).entries()) {
      // An operation on the whole organization needs another one after each success.
      if (right.ofAll && at > 0) team = await teamOf(world, operation, right, role);
      const caller = await world.carry(team.member, carrier);
      const refusal = expectedFrom(right, role, carrier, "own");
      const isShared = refusal?.names !== undefined && !isEvery && !right.ofAll;
      const requests: [Ownership, Prepared][] = [["own", isShared ? shared : team.own]];
      // If the caller's own records are refused, other people's need not be tested.
      if (refusal === undefined && right.others !== undefined) requests.push(["another's", team.others]);
      if (refusal === undefined && operation.pathParameters.length > 0 && (isEvery || role === "owner"))
        requests.push(["a stranger's", foreign]);
      for (const [ownership, request] of requests) {
        const expected = expectedFrom(right, role, carrier, ownership);
        // A key with all scopes can do the same as one with only the required scope, so its changes are tried only once.
        const isRepetition = isEvery && carrier.name === "all scopes" && isMutation(operation) && role !== "owner";
        if (expected === undefined && isRepetition) continue;
        cases.push({ operation, role, carrier, ownership, caller, expected, request });
      }
    }
  }
  return cases;
}

async function teamOf(world: WalkWorld, operation: Operation, right: Right, role: Role) {
  const { owner, member } = await world.teamFor(operation, right, role);
  return {
    member,
    own: prepare(() => asOwner(world.app.db, member, role, () => validRequest(operation, member))),
    others: prepare(() => validRequest(operation, owner)),
  };
}

function carriersOf(right: Right, role: Role, isEvery: boolean): Carrier[] {
  if (isEvery) return allCarriers(right);
  const usual = usualCarrier(right);
  return role === "owner" && !usual.isSession ? [usual, noScope] : [usual];
}

/** Sends all requests that must be refused before any that must succeed, and checks that refusals change nothing. */
async function tryAll(world: WalkWorld, operations: Operation[], options: Options): Promise<Seen[]> {
  const { db } = world.app;
  const cases: Case[] = [];
  for (const operation of operations) cases.push(...(await casesOf(world, operation, options)));
  const refused = cases.filter(({ expected }) => expected !== undefined);
  const usual = cases.filter(
    ({ role, ownership, expected }) => role === "owner" && ownership === "own" && expected === undefined,
  );
  const invalid = [...Map.groupBy(usual, ({ operation }) => operation).values()].flatMap(([first]) => first ?? []);
  for (const { request } of [...refused, ...invalid]) await request.get();
  const orgIds = [...new Set([world.theirs.orgId, ...cases.map(({ caller }) => caller.orgId)])];
  const [{ now: since } = { now: "" }] = await db.query<{ now: string }>(sql`select clock_timestamp() as now`);
  const all: Seen[] = [];
  const before = await digestOf(db, world.tables, ...orgIds);
  for (const of of refused) {
    const { status } = await see(all, of);
    if (of.operation.method !== "GET" || of.carrier.isSession || !options.isEvery) continue;
    assert.equal((await see(all, of, { method: "HEAD", body: undefined })).status, status);
  }
  for (const of of invalid) await seeInvalid(world, all, of);
  const names = operations.map(({ id }) => id).join(", ");
  assert.deepEqual(await digestOf(db, world.tables, ...orgIds), before, `no refusal changes anything: one of ${names}`);
  for (const of of cases) {
    if (of.expected !== undefined) continue;
    await of.request.get();
    await budgetAll(db, of.caller);
    const answer = await see(all, of);
    if (of.operation.method === "GET") await readOn(world, all, of, answer, options);
    else of.request.renew();
  }
  return withChanges(world, all, orgIds, since);
}

let sent = 0;

async function see(all: Seen[], of: Case, variation: Variation = {}): Promise<Answer> {
  const { operation, role, carrier, caller, ownership } = of;
  const { ids, body } = await of.request.get();
  const isUsual = Object.keys(variation).length === 0;
  const { method = operation.method, path = pathOf(operation, ids), by = caller, expected = of.expected } = variation;
  const headers = { "x-request-id": `walk-${++sent}`, ...variation.headers };
  const learnt = await learn(by, method, path, "body" in variation ? variation.body : body, headers);
  const wanted = expected === undefined ? "succeed" : `be ${expected.status} ${expected.code}`;
  const title = `${operation.id} by ${role} with ${carrier.name}, record ${ownership}, is to ${wanted}`;
  all.push({ title, operation, role, carrier, caller, expected, learnt, isUsual, changes: [] });
  return learnt.answer;
}

/** Sends an operation's request without credentials, and with an error in each of its parts. */
async function seeInvalid({ app }: WalkWorld, all: Seen[], of: Case): Promise<void> {
  const { operation } = of;
  const { ids, body } = await of.request.get();
  const refused = (status: number, code: string, variation: Variation) =>
    see(all, of, { ...variation, expected: { status, code } });
  await refused(401, "missing_api_key", { by: app.anonymous });
  await refused(422, "unknown_parameter", { path: `${pathOf(operation, ids)}?no=such` });
  if (takesBody(operation)) await refused(422, "validation_failed", { body: { ...body, noSuchField: 1 } });
  // Batches do not accept If-Match, because each entry has its own version.
  if (operation.described.responses["412"] !== undefined && !operation.path.includes("/batch"))
    await refused(412, "precondition_failed", { headers: { "if-match": '"another"' } });
}

/** Reads a path with HEAD, and in the walk of all combinations in every documented form. */
async function readOn(world: WalkWorld, all: Seen[], of: Case, get: Answer, { isEvery }: Options): Promise<void> {
  const { operation, role, carrier, caller, ownership } = of;
  if (!carrier.isSession && (isEvery || role === "owner")) {
    const head = await see(all, of, { method: "HEAD", body: undefined });
    const same = ["content-type", "etag", "cache-control"];
    // These cursors contain transaction ids, which go on with the transactions of other tests.
    if (!get.text.includes('"resumeCursor":')) same.push("content-length");
    assert.deepEqual(
      [head.status, head.text, ...same.map((name) => head.headers[name])],
      [get.status, "", ...same.map((name) => get.headers[name])],
      `HEAD of ${operation.id} returns the same as GET, without the body`,
    );
  }
  // Keys of the same role read the same data, except for amounts of money.
  const isTried = carrier.name === "session" || (role === "owner" && carrier.name.startsWith("all scopes"));
  if (!isEvery || ownership !== "own" || !isTried) return;
  // One caller also asks for texts, ids and cursors of the other organization.
  const asks = role === "owner" && carrier.name === "all scopes";
  const values = asks ? await world.foreignValues() : { texts: [], cursors: [] };
  for (const learnt of await readAll(caller, operation, (await of.request.get()).ids, values)) {
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
