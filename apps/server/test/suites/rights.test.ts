import assert from "node:assert/strict";
import { test } from "node:test";
import { scopes } from "#identity/access.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { explained, listOperations, type Operation, pathOf, sendUseless } from "#test/cases/operations.ts";
import { rights, roles, rolesWith } from "#test/cases/rights-table.ts";
import { type Answer, type Caller, testApp } from "#test/worlds/test-app.ts";
import { validRequest, type ValidRequest } from "#test/cases/valid-requests.ts";

type Request = Required<ValidRequest>;

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

const answerTo = (operation: Operation, caller: Caller, { ids, body }: Request): Promise<Answer> =>
  caller.send(operation.method, pathOf(operation, ids), body);

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
      const answer = await answerTo(operation, lead, request);
      if (right.ofTeam) assert.ok(answer.status < 300, `${answer.status} ${answer.text}`);
      else assertProblem(answer, 403, "forbidden");
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
