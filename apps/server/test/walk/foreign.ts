// Requests of one organization with ids of another. The replies must be the same as for unknown ids.
import assert from "node:assert/strict";
import { explained, neverWas, type Operation, pathOf, takesBody } from "#test/cases/operations.ts";
import { senderOf, validRequest, type ValidRequest } from "#test/cases/valid-requests.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { learn, type Learnt } from "#test/http/read-walk.ts";
import type { Answer, Caller, Json } from "#test/worlds/test-app.ts";

type Request = Required<ValidRequest>;
type Place = readonly (string | number)[];

/** Asks for a foreign id in each place of the path, and for ids that never were. All replies must be the same 404. */
export async function tryForeignPath(owner: Caller, operation: Operation, foreign: Request): Promise<Learnt[]> {
  const caller = await senderOf(operation, owner);
  const own = await validRequest(operation, caller);
  const all: Learnt[] = [];
  for (const name of operation.pathParameters) {
    const id = foreign.ids[name] ?? "";
    const learnt: Learnt[] = [];
    for (const given of [id, neverWas(id), `${id}x`, "no-id-at-all", "\u0000", "%"]) {
      const path = pathOf(operation, { ...own.ids, [name]: given });
      const one = await learn(caller, operation.method, path, own.body);
      assertProblem(one.answer, 404, "not_found");
      assert.ok(!one.answer.text.includes(given) || given === "%", one.answer.text);
      learnt.push(one);
    }
    assertAlike(learnt);
    // The server checks the id before the body, so another organization's id is a 404 even with an invalid body.
    if (takesBody(operation)) {
      const path = pathOf(operation, { ...own.ids, [name]: id });
      assertProblem(await caller.send(operation.method, path, undefined, { raw: "[" }), 404, "not_found");
    }
    all.push(...learnt);
  }
  return all;
}

// The ids in these bodies are filters, which accept unknown ids but no malformed ones. In all other bodies, every id
// must exist.
const filtersInBody = new Set(["repriceRates", "reroundTimeEntries", "createBillingBatch"]);

/** Sends foreign ids in each place of the body, and ids that never were. */
export async function tryForeignBodies(
  owner: Caller,
  operation: Operation,
  foreign: Request,
): Promise<{ place: string; learnt: Learnt[] }[]> {
  const caller = await senderOf(operation, owner);
  const own = await validRequest(operation, caller);
  const all: { place: string; learnt: Learnt[] }[] = [];
  for (const [place, id] of idsIn(foreign.body)) {
    const name = place.join("/");
    const learnt: Learnt[] = [];
    await explained(`/${name}`, async () => {
      const isFilter = filtersInBody.has(operation.id);
      for (const given of [id, neverWas(id), ...(isFilter ? [] : ["no id at all"])]) {
        const path = pathOf(operation, own.ids);
        const one = await learn(caller, operation.method, path, withValue(own.body, place, given));
        if (operation.id === "createBillingBatch") assertProblem(one.answer, 422, "nothing_to_bill");
        else if (isFilter) assert.equal(one.answer.status, 200, one.answer.text);
        else assertProblem(one.answer, 404, "not_found", [`/${name}`]);
        learnt.push(one);
      }
      assertAlike(learnt);
    });
    all.push({ place: name, learnt });
  }
  return all;
}

function assertAlike(learnt: Learnt[]): void {
  const [first, ...others] = learnt.map(({ answer }) => comparable(answer));
  for (const other of others) assert.deepEqual(other, first);
}

function comparable({ status, headers, json }: Answer): object {
  const { requestId: _requestId, ...body } = json;
  const { "x-request-id": _id, date: _date, ratelimit: _rateLimit, ...others } = headers;
  return { status, headers: others, body };
}

/** Returns each id in a body, with its place. */
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
