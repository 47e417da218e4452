import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { rights, roles } from "#test/cases/rights-table.ts";
import { chainBlock } from "#identity/seals/chain-changes.ts";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import { foldOrganization } from "#tracking/ledger/time-sums/fold-time-sums.ts";
import { newEntry, newProject } from "./factories.ts";
import { explained, isMutation, listOperations, type Operation, pathOf } from "#test/cases/operations.ts";
import { rowsOfTenant } from "./tenant-rows.ts";
import type { Caller, Json, TestApp } from "./test-app.ts";
import { validRequest } from "#test/cases/valid-requests.ts";

/** Makes an organization's data recognizable. */
export interface Marker {
  /** The prefix of every marked string. */
  word: string;
  numbers: Set<number>;
  mark(body: Json): Json;
}

const texts = new Set(["name", "note", "description", "externalRef", "tags"]);
// Fields that contain durations, which the API limits to 604,800 seconds.
const short = new Set(["durationSeconds", "seconds"]);
const long = new Set(["rateMinor", "amountMinor", "estimateSeconds"]);

function nextPrime(after: number): number {
  const isPrime = (number: number) => {
    for (let factor = 2; factor * factor <= number; factor++) if (number % factor === 0) return false;
    return true;
  };
  let number = after + 1;
  while (!isPrime(number)) number++;
  return number;
}

/** Creates a marker whose numbers are primes of at least six digits, so that no sum equals one by chance. */
export function createMarker(): Marker {
  const word = `zq${randomBytes(5).toString("hex")}`;
  const numbers = new Set<number>();
  let [lastShort, lastLong, count] = [300_000, 1_000_000, 0];
  const fresh = (isShort: boolean) => {
    const number = nextPrime(isShort ? lastShort : lastLong);
    if (isShort) lastShort = number;
    else lastLong = number;
    numbers.add(number);
    return number;
  };
  const mark = (node: Json, field = ""): Json => {
    if (Array.isArray(node)) return node.map((item) => mark(item, field));
    if (typeof node === "object" && node !== null)
      return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, mark(value, name)]));
    if (typeof node === "string" && texts.has(field)) return `${word} ${++count}`;
    if (typeof node === "string" && field === "email") return `${word}${++count}@example.com`;
    if (typeof node === "number" && (short.has(field) || long.has(field))) return fresh(short.has(field));
    return node;
  };
  return { word, numbers, mark: (body) => mark(body) };
}

/**
 * Fills an organization by running every operation that creates or changes something, each as a different owner,
 * because an operation may remove its caller. Adds members of each role, a session, folded and pending sums, and a
 * used-up budget.
 */
export async function fill(app: TestApp, owner: Caller, marker: Marker): Promise<void> {
  const { db, newMember, newSession } = app;
  for (const role of roles) await newMember(owner, role);
  await newSession(owner);
  const budget = marker.mark({ name: "x", budget: { kind: "amount", amountMinor: 1 } });
  const rate = { kind: "billable", scope: "organization", rateMinor: 1 };
  assert.equal((await owner.post("/v1/rates", marker.mark(rate))).status, 201);
  const where = await newProject(owner, budget, marker.mark({ name: "x" }));
  await newEntry(owner, where, marker.mark({ durationSeconds: 1, description: "x", tags: ["x"], externalRef: "x" }));
  await foldOrganization(db, owner.orgId);
  for (const operation of (await listOperations(app.app)).filter(makesSomething)) {
    await explained(`filling by ${operation.id}`, async () => {
      const caller = operation.sessionOnly
        ? await newSession(await newMember(owner, "owner"))
        : await newMember(owner, "owner");
      const { ids, body } = await validRequest(operation, caller);
      const headers: Record<string, string> = operation.method === "POST" ? { "idempotency-key": "of both" } : {};
      const answer = await caller.send(operation.method, pathOf(operation, ids), marker.mark(body), { headers });
      assert.ok(answer.status < 300, `${answer.status} ${answer.text}`);
      assert.equal(answer.headers["idempotent-replayed"], undefined);
    });
  }
  await chainBlock(db, owner.orgId, { settleMs: 0 });
  await db.query(sql`
    update users set name = ${marker.word} where id in (select user_id from members where org_id = ${owner.orgId})`);
}

// Excludes any DELETE without path parameters, because it affects the whole organization.
function makesSomething(operation: Operation): boolean {
  if (rights[operation.id]?.ofAll) return false;
  return isMutation(operation) && (operation.method !== "DELETE" || operation.pathParameters.length > 0);
}

const anId = /[a-z]+_[0-9a-f]{32}/g;

/** Returns the organization's ids, marked strings and marked numbers that the text contains. */
export type Detector = (text: string) => string[];

export async function createDetector(
  db: DatabasePool,
  owner: Caller,
  other: Caller,
  marker: Marker,
): Promise<Detector> {
  const idsOf = async (orgId: string) => {
    const people = await db.query(sql`
      select u.* from users u join members m on m.user_id = u.id where m.org_id = ${orgId}`);
    const rows = [orgId, people, [...(await rowsOfTenant(db, orgId)).values()]];
    return new Set(JSON.stringify(rows).match(anId));
  };
  const shared = await idsOf(other.orgId);
  const ids = new Set([...(await idsOf(owner.orgId))].filter((id) => !shared.has(id)));
  assert.ok(ids.size > 100 && marker.numbers.size > 5, `${ids.size} ids and ${marker.numbers.size} numbers are known`);
  return (text) => [
    ...(text.includes(marker.word) ? [marker.word] : []),
    ...(text.match(anId) ?? []).filter((id) => ids.has(id)),
    ...(text.match(/(?<![\w.])\d{6,}(?![\w.])/g) ?? []).filter((number) => marker.numbers.has(Number(number))),
  ];
}
