import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { createKey } from "#commands/accounts/create-key.ts";
import { createOrganization } from "#commands/accounts/create-organization.ts";
import type { Action } from "#identity/history/record-change.ts";
import { type DatabasePool, raw, sql } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { changeCases, idempotent, type Row } from "#test/cases/change-cases.ts";
import { entryBody, newClient, newProject } from "#test/worlds/factories.ts";
import { isMutation, listOperations, newCallerOf, type Operation, pathOf } from "#test/cases/operations.ts";
import { type Json, testApp } from "#test/worlds/test-app.ts";
import { senderOf, validRequest } from "#test/cases/valid-requests.ts";

interface ChangeRow {
  id: string;
  at: string;
  action: Action;
  target_id: string;
  user_id: string | null;
  key_id: string | null;
  request_id: string | null;
  address: string | null;
  object: Row;
  previous: Row | null;
}

/** Reads all changes except those of refused requests, which are recorded asynchronously. */
async function changesOf(db: DatabasePool, orgId: string): Promise<ChangeRow[]> {
  return db.query<ChangeRow>(
    sql`select * from changes where org_id = ${orgId} and action <> 'api_key.refused' order by at, id`,
  );
}

/** Reads the organization's rows of a table, by id. */
async function rowsOf(db: DatabasePool, table: string, orgId: string): Promise<Map<string, Row>> {
  const tenant = raw(table === "organizations" ? "id" : "org_id");
  const rows = await db.query<Row>(
    table === "members"
      ? sql`select m.*, u.name, u.email from members m join users u on u.id = m.user_id where m.org_id = ${orgId}`
      : sql`select * from ${raw(table)} where ${tenant} = ${orgId}`,
  );
  return new Map(
    rows
      .map(withoutSecrets)
      .map((row) => [String(table === "timers" || table === "members" ? row["user_id"] : row["id"]), row]),
  );
}

/** Converts the object of a change to a row of its table, as readers of changes do. */
async function asRow(db: DatabasePool, table: string, object: Row): Promise<Row | undefined> {
  const shape = raw(table === "members" ? "shown_members" : table);
  const [row] = await db.query<Row>(
    sql`select * from jsonb_populate_record(null::${shape}, ${JSON.stringify(object)}::jsonb)`,
  );
  if (row === undefined) return undefined;
  const recorded = Object.entries(object).filter(([name]) => name.endsWith("_digest"));
  return { ...withoutSecrets(row), ...Object.fromEntries(recorded) };
}

const digests: Record<string, string> = {
  secret_sealed: "secret_digest",
  previous_secret_sealed: "previous_secret_digest",
  key_hash: "key_digest",
  token_hash: "link_digest",
  mailed_token_hash: "mailed_link_digest",
};

/**
 * Returns the stored row in the form that a change row must contain: with digests instead of secrets, even encrypted or
 * hashed ones, and without the columns that are not recorded.
 */
function withoutSecrets(stored: Row): Row {
  const {
    last_used_at: _use,
    last_used_address: _address,
    replaced_at: _end,
    openid_status: _status,
    favourites: _own,
    session_id: _session,
    ...row
  } = stored;
  const shown = Object.entries(row).map(([column, value]): [string, unknown] => {
    const name = digests[column];
    if (name === undefined) return [column, value];
    return [
      name,
      value === null
        ? null
        : createHash("sha256")
            .update(value as Buffer)
            .digest("hex"),
    ];
  });
  return Object.fromEntries(shown);
}

function withoutDigests(previous: Row | null): Row | null {
  if (previous === null) return null;
  return Object.fromEntries(Object.entries(previous).filter(([name]) => !name.endsWith("_digest")));
}

async function operationsById(): Promise<Map<string, Operation>> {
  const operations = await listOperations((await testApp()).app);
  return new Map(operations.filter(isMutation).map((operation) => [operation.id, operation]));
}

test("every operation that changes something has a row in this table", async () => {
  const named = new Set(changeCases.map(({ operation }) => operation));
  assert.deepEqual([...named].toSorted(), [...(await operationsById()).keys()].toSorted());
});

test("every mutation writes its change rows: actor, action, the full row, and the previous values", async (t) => {
  const world = await testApp();
  const { db } = world;
  const operations = await operationsById();
  for (const { operation: id, name, prepare, headers, expected } of changeCases) {
    await t.test(`${id}: ${name}`, async () => {
      const operation = operations.get(id);
      assert.ok(operation !== undefined);
      const caller = await newCallerOf(world, operation);
      const request = prepare === undefined ? await validRequest(operation, caller) : await prepare(caller);
      const { ids = {}, body } = request;
      const tables = [...new Set(expected.flatMap(({ table }) => table ?? []))];
      const before = new Map(
        await Promise.all(tables.map(async (t2) => [t2, await rowsOf(db, t2, caller.orgId)] as const)),
      );
      const changesBefore = new Set((await changesOf(db, caller.orgId)).map((change) => change.id));

      const sender = await senderOf(operation, caller);
      for (const change of await changesOf(db, caller.orgId)) changesBefore.add(change.id);
      const answer = await sender.send(operation.method, pathOf(operation, ids), body, {
        headers: { "x-request-id": `changes-${id}`, ...headers },
      });

      assert.ok(answer.status < 300, answer.text);
      const changes = (await changesOf(db, caller.orgId)).filter((change) => !changesBefore.has(change.id));
      const inOrder = (rows: { action: string }[]) => rows.map(({ action }) => action).toSorted();
      assert.deepEqual(inOrder(changes), inOrder(expected));
      for (const [index, change] of changes.entries()) {
        const { action, user_id, key_id, request_id, address, target_id } = change;
        const fitting = expected.find(
          (candidate) =>
            candidate.action === action &&
            (candidate.target === undefined || candidate.target({ ids, body }) === target_id),
        );
        const { table, previous } = fitting ?? assert.fail(`${index} ${action}`);
        assert.deepEqual(
          { user_id, key_id, request_id, address },
          { user_id: caller.userId, key_id: sender.keyId, request_id: `changes-${id}`, address: "127.0.0.1" },
        );
        assert.match(change.id, /^evt_[0-9a-f]{32}$/);
        if (table === undefined) {
          assert.deepEqual(Object.keys(change.object).toSorted(), ["address", "browser", "user_id"]);
          assert.deepEqual([target_id, change.previous], [caller.userId, null]);
          continue;
        }
        const isGone =
          /\.(deleted|discarded|stopped)$|^report_link\.revoked$|^calendar_feed\.ended$/.test(action) &&
          table !== "time_entries";
        const rows = isGone ? before.get(table) : await rowsOf(db, table, caller.orgId);
        const row = rows?.get(target_id);
        assert.ok(row !== undefined, `${action} names ${target_id}`);
        assert.deepEqual(Object.keys(change.object).toSorted(), Object.keys(row).toSorted());
        assert.deepEqual(await asRow(db, table, change.object), row);
        assert.deepEqual(withoutDigests(change.previous), previous === undefined ? null : previous({ ids, body }));
      }
      assert.equal(new Set(changes.map((change) => `${change.action} ${change.target_id}`)).size, changes.length);
    });
  }
});

test("a PATCH that changes nothing writes no change and leaves the version", async () => {
  const { db, newOrganization } = await testApp();
  const tried: string[] = [];
  for (const operation of (await operationsById()).values()) {
    if (operation.method !== "PATCH") continue;
    const caller = await newOrganization();
    const { ids, body } = await validRequest(operation, caller);
    const path = pathOf(operation, ids);
    const sender = await senderOf(operation, caller);
    const changed = await sender.patch(path, body);
    const before = await changesOf(db, caller.orgId);
    const nothings =
      operation.id === "updateTimeEntries"
        ? [body, { entries: changed.json.data.map(({ id, version }: Json) => ({ id, version })) }]
        : [{}, body, writable(operation, changed.json)];
    for (const nothing of nothings) {
      const answer = await sender.patch(path, nothing);
      assert.equal(answer.status, 200, `${operation.id} ${answer.text}`);
      assert.deepEqual(answer.json, changed.json, operation.id);
    }
    assert.deepEqual(await changesOf(db, caller.orgId), before, operation.id);
    tried.push(operation.id);
  }
  assert.ok(tried.length >= 6);
});

/** Returns the writable fields of a resource, as a client would send them back after reading it. */
function writable(operation: Operation, resource: Json): object {
  const { properties } = operation.described.requestBody.content["application/json"].schema;
  // Leaves out fields that would change if they were sent back. An entry's `billable` is the effective value, which
  // would become an explicit choice. An import's `people` lists everyone, not only the people for whom a choice was
  // made.
  const unlike: Record<string, string> = { updateTimeEntry: "billable", updateImport: "people" };
  const names = Object.keys(properties).filter((name) => name !== unlike[operation.id]);
  // The reply to `updateMe` nests in `user` some fields that a request contains at the top level.
  const shown = operation.id === "updateMe" ? { ...resource, ...resource.user } : resource;
  return Object.fromEntries(names.map((name) => [name, shown[name]]));
}

test("a replay of a saved reply writes no second change", async () => {
  const world = await testApp();
  const { db } = world;
  for (const operation of (await operationsById()).values()) {
    // The caller of a transfer is no longer an owner, so the saved reply is not repeated
    // (identity/http/idempotency.test.ts).
    if (operation.method !== "POST" || operation.id === "transferOwnership") continue;
    const caller = await newCallerOf(world, operation);
    const { ids, body } = await validRequest(operation, caller);
    const send = () => caller.post(pathOf(operation, ids), body, idempotent);
    const first = await send();
    const changes = await changesOf(db, caller.orgId);
    const second = await send();
    assert.deepEqual([second.status, second.text], [first.status, first.text], operation.id);
    assert.equal(second.headers["idempotent-replayed"], "true", operation.id);
    assert.deepEqual(await changesOf(db, caller.orgId), changes, operation.id);
  }
});

test("org create and key create write change rows without the secret", async () => {
  const { db } = await testApp();
  const ownerEmail = `${newId("user")}@example.com`;
  const made = await createOrganization(db, { name: "Test", ownerEmail });
  const key = await createKey(db, { org: made.organizationId, email: ownerEmail, scopes: "read-only" });

  const changes = await changesOf(db, made.organizationId);

  const summary = changes.map(({ action, target_id }) => `${action} ${target_id}`);
  assert.deepEqual(
    summary.toSorted(),
    [
      `api_key.created ${made.keyId}`,
      `api_key.created ${key.keyId}`,
      `member.added ${made.userId}`,
      `organization.created ${made.organizationId}`,
    ].toSorted(),
  );
  const tables: Record<string, string> = { api_key: "api_keys", member: "members", organization: "organizations" };
  for (const change of changes) {
    const table = tables[change.action.split(".", 1)[0] ?? ""] ?? "";
    const row = (await rowsOf(db, table, made.organizationId)).get(change.target_id) ?? {};
    assert.deepEqual(Object.keys(change.object).toSorted(), Object.keys(row).toSorted());
    assert.deepEqual(await asRow(db, table, change.object), row);
    const { previous, user_id, key_id, request_id } = change;
    assert.deepEqual(
      { previous, user_id, key_id, request_id },
      { previous: null, user_id: null, key_id: null, request_id: null },
    );
  }
  const text = JSON.stringify(changes);
  for (const { apiKey } of [made, key]) assert.ok(!text.includes(apiKey));
});

test("a batch writes one change per entry, a failed batch none", async () => {
  const { db, newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  await newClient(caller);
  const before = await changesOf(db, caller.orgId);
  const entries = Array.from({ length: 20 }, () => entryBody(where));
  const bad = { ...entryBody(where), taskId: "task_0" };

  assert.equal((await caller.post("/v1/time-entries/batch", { entries: [...entries, bad] })).status, 404);
  assert.deepEqual(await changesOf(db, caller.orgId), before);

  const made = await caller.post("/v1/time-entries/batch", { entries });
  const ids: string[] = made.json.data.map((entry: Json) => entry.id);
  const changes = (await changesOf(db, caller.orgId)).slice(before.length);
  assert.deepEqual(changes.map((change) => change.target_id).toSorted(), ids.toSorted());
});
