import assert from "node:assert/strict";
import { test } from "node:test";
import { type Role, type Scope, scopes } from "#identity/access.ts";
import { sql } from "#platform/database/database.ts";
import { asOwner } from "#test/worlds/as-owner.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { explained, listOperations, type Operation, pathOf, sendUseless } from "#test/cases/operations.ts";
import { type Right, rights, roles, rolesWith } from "#test/cases/rights-table.ts";
import { digestOf, listTablesOfTenants } from "#test/worlds/tenant-rows.ts";
import { type Answer, type Caller, newTestApp, testApp, type TestApp } from "#test/worlds/test-app.ts";
import { validRequest, type ValidRequest } from "#test/cases/valid-requests.ts";

type Request = Required<ValidRequest>;
type Ownership = "own" | "another's" | "a stranger's";

/** The credentials of a request: an API key, or a session with a recent or an old authentication. */
interface Carrier {
  name: "the scope alone" | "all scopes" | "all other scopes" | "no scope" | "session" | "stale session";
  scopes: readonly Scope[];
  isSession: boolean;
  isStale: boolean;
}

interface Expected {
  status: number;
  code: string;
  /** The scope that the error must name. */
  names?: Scope;
}

const api = { isSession: false, isStale: false };
const session = { scopes, isSession: true, isStale: false };

function carriersFor({ needs, reauthenticated }: Right): Carrier[] {
  const others = scopes.filter((scope) => scope !== needs);
  return [
    { name: "the scope alone", scopes: needs === "anyone" ? [] : [needs], ...api },
    { name: "all scopes", scopes, ...api },
    { name: "all other scopes", scopes: others, ...api },
    { name: "no scope", scopes: [], ...api },
    { name: "session", ...session },
    ...(reauthenticated ? [{ name: "stale session", ...session, isStale: true } as const] : []),
  ];
}

/** Returns the error that the table of rights requires; undefined if the request must succeed. */
function expectedFrom(right: Right, role: Role, carrier: Carrier, ownership: Ownership): Expected | undefined {
  const { needs, only = roles, others = roles } = right;
  if (right.sessionOnly && !carrier.isSession) return { status: 403, code: "session_required" };
  if (needs !== "anyone") {
    if (!rolesWith[needs].includes(role)) return { status: 403, code: "forbidden", names: needs };
    const lacks = [needs, ...(right.alsoNeeds ?? [])].find((scope) => !carrier.scopes.includes(scope));
    if (lacks !== undefined) return { status: 403, code: "insufficient_scope", names: lacks };
  }
  if (!only.includes(role)) return { status: 403, code: "forbidden" };
  if (right.reauthenticated && carrier.isStale) return { status: 403, code: "reauthentication_required" };
  if (ownership === "a stranger's") return { status: 404, code: "not_found" };
  if (ownership === "another's" && !others.includes(role)) return { status: 403, code: "forbidden" };
  return undefined;
}

test("every operation is in the table of rights, and agrees with its route", async () => {
  const operations = await listOperations((await testApp()).app);
  const known = new Set(operations.map(({ id }) => id));
  for (const name of Object.keys(rights)) assert.ok(known.has(name), `${name} in test/rights-table.ts is an operation`);
  for (const { id, method, path, scope, alsoNeeds, sessionOnly, ownerOnly, adminOnly, reauthenticated } of operations) {
    const right = rights[id];
    assert.ok(
      right !== undefined,
      `Say who may do ${id} (${method} ${path}): add to \`rights\` in test/rights-table.ts a row with the scope that it ` +
        "needs, with `others` where the record in its path belongs to a member, `only` where not every role with the scope " +
        "may, and `sessionOnly` or `reauthenticated` where it is not for every key.",
    );
    assert.deepEqual(
      { needs: scope ?? "anyone", alsoNeeds, sessionOnly, ownerOnly, adminOnly, reauthenticated },
      {
        needs: right.needs,
        alsoNeeds: right.alsoNeeds ?? [],
        sessionOnly: right.sessionOnly ?? false,
        ownerOnly: right.only?.join() === "owner",
        adminOnly: right.only?.join() === "owner,admin",
        reauthenticated: right.reauthenticated ?? false,
      },
      `${id}: route and test/rights-table.ts agree`,
    );
  }
});

async function carry({ db, newKey, newSession }: TestApp, member: Caller, carrier: Carrier): Promise<Caller> {
  if (!carrier.isSession) return newKey(member, carrier.scopes);
  const caller = await newSession(member);
  if (carrier.isStale) {
    await db.query(sql`
      update api_keys set authenticated_at = authenticated_at - interval '11 minutes'
       where org_id = ${caller.orgId} and id = ${caller.keyId}`);
  }
  return caller;
}

/** Sends the request. With an API key, also sends a GET as a HEAD. */
async function answerTo(operation: Operation, caller: Caller, { ids, body }: Request): Promise<Answer> {
  const path = pathOf(operation, ids);
  const answer = await caller.send(operation.method, path, body);
  if (operation.method === "GET" && !caller.isSession) {
    const head = await caller.send("HEAD", path);
    assert.deepEqual([head.status, head.text], [answer.status, ""], "HEAD answers as GET does, without a body");
  }
  return answer;
}

function assertAnswered(answer: Answer, expected: Expected | undefined): void {
  if (expected === undefined) assert.ok(answer.status >= 200 && answer.status < 300, `${answer.status} ${answer.text}`);
  else {
    assertProblem(answer, expected.status, expected.code);
    const { names = "" } = expected;
    assert.ok(answer.json.detail.includes(names), `the refusal names ${names}: ${answer.text}`);
  }
}

/**
 * The app, and a second organization whose records outsiders must not be able to reach. The tests of all roles share
 * them.
 */
let both: Promise<{ app: TestApp; strangers: Strangers }> | undefined;

async function start() {
  const app = await newTestApp();
  return { app, strangers: { caller: await app.newOrganization(), requests: new Map() } };
}

for (const role of roles) {
  test(`${role}: every operation follows the table of rights, with every key and on everybody's records`, async () => {
    const { app, strangers } = await (both ??= start());
    const world = { app, role, tables: await listTablesOfTenants(app.db), strangers };
    const shared = await newTeam(app, role);
    const counted = { refused: 0, done: 0 };
    for (const operation of await listOperations(app.app)) {
      const right = rights[operation.id];
      if (right === undefined) continue;
      const carriers = carriersFor(right);
      for (const some of right.ofAll ? carriers.map((carrier) => [carrier]) : [carriers]) {
        // Use a new team for operations that change a person or the whole organization, because they would remove
        // objects that later operations need.
        const team = right.ofAll || right.sessionOnly ? await newTeam(app, role) : shared;
        const { refused, done } = await tryAll(world, team, operation, right, some);
        counted.refused += refused;
        counted.done += done;
      }
    }
    assert.ok(counted.refused > 100 && counted.done > 30, JSON.stringify(counted));
  });
}

interface World {
  app: TestApp;
  role: Role;
  tables: string[];
  strangers: Strangers;
}

/** The owner of the second organization, with a request on its records for each operation. */
interface Strangers {
  caller: Caller;
  requests: Map<string, Request>;
}

/** An owner and a member of an organization, who both have records, and the member's callers by credentials. */
interface Team {
  owner: Caller;
  member: Caller;
  callers: Map<string, Caller>;
}

async function newTeam(app: TestApp, role: Role): Promise<Team> {
  const owner = await app.newOrganization();
  return { owner, member: await app.newMember(owner, role), callers: new Map() };
}

/** Returns a caller for the member with these credentials. Creates each caller only once. */
async function callerWith(app: TestApp, { member, callers }: Team, carrier: Carrier): Promise<Caller> {
  const { name: _name, ...credentials } = carrier;
  const key = JSON.stringify(credentials);
  const caller = callers.get(key) ?? (await carry(app, member, carrier));
  callers.set(key, caller);
  return caller;
}

/**
 * Returns the request for an operation. Prepares it only once, because a refused request does not use up its object.
 */
async function requestOf({ caller, requests }: Strangers, operation: Operation): Promise<Request> {
  const request = requests.get(operation.id) ?? (await validRequest(operation, caller));
  requests.set(operation.id, request);
  return request;
}

/** Tries an operation with all given credentials on all kinds of records. */
async function tryAll(
  { app, role, tables, strangers }: World,
  team: Team,
  operation: Operation,
  right: Right,
  carriers: Carrier[],
) {
  const { owner, member } = team;
  const callers: [Carrier, Caller][] = [];
  for (const carrier of carriers) callers.push([carrier, await callerWith(app, team, carrier)]);
  const makers: [Ownership, () => Promise<Request>][] = [
    ["own", () => asOwner(app.db, member, role, () => validRequest(operation, member))],
  ];
  if (right.others !== undefined) makers.push(["another's", () => validRequest(operation, owner)]);
  if (operation.pathParameters.length > 0) makers.push(["a stranger's", () => requestOf(strangers, operation)]);
  const digest = () => digestOf(app.db, tables, owner.orgId, strangers.caller.orgId);
  const counted = { refused: 0, done: 0 };

  const tries = [];
  for (const [ownership, make] of makers) {
    const cases = callers.flatMap(([carrier, caller]) => {
      const expected = expectedFrom(right, role, carrier, ownership);
      // If the caller's own records are refused, other members' records need not be tested.
      if (ownership !== "own" && expectedFrom(right, role, carrier, "own") !== undefined) return [];
      // A key with all scopes can do the same as a key with only the required scope, so its successful changes are
      // tested only as the owner.
      const isRepetition = carrier.name === "all scopes" && operation.method !== "GET" && role !== "owner";
      if (expected === undefined && isRepetition) return [];
      const wanted = expected === undefined ? "succeed" : `be ${expected.status} ${expected.code}`;
      const title = `${operation.id} by ${role} with ${carrier.name}, record ${ownership}, is to ${wanted}`;
      return [{ caller, expected, title }];
    });
    if (cases.length > 0) tries.push({ cases, make, request: await make() });
  }

  // Send all requests that must be refused before any that must succeed, so that one digest covers all refusals. A
  // digest takes longer than several requests.
  const before = await digest();
  for (const { cases, request } of tries) {
    for (const { caller, expected, title } of cases) {
      if (expected === undefined) continue;
      await explained(title, async () => assertAnswered(await answerTo(operation, caller, request), expected));
      counted.refused++;
    }
  }
  assert.deepEqual(await digest(), before, `no refusal of ${operation.id} to ${role} changes anything`);
  for (const [at, { cases, make, request: made }] of tries.entries()) {
    // Prepare a new request after each successful change, because the change may have used up the object.
    let request: Request | undefined = at === 0 ? made : undefined;
    for (const { caller, expected, title } of cases) {
      if (expected !== undefined) continue;
      const fresh: Request = request ?? (await make());
      await explained(title, async () => assertAnswered(await answerTo(operation, caller, fresh), undefined));
      request = operation.method === "GET" ? fresh : undefined;
      counted.done++;
    }
  }
  return counted;
}

test("a lead uses the table's operations on records of their own team's members, and of no other team's", async () => {
  const app = await testApp();
  const owner = await app.newOrganization();
  const [lead, other] = [await app.newMember(owner, "member"), await app.newMember(owner, "member")];
  for (const [leadId, memberId] of [
    [lead.userId, owner.userId],
    [other.userId, lead.userId],
  ]) {
    const team = { name: "Design", memberIds: [memberId], leadIds: [leadId], showsMoney: true };
    assert.equal((await owner.post("/v1/teams", team)).status, 201);
  }
  for (const operation of await listOperations(app.app)) {
    const right = rights[operation.id];
    if (right?.others === undefined) continue;
    await explained(`${operation.id} by leads`, async () => {
      const request: Request = await validRequest(operation, owner);
      assertProblem(await answerTo(operation, other, request), 403, "forbidden");
      const expected = right.ofTeam ? undefined : { status: 403, code: "forbidden" };
      assertAnswered(await answerTo(operation, lead, request), expected);
    });
  }
});

test("the permission is checked before path, query and body", async () => {
  const app = await testApp();
  const owner = await app.newOrganization();
  for (const role of roles) {
    const member = await app.newMember(owner, role);
    const none = await app.newKey(member, []);
    for (const operation of await listOperations(app.app)) {
      const right = rights[operation.id];
      if (right === undefined || right.sessionOnly) continue;
      const hasRole = right.needs === "anyone" || rolesWith[right.needs].includes(role);
      const bare = await sendUseless(operation, none);
      if (right.needs === "anyone") assert.notEqual(bare.status, 403, `${operation.id} by ${role}`);
      else assertProblem(bare, 403, hasRole ? "insufficient_scope" : "forbidden");
      if (right.only?.includes(role) === false) continue;
      const full = await sendUseless(operation, member);
      if (hasRole) assert.notEqual(full.status, 403, `${operation.id} by ${role}: ${full.text}`);
      else assertProblem(full, 403, "forbidden");
    }
  }
});

test("a key that may write but not read sees nothing through a change that changes nothing", async () => {
  const app = await testApp();
  const tried: string[] = [];
  for (const operation of await listOperations(app.app)) {
    const read = scopes.find((name) => name === operation.scope?.replace(":write", ":read"));
    if (operation.method !== "PATCH" || operation.scope === undefined || read === undefined) continue;
    tried.push(operation.id);
    const owner = await app.newOrganization();
    const { ids, body } = await validRequest(operation, owner);
    const path = pathOf(operation, ids);
    const isBatch = operation.id === "updateTimeEntries";
    const nothing = isBatch ? { entries: body.entries.map(({ id }: { id: string }) => ({ id })) } : {};
    const refused = await (await app.newKey(owner, [operation.scope])).patch(path, nothing);
    assertProblem(refused, 403, "insufficient_scope", isBatch ? ["/entries/0", "/entries/1"] : undefined);
    assert.ok(refused.text.includes(read), refused.text);
    const reader = await app.newKey(owner, [operation.scope, read]);
    assert.equal((await reader.patch(path, nothing)).status, 200, operation.id);
  }
  assert.ok(tried.length >= 8, tried.join(", "));
});
