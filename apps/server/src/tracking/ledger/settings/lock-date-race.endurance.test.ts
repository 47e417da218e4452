import assert from "node:assert/strict";
import { test } from "node:test";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import { entryBody, newEntry, newProject } from "#test/worlds/factories.ts";
import { insist } from "#test/worlds/insist.ts";
import { type Answer, type Caller, testApp } from "#test/worlds/test-app.ts";

const path = "/v1/time-entries";
const writers = Array.from({ length: 16 }, (_, index) => index);
const rounds = 3;

type Where = { projectId: string; taskId: string };

/** The id and version of each entry that starts before the lock date, deleted or not. */
async function lockedState(db: DatabasePool, { orgId }: Caller): Promise<string[]> {
  const rows = await db.query<{ state: string }>(sql`
    select id || ' ' || version as state from time_entries where org_id = ${orgId} and started_at < '2026-03-01' order by id`);
  return rows.map(({ state }) => state);
}

/**
 * Writes that race with the lock date. The last one moves entries out of the locked period; the others move entries
 * into it or change entries in it.
 */
const writes: ((caller: Caller, where: Where, name: string, own: string[]) => Promise<Answer>)[] = [
  (caller, where) => caller.post(path, entryBody(where, { startedAt: "2026-02-01T09:00:00Z" })),
  (caller, where, name) =>
    caller.post(path, entryBody(where, { startedAt: "2026-02-02T09:00:00Z" }), { "idempotency-key": name }),
  (caller, where) => {
    const entries = ["2026-02-28T23:00:00Z", "2026-03-01T00:00:00Z"].map((startedAt) =>
      entryBody(where, { startedAt }),
    );
    return caller.post(`${path}/batch`, { entries });
  },
  (caller, _where, _name, [id]) => caller.patch(`${path}/${id}`, { startedAt: "2026-02-03T09:00:00Z" }),
  (caller, _where, name, [, id]) => caller.patch(`${path}/${id}`, { description: name }),
  (caller, _where, _name, [, , id]) => caller.delete(`${path}/${id}`),
  (caller, _where, _name, [, , , id]) => caller.post(`${path}/${id}/restore`),
  (caller, _where, _name, [, , , , id]) => caller.patch(`${path}/${id}`, { startedAt: "2026-03-05T09:00:00Z" }),
];

test("once the lock date is confirmed, nothing before it is stored or changed, even by writes in progress", async () => {
  const { newOrganization, newMember, db } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller, { budget: { kind: "time", seconds: 40_000 } });
  const free = await newProject(caller);
  const member = await newMember(caller, "manager");
  for (let round = 0; round < rounds; round++) {
    const fresh = (startedAt: string) =>
      Promise.all(
        writers.map(async (index) => (await newEntry(caller, index % 2 ? where : free, { startedAt })).id as string),
      );
    const own = [
      await fresh("2026-03-02T09:00:00Z"),
      ...(await Promise.all(Array.from({ length: 4 }, () => fresh("2026-02-10T09:00:00Z")))),
    ];
    for (const id of own[3] ?? []) await caller.delete(`${path}/${id}`);
    const statuses = new Map<number, number>();
    let locked: string[] | undefined;
    // Each writer's first writes precede the lock date, and the last one follows it.
    const begun = writers.map(() => Promise.withResolvers<void>());
    const confirmed = Promise.withResolvers<void>();
    const locking = async () => {
      await Promise.all(begun.map(({ promise }) => promise));
      const answer = await insist(() => caller.patch("/v1/organization", { lockDate: "2026-03-01" }));
      assert.equal(answer.status, 200, answer.text);
      locked = await lockedState(db, caller);
      confirmed.resolve();
    };
    const writing = writers.map(async (index) => {
      for (let turn = 0; turn < writes.length; turn++) {
        if (turn === writes.length - 1) await confirmed.promise;
        const write = writes[(turn + index) % writes.length];
        const ids = own.map((list) => list[index] ?? "");
        assert.ok(write !== undefined);
        const answer = await write(
          index % 3 ? caller : member,
          index % 2 ? where : free,
          `${round}-${index}-${turn}`,
          ids,
        );
        const { status } = answer;
        assert.ok(status < 300 || answer.json.code === "period_locked", answer.text);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (turn === round) begun[index]?.resolve();
      }
    });
    await Promise.all([locking(), ...writing]);
    assert.deepEqual(await lockedState(db, caller), locked);
    assert.ok((statuses.get(409) ?? 0) > 0 && (statuses.get(201) ?? 0) > 0, JSON.stringify([...statuses]));
    assert.equal((await caller.patch("/v1/organization", { lockDate: null })).status, 200);
  }
});
