import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { mangling } from "#test/cases/arbitrary-requests.ts";
import { isMutation, listOperations, newCallerOf, type Operation, pathOf, takesBody } from "#test/cases/operations.ts";
import { rights } from "#test/cases/rights-table.ts";
import { responseChecker } from "#test/http/response-checker.ts";
import { type Caller, testApp } from "#test/worlds/test-app.ts";
import { validRequest, type ValidRequest } from "#test/cases/valid-requests.ts";

// PROPERTIES_RUNS=200000 searches for several minutes. PROPERTIES_SEED repeats a failed search.
const numRuns = Number(process.env["PROPERTIES_RUNS"] ?? 1_200);
const seed = Number(process.env["PROPERTIES_SEED"] ?? 20_260_301);

test("whatever is sent to any operation, the response is a documented one, and never a fault", async () => {
  const world = await testApp();
  const owner = await world.newOrganization();
  const callers = [owner, owner, owner, owner, await world.newMember(owner, "member")];
  const check = await responseChecker(world.app);
  const operations = await listOperations(world.app);
  const prepared = new Map<string, Required<ValidRequest> & { own?: Caller }>();
  const answered = new Map<string, number>();

  // Operations on a person or a whole organization need a separate caller: wrong passwords and codes lock an account,
  // and an organization that is scheduled for deletion refuses everything else.
  async function prepare(operation: Operation): Promise<Required<ValidRequest> & { own?: Caller }> {
    const known = prepared.get(operation.id);
    if (known !== undefined) return known;
    const needsOwn = operation.sessionOnly || rights[operation.id]?.ofAll === true;
    const own = needsOwn ? await newCallerOf(world, operation) : undefined;
    const request = await validRequest(operation, own ?? owner);
    if (own !== undefined) Object.assign(request, { own });
    prepared.set(operation.id, request);
    return request;
  }

  for (const operation of operations) {
    const { ids, body, own } = await prepare(operation);
    const answer = await (own ?? owner).send(operation.method, pathOf(operation, ids), body);
    assert.ok(answer.status < 300, `${operation.id} ${answer.text}`);
    check(operation, answer);
    if (isMutation(operation)) prepared.delete(operation.id);
  }

  // Generate ids instead of operations, so that counterexamples are readable.
  const sent = fc
    .constantFrom(...operations)
    .chain((operation) =>
      fc.tuple(fc.constant(operation.id), mangling(operation), fc.nat({ max: callers.length - 1 })),
    );

  await fc.assert(
    fc.asyncProperty(sent, async ([id, { body, ids, query, headers }, at]) => {
      const operation = operations.find((candidate) => candidate.id === id);
      assert.ok(operation !== undefined);
      const valid = await prepare(operation);
      const caller = valid.own ?? callers[at];
      assert.ok(caller !== undefined);
      const path = `${pathOf(operation, ids(valid.ids))}${query === "" ? "" : `?${query}`}`;
      const given = takesBody(operation) ? body(valid.body) : undefined;
      const answer = await caller.send(
        operation.method,
        path,
        undefined,
        given === undefined ? { headers } : { raw: given.text, headers: { "content-type": given.type, ...headers } },
      );
      // Prepare a new request for the next run if this one used up its object, or if another operation removed the
      // object.
      const isUsed = (answer.status < 300 && isMutation(operation)) || [404, 409, 429].includes(answer.status);
      if (isUsed) prepared.delete(operation.id);
      const counted = `${operation.id} ${answer.status}`;
      answered.set(counted, (answered.get(counted) ?? 0) + 1);
      try {
        assert.ok(answer.status < 500, `${answer.status} is a fault`);
        check(operation, answer);
      } catch (error) {
        const shown = JSON.stringify({ path, headers, body: given?.text.toString() });
        throw new Error(`${operation.method} ${shown.slice(0, 4000)}`, { cause: error });
      }
    }),
    { numRuns, seed, endOnFailure: true },
  );

  // Fail if the generator produces too few valid requests.
  const succeeding = new Set(
    [...answered.keys()].filter((key) => / 20\d$/.test(key)).map((key) => key.split(" ", 1)[0]),
  );
  assert.ok(succeeding.size > operations.length * 0.8, `${succeeding.size} of ${operations.length} also succeeded`);
  // All stored data must still be readable.
  for (const path of [
    "/v1/time-entries?includeDeleted=true&limit=200",
    "/v1/projects?limit=200",
    "/v1/clients?limit=200",
    "/v1/tags",
  ]) {
    assert.equal((await owner.get(path)).status, 200, path);
  }
});
