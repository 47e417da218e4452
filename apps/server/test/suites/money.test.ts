import assert from "node:assert/strict";
import { test } from "node:test";
import { type Role, scopes } from "#identity/access.ts";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import { asOwner } from "#test/worlds/as-owner.ts";
import { explained, isMutation, listOperations, type Operation, pathOf } from "#test/cases/operations.ts";
import { learn, type Learnt, readAll } from "#test/http/read-walk.ts";
import { rights } from "#test/cases/rights-table.ts";
import { eventually, type Receiver, receiver, register, sending } from "#test/deliveries/sending.ts";
import type { Caller, TestApp } from "#test/worlds/test-app.ts";
import { validRequest } from "#test/cases/valid-requests.ts";

// These are primes, so no count or sum of seconds equals one of them by chance. Entries last an hour, so their amounts
// equal the rates.
const rateMinor = 7_654_337;
const costRateMinor = 4_321_087;
const budgetMinor = 99_999_989;

/**
 * Names of fields that contain amounts or rates. They are matched in keys and values, ignoring case and underscores.
 */
const names =
  /\b(rateminor|amountminor|costrateminor|costminor|marginminor|ratesource|costratesource|sourceminor|importedminor|unratedseconds|uncostedseconds|exactamountminor)\b/;
/** Common words that mean amounts only as the name of a field or column, or as the kind of a budget. */
const words =
  /"(amount|cost|margin)":|>(amount|cost|margin)<|(^|,)(amount|cost|margin)(,|\r?$)|"budget":\{"kind":"(amount|cost)"/m;
const figures = new RegExp(
  `(?<![0-9a-f])(${rateMinor}|${costRateMinor}|${budgetMinor}|${rateMinor - costRateMinor})\\b`,
);

/** Returns the first amount or rate in a reply, a table or an event. */
function moneyIn(text: string): string | undefined {
  const plain = text.toLowerCase().replaceAll("_", "");
  return (names.exec(plain) ?? words.exec(plain) ?? figures.exec(text))?.[0];
}

/** Matches costs, which are hidden from leads even if their teams show other amounts. */
const costs = new RegExp(
  `\\b(costrateminor|costminor|marginminor|costratesource|uncostedseconds)\\b|"(cost|margin)":|>(cost|margin)<|` +
    `(^|,)(cost|margin)(,|\\r?$)|"budget":\\{"kind":"(amount|cost)"|${costRateMinor}|${budgetMinor}`,
  "m",
);

/** Rates that a reply may repeat, because the caller has just set them. */
const toldBack: Record<string, RegExp> = { createRate: /"rateMinor":9000/ };

/**
 * Operations that must show amounts to callers with the right to them. Without this list, a check that detects nothing
 * would pass.
 */
const showing = [
  "listTimeEntries listTimeEntryChanges getTimeEntry createTimeEntry createTimeEntries updateTimeEntry restoreTimeEntry stopTimer stopMemberTimer",
  "updateTimeEntries deleteTimeEntries restoreTimeEntries",
  "listProjects getProject updateProject getSummary getCosts listRates getRate createRate repriceRates",
].flatMap((line) => line.split(" "));

/** Creates rates, and a project with a cost budget. */
async function setMoney(owner: Caller): Promise<string> {
  for (const [kind, minor] of [
    ["billable", rateMinor],
    ["cost", costRateMinor],
  ] as const) {
    const rate = { kind, scope: "organization", rateMinor: minor };
    assert.equal((await owner.post("/v1/rates", rate)).status, 201);
  }
  const budget = { kind: "cost", amountMinor: budgetMinor };
  const made = await owner.post("/v1/projects", { name: "Website", budget });
  assert.equal(made.status, 201, made.text);
  return made.json.id;
}

/** Gives every project without a budget, or with a budget of hours, the budget that `setMoney` created. */
async function budgetAll(db: DatabasePool, { orgId }: Caller): Promise<void> {
  await db.query(sql`
    update projects p set budget = b.budget
      from (select budget from projects where org_id = ${orgId} and budget ->> 'kind' = 'cost' limit 1) b
     where p.org_id = ${orgId} and (p.budget is null or p.budget ->> 'kind' = 'time')`);
}

interface Asker {
  member: Caller;
  role: Role;
  caller: Caller;
}

/**
 * Uses every operation that the caller is allowed to use: sends each write once, and each read in all documented forms.
 */
async function walk({ app, db, newMember, newSession }: TestApp, asker: Asker): Promise<Map<Operation, Learnt[]>> {
  const all = new Map<Operation, Learnt[]>();
  const operations = (await listOperations(app)).filter(({ id }) => !rights[id]?.ofAll);
  // Send writes first, so that the reads return what they wrote.
  for (const operation of operations.toSorted((a, b) => Number(isMutation(b)) - Number(isMutation(a)))) {
    await explained(operation.id, async () => {
      let { member, caller } = asker;
      if (operation.sessionOnly) {
        // Operations that need a session can end keys and sessions, so each of them gets a new member.
        member = await newMember(member, asker.role);
        caller = await newSession(member);
      }
      const { ids, body } = await asOwner(db, member, asker.role, () => validRequest(operation, member));
      await budgetAll(db, member);
      const learnt = isMutation(operation)
        ? [await learn(caller, operation.method, pathOf(operation, ids), body)]
        : await readAll(caller, operation, ids, { texts: [], cursors: [] });
      const passed = learnt.filter(({ answer }) => answer.status !== 403);
      if (passed.length > 0) all.set(operation, passed);
    });
  }
  return all;
}

/** Operations that must show amounts to leads of a team that shows them. */
const showingLeads = [
  "listTimeEntries listTimeEntryChanges getTimeEntry createTimeEntry createTimeEntries updateTimeEntry restoreTimeEntry stopTimer stopMemberTimer",
  "updateTimeEntries deleteTimeEntries restoreTimeEntries getSummary",
].flatMap((line) => line.split(" "));

for (const showsMoney of [false, true]) {
  test(`a lead sees ${showsMoney ? "amounts and no costs" : "no money"} of a team`, async (t) => {
    const app = await sending(t);
    const owner = await app.newOrganization();
    await setMoney(owner);
    const member = await app.newMember(owner, "member");
    const memberIds = [member.userId, owner.userId];
    const team = await owner.post("/v1/teams", { name: "Design", memberIds, leadIds: [member.userId], showsMoney });
    assert.equal(team.status, 201, team.text);
    const learnt = await walk(app, { member, role: "member", caller: await app.newSession(member) });
    const shown = new Set<string>();
    for (const [{ id }, all] of learnt) {
      if (id === catalogue) continue;
      for (const { from, text } of all) {
        const found = moneyIn(text.replace(toldBack[id] ?? "", ""));
        if (found !== undefined) shown.add(id);
        assert.ok(showsMoney || found === undefined, `${id}, ${from} shows ${found}: ${text}`);
        assert.doesNotMatch(text.toLowerCase(), costs, `${id}, ${from}`);
      }
    }
    for (const id of showsMoney ? showingLeads : []) assert.ok(shown.has(id), `${id} shows amounts to a lead`);
  });
}

/** An operation that returns a static catalogue, which is the same for everyone. */
const catalogue = "listEventTypes";

test("every response, table and event shows money by role and scope, and to nobody else", async (t) => {
  const app = await sending(t);
  const without = scopes.filter((scope) => scope !== "costs:read");
  const examples: [Role, readonly string[], boolean][] = [
    ["manager", scopes, true],
    ["owner", without, false],
    ["member", scopes, false],
    ["viewer", scopes, false],
  ];
  for (const [role, held, showsMoney] of examples) {
    await t.test(`${role} with ${held.length} scopes`, async () => {
      const owner = await app.newOrganization();
      const projectId = await setMoney(owner);
      const member = await app.newMember(owner, role);
      const caller = held.length === scopes.length ? await app.newSession(member) : await app.newKey(member, without);
      const got = await receiver(t);
      // The owner registers the endpoint, because the caller may not be allowed to. Its key has the right to amounts
      // only if the caller has it.
      await register(showsMoney ? owner : await app.newKey(owner, without), got.url);

      assert.equal((await owner.patch(`/v1/projects/${projectId}`, { name: "Renamed" })).status, 200);
      const learnt = await walk(app, { member, role, caller });

      assert.ok(learnt.size > 10, `${learnt.size} operations passed`);
      if (showsMoney) assertShown(learnt, role);
      else {
        for (const { id } of learnt.keys()) assert.ok(!["getCosts", "listRates", "getRate"].includes(id), id);
        for (const [{ id }, all] of learnt) {
          if (id === catalogue) continue;
          for (const { from, text } of all) {
            const found = moneyIn(text.replace(toldBack[id] ?? "", ""));
            assert.equal(found, undefined, `${id}, ${from} shows ${found}: ${text}`);
          }
        }
      }
      await assertSent(app, owner, got, showsMoney);
    });
  }
});

function assertShown(learnt: Map<Operation, Learnt[]>, role: Role): void {
  const shown = new Set<string>();
  for (const [{ id }, all] of learnt) if (all.some(({ text }) => moneyIn(text) !== undefined)) shown.add(id);
  for (const id of showing) assert.ok(shown.has(id), `${id} shows money to ${role}`);
  for (const type of ["text/csv", "spreadsheet"]) {
    const tables = [...learnt.values()].flat().filter(({ answer }) => answer.headers["content-type"]?.includes(type));
    assert.ok(tables.length > 5 && tables.every(({ text }) => moneyIn(text) !== undefined), type);
  }
}

async function assertSent(
  { db }: TestApp,
  { orgId }: Caller,
  { received }: Receiver,
  showsMoney: boolean,
): Promise<void> {
  await eventually(async () => {
    const [left] = await db.query<{ count: number }>(sql`
      select (select count(*) from event_queue where org_id = ${orgId})
           + (select count(*) from deliveries where org_id = ${orgId} and status = 'pending') as count`);
    return left?.count === 0;
  }, "everything sent");
  const types = new Set(received.map(({ type }) => type));
  for (const type of ["time_entry.created", "project.updated", "project.created"])
    assert.ok(types.has(type), `${type} is among ${[...types].join()}`);
  const found = received.flatMap(({ body }) => moneyIn(body) ?? []);
  if (showsMoney) assert.ok(found.length > 10);
  else assert.deepEqual(found, []);
}
