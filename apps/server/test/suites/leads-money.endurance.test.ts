import assert from "node:assert/strict";
import { test } from "node:test";
import type { Role } from "#identity/access.ts";
import { explained, isMutation, listOperations, type Operation, pathOf } from "#test/cases/operations.ts";
import { rights } from "#test/cases/rights-table.ts";
import { validRequest } from "#test/cases/valid-requests.ts";
import { learn, type Learnt, readAll } from "#test/http/read-walk.ts";
import { shownMoney } from "#test/walk/judges.ts";
import { budgetAll, costs, setMoney } from "#test/walk/money.ts";
import { asOwner } from "#test/worlds/as-owner.ts";
import { type Caller, newTestApp, type TestApp } from "#test/worlds/test-app.ts";

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
  test(`a lead sees ${showsMoney ? "amounts and no costs" : "no money"} of a team`, async () => {
    const app = await newTestApp();
    const owner = await app.newOrganization();
    await setMoney(owner);
    const member = await app.newMember(owner, "member");
    const memberIds = [member.userId, owner.userId];
    const team = await owner.post("/v1/teams", { name: "Design", memberIds, leadIds: [member.userId], showsMoney });
    assert.equal(team.status, 201, team.text);
    const learnt = await walk(app, { member, role: "member", caller: await app.newSession(member) });
    const shown = new Set<string>();
    for (const [operation, all] of learnt) {
      const { id } = operation;
      for (const one of all) {
        const found = shownMoney({ operation, learnt: one });
        if (found !== undefined) shown.add(id);
        assert.ok(showsMoney || found === undefined, `${id}, ${one.from} shows ${found}: ${one.text}`);
        if (id !== "listEventTypes") assert.doesNotMatch(one.text.toLowerCase(), costs, `${id}, ${one.from}`);
      }
    }
    for (const id of showsMoney ? showingLeads : []) assert.ok(shown.has(id), `${id} shows amounts to a lead`);
  });
}
