import assert from "node:assert/strict";
import { test } from "node:test";
import { type Scope, scopes } from "#identity/access.ts";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { changeCases } from "#test/cases/change-cases.ts";
import { combined, money, newAppliedImport } from "#test/cases/combined-operations.ts";
import { newProject, newRate, newReportLink } from "#test/worlds/factories.ts";
import { settled } from "#test/worlds/import-files.ts";
import { explained, isMutation, listOperations, pathOf } from "#test/cases/operations.ts";
import { rights } from "#test/cases/rights-table.ts";
import { digestOf, listTablesOfTenants } from "#test/worlds/tenant-rows.ts";
import { type Caller, type Json, testApp } from "#test/worlds/test-app.ts";
import { validRequest } from "#test/cases/valid-requests.ts";

for (const { name, scope, also, prepare } of combined) {
  test(`it needs ${[scope, ...also].join(" and ")} if ${name}`, async () => {
    const { db, newOrganization, newKey } = await testApp();
    const owner = await newOrganization();
    const { method, path, body } = await prepare(owner);
    const tables = await listTablesOfTenants(db);
    const some = [[scope], ...[scope, ...also].map((one) => scopes.filter((each) => each !== one))];
    const keys = await Promise.all(some.map((held) => newKey(owner, held)));
    const full = await newKey(owner, [scope, ...also]);
    const before = await digestOf(db, tables, owner.orgId);
    for (const key of keys) assertProblem(await key.send(method, path, body), 403, "insufficient_scope");
    assert.deepEqual(await digestOf(db, tables, owner.orgId), before);
    const done = await full.send(method, path, body);
    assert.ok(done.status < 300, done.text);
  });
}

/** The scope that is required to change an object of each kind directly. */
const scopeOfKind: Record<string, Scope> = {
  time_entry: "time-entries:write",
  time_entries: "rates:write",
  timer: "time-entries:write",
  tags: "time-entries:write",
  project: "projects:write",
  task: "projects:write",
  client: "projects:write",
  rate: "rates:write",
  rates: "rates:write",
  member: "members:write",
  team: "teams:write",
  invitation: "members:write",
  api_key: "keys:write",
  session: "keys:write",
  grant: "keys:write",
  webhook: "webhooks:write",
  saved_report: "reports:write",
  report_link: "reports:write",
  timesheet: "timesheets:write",
  billing_batch: "billing:write",
  import: "imports:write",
  organization: "organization:write",
  period: "organization:write",
};

/**
 * The changes to other resources that an operation makes under its own scope, because the objects are parts of the
 * operation's object. docs/api/api-keys.md has the same list.
 */
const included: Record<string, string[]> = {
  startTimer: ["task.created"],
  ensureGeneralTask: ["task.created"],
  applyImport: ["member.added", "client.created", "project.created", "task.created", "time_entry.created"],
  deactivateMember: ["api_key.revoked", "session.ended", "timer.stopped", "time_entry.created"],
  createBillingBatch: ["time_entry.updated"],
  deleteBillingBatch: ["time_entry.updated"],
  deleteImport: ["project.deleted", "task.deleted", "time_entry.deleted"],
};

/** Additional requests that have more effects than those of `changeCases`. */
const reaching: { operation: string; prepare: (owner: Caller) => Promise<Json> }[] = [
  {
    operation: "deactivateMember",
    prepare: async (owner) => {
      const member = await owner.world.newMember(owner, "admin");
      await owner.world.newSession(member);
      await member.post("/v1/timer", await newProject(owner));
      return { ids: { userId: member.userId, id: member.userId } };
    },
  },
  {
    operation: "updateOrganization",
    prepare: async (owner) => {
      await newRate(owner, { effectiveFrom: "2026-03-02" });
      return { body: { timeZone: "Asia/Kolkata", lockDate: "2026-01-01" } };
    },
  },
  {
    operation: "deleteProject",
    prepare: async (owner) => {
      const { projectId: id } = await newProject(owner, { budget: money });
      await newRate(owner, { scope: "project", projectId: id });
      return { ids: { id } };
    },
  },
  {
    operation: "deleteSavedReport",
    prepare: async (owner) => ({ ids: { id: (await newReportLink(owner)).id } }),
  },
  {
    operation: "deleteImport",
    prepare: async (owner) => ({ ids: { id: await newAppliedImport(owner, {}) } }),
  },
];

test("with its own scopes an operation changes other resources only as documented in docs/api/api-keys.md", async () => {
  const world = await testApp();
  const operations = new Map((await listOperations(world.app)).filter(isMutation).map((one) => [one.id, one]));
  const changed = new Map<string, Set<string>>();
  for (const { operation: id, prepare, headers = {} } of [
    ...changeCases,
    ...reaching.map((one) => ({ ...one, headers: undefined })),
  ]) {
    const operation = operations.get(id);
    const right = rights[id];
    assert.ok(operation !== undefined && right !== undefined);
    if (operation.sessionOnly) continue;
    await explained(id, async () => {
      const owner = await world.newOrganization();
      const { ids = {}, body } = prepare === undefined ? await validRequest(operation, owner) : await prepare(owner);
      const held = [right.needs === "anyone" ? [] : right.needs, right.alsoNeeds ?? []].flat();
      const key = await world.newKey(owner, held);
      const answer = await key.send(operation.method, pathOf(operation, ids), body, { headers });
      if (answer.status === 403) return;
      assert.ok(answer.status < 300, answer.text);
      // Wait, because applying an import and deleting an applied one happen in the background.
      if (id === "applyImport" || (id === "deleteImport" && answer.json.status === "applied"))
        await settled(owner, answer.json.id);
      const rows = await world.db.query<{ action: string }>(sql`
        select distinct action from changes where org_id = ${owner.orgId} and key_id = ${key.keyId}`);
      for (const { action } of rows) {
        const isDecision = /^timesheet\.(approved|rejected|reopened)$/.test(action);
        const scope = isDecision ? "timesheets:approve" : scopeOfKind[action.split(".", 1)[0] ?? ""];
        assert.ok(scope !== undefined, `the scope of ${action} stands in this test`);
        if (held.includes(scope)) continue;
        changed.set(id, (changed.get(id) ?? new Set()).add(action));
      }
    });
  }
  const found = Object.fromEntries([...changed].map(([id, actions]) => [id, [...actions].toSorted()]));
  const listed = Object.fromEntries(Object.entries(included).map(([id, actions]) => [id, actions.toSorted()]));
  assert.deepEqual(found, listed);
});
