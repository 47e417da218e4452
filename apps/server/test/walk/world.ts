import type { Role } from "#identity/access.ts";
import { sql } from "#platform/database/database.ts";
import { isMutation, listOperations, type Operation, pathOf } from "#test/cases/operations.ts";
import { type Right, rights } from "#test/cases/rights-table.ts";
import { validRequest, type ValidRequest } from "#test/cases/valid-requests.ts";
import type { QueryValues } from "#test/http/read-walk.ts";
import { listTablesOfTenants, rowsOfTenant } from "#test/worlds/tenant-rows.ts";
import type { Caller, Json, TestApp } from "#test/worlds/test-app.ts";
import { createDetector, createMarker, type Detector, fill } from "#test/worlds/two-tenants.ts";
import type { Carrier } from "./expected.ts";
import { setMoney } from "./money.ts";

type Request = Required<ValidRequest>;

interface Team {
  owner: Caller;
  /** A member of the wanted role. */
  member: Caller;
}

/** An organization with a member of each role, and a second one of which nobody in the first may learn anything. */
export interface WalkWorld {
  app: TestApp;
  mine: Caller;
  theirs: Caller;
  tables: string[];
  /** Finds what belongs to the second organization. */
  detect: Detector;
  /** Returns members of the first organization, or of a new one for operations on a whole organization. */
  teamFor(operation: Operation, right: Right, role: Role): Promise<Team>;
  /** Returns the member with other credentials. */
  carry(member: Caller, carrier: Carrier): Promise<Caller>;
  /** Returns a request on the second organization's records, and who may send it. A refusal does not use them up. */
  foreignOf(operation: Operation): Request & { by: Caller };
  /** Returns texts, ids and cursors of the second organization. */
  foreignValues(): Promise<QueryValues>;
}

/** A member can have 50 keys, and an organization 1,000, so another member takes over after this many. */
const maxKeys = 25;

export async function createWalkWorld(app: TestApp): Promise<WalkWorld> {
  // Operations on the whole organization would end it before the others run, and their paths contain no id.
  const operations = (await listOperations(app.app)).filter(({ id }) => !rights[id]?.ofAll);
  const [mine, theirs, aside] = [await app.newOrganization(), await app.newOrganization(), await app.newOrganization()];
  await setMoney(mine);
  const members = new Map<Role, Caller>();
  const keys = new Map<string, number>();
  const marker = createMarker();
  await fill(app, theirs, marker);
  const foreign = new Map<string, Request & { by: Caller }>();
  for (const operation of operations) {
    const owner = await app.newMember(theirs, "owner");
    const by = operation.sessionOnly ? await app.newSession(owner) : owner;
    foreign.set(operation.id, { ...(await validRequest(operation, by)), by });
  }
  const callers = new Map<string, Caller>();
  const foreignOf = ({ id }: Operation) => foreign.get(id) as Request & { by: Caller };
  let values: Promise<QueryValues> | undefined;
  return {
    app,
    mine,
    theirs,
    tables: await listTablesOfTenants(app.db),
    detect: await createDetector(app.db, theirs, mine, marker),
    async teamFor({ path }, { ofAll, sessionOnly }, role) {
      if (ofAll) {
        const owner = await app.newOrganization();
        return { owner, member: await app.newMember(owner, role) };
      }
      // Operations that need a session can end keys and sessions, so each gets a new member, in an organization that is
      // not listed by all reads. A member has only one timer.
      if (sessionOnly) return { owner: aside, member: await app.newMember(aside, role) };
      if (/^\/v1\/timer\b/.test(path)) return { owner: mine, member: await app.newMember(mine, role) };
      let member = members.get(role);
      if (member === undefined || (keys.get(member.userId) ?? 0) > maxKeys)
        members.set(role, (member = await app.newMember(mine, role)));
      return { owner: mine, member };
    },
    async carry(member, { scopes, isSession, isStale }) {
      const key = [member.userId, isSession, isStale, ...scopes].join();
      let caller = callers.get(key);
      if (caller === undefined) {
        caller = isSession ? await app.newSession(member) : await app.newKey(member, scopes);
        keys.set(member.userId, (keys.get(member.userId) ?? 0) + 1);
      }
      callers.set(key, caller);
      if (isStale)
        await app.db.query(sql`
          update api_keys set authenticated_at = authenticated_at - interval '11 minutes'
           where org_id = ${caller.orgId} and id = ${caller.keyId}`);
      return caller;
    },
    foreignOf,
    foreignValues: () => (values ??= readForeignValues(app, theirs, operations, foreignOf, marker.word)),
  };
}

async function readForeignValues(
  { db }: TestApp,
  theirs: Caller,
  operations: Operation[],
  requestOf: (operation: Operation) => Request,
  word: string,
): Promise<QueryValues> {
  const cursors: string[] = [];
  for (const operation of operations.filter((one) => !isMutation(one))) {
    if (!(operation.described.parameters ?? []).some(({ name }: Json) => name === "cursor")) continue;
    const page = await theirs.get(`${pathOf(operation, requestOf(operation).ids)}?limit=1`);
    if (page.json.nextCursor !== null) cursors.push(page.json.nextCursor);
  }
  // One id of each kind.
  const rows = JSON.stringify([...(await rowsOfTenant(db, theirs.orgId)).values()].map((all) => all.slice(0, 3)));
  const byKind = Map.groupBy(new Set(rows.match(/[a-z]+_[0-9a-f]{32}/g)), (id) => id.split("_", 1)[0]);
  return { texts: [word, ...[...byKind.values()].map(([id = ""]) => id)], cursors };
}
