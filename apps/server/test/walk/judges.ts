// Each judge checks one kind of rule for every reply of a walk, and throws if the rule is broken.
import assert from "node:assert/strict";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import { changeCases } from "#test/cases/change-cases.ts";
import { rolesWith } from "#test/cases/rights-table.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { responseChecker } from "#test/http/response-checker.ts";
import type { Detector } from "#test/worlds/two-tenants.ts";
import { figures, moneyIn } from "./money.ts";
import type { Seen } from "./walk.ts";

export type Judge = (seen: Seen) => void;

/** The table of rights: who gets a reply and who an error, which names the missing scope. */
export function judgeRights({ expected, learnt: { answer, from }, isUsual }: Seen): void {
  if (expected !== undefined && from.startsWith("HEAD ")) assert.equal(answer.text, "");
  else if (expected !== undefined) {
    assertProblem(answer, expected.status, expected.code);
    assert.ok(answer.json.detail.includes(expected.names ?? ""), `the refusal names ${expected.names}: ${answer.text}`);
  } else if (isUsual) assert.ok(answer.status >= 200 && answer.status < 300, `${answer.status} ${answer.text}`);
  else assert.ok(answer.status < 500, `${answer.status} ${answer.text}`);
}

/** The OpenAPI document: every reply is documented and has the documented shape. */
export async function createContractJudge(app: HttpApp): Promise<Judge> {
  const check = await responseChecker(app);
  return ({ operation, learnt: { from, answer } }) => {
    if (!from.startsWith("HEAD ")) check(operation, answer);
  };
}

const usualActions = new Map(
  changeCases
    .filter(({ prepare, headers }) => prepare === undefined && headers === undefined)
    .map(({ operation, expected }) => [operation, expected.map(({ action }) => action).toSorted()]),
);

/** The read that the history records. */
const recordedRead = "exportOrganization";

/** The history: who did what, nothing for a refusal or a read. `suites/changes.test.ts` compares the rows' contents. */
export function judgeChanges({ operation, caller, expected, changes, learnt: { answer } }: Seen): void {
  const actions = changes.map(({ action }) => action).toSorted();
  if (expected === undefined && operation.id === recordedRead)
    return assert.ok(actions.every((action) => action === "organization.exported"));
  if (expected !== undefined || operation.method === "GET") return assert.deepEqual(actions, []);
  for (const { user_id, key_id, org_id } of changes)
    assert.deepEqual([user_id, key_id, org_id], [caller.userId, caller.keyId, caller.orgId]);
  const wanted = usualActions.get(operation.id);
  // A 202 only begins the work. Budgets are reached, and timers replaced, by what the whole walk does.
  const own = actions.filter((action) => !action.startsWith("budget."));
  const replaces = operation.id === "startTimer" && answer.json.stopped !== null;
  if (wanted !== undefined && answer.status !== 202 && !replaces) assert.deepEqual(own, wanted, answer.text);
  assert.equal(new Set(changes.map(({ action, target_id }) => `${action} ${target_id}`)).size, changes.length);
}

export const secretShape =
  /stint[acr]?_[\w-]{36}|whsec_|(?<!statement)_(hash|sealed)"|"(apiKey|secret|token|password)":|"field":"(apiKey|secret|token|password)"/;

export function judgeSecrets({ changes }: Seen): void {
  assert.doesNotMatch(JSON.stringify(changes), secretShape);
}

/** Nothing of another organization is in any reply. */
export const createLeakJudge =
  (detect: Detector): Judge =>
  ({ learnt: { text } }) =>
    assert.deepEqual(detect(text), [], text);

/** An operation that returns a static catalogue, which is the same for everyone. */
const catalogue = "listEventTypes";

/** Rates that a reply may repeat, because the caller has just set them. */
const toldBack: Record<string, RegExp> = { createRate: /"rateMinor":9000/ };

/**
 * Operations that must show amounts to callers with the right to them. Without this list, a check that detects nothing
 * would pass.
 */
export const showing = [
  "listTimeEntries listTimeEntryChanges getTimeEntry createTimeEntry createTimeEntries updateTimeEntry restoreTimeEntry stopTimer stopMemberTimer",
  "updateTimeEntries deleteTimeEntries restoreTimeEntries",
  "listProjects getProject updateProject getSummary getCosts listRates getRate createRate repriceRates",
].flatMap((line) => line.split(" "));

/** Returns the money that a reply shows, except money that it only repeats. A refusal may name fields. */
export function shownMoney({ operation, learnt }: Pick<Seen, "operation" | "learnt">): string | undefined {
  if (operation.id === catalogue) return undefined;
  const text = learnt.text.replace(toldBack[operation.id] ?? "", "");
  return learnt.answer.status < 400 ? moneyIn(text) : figures.exec(text)?.[0];
}

/** Money is shown by role and scope, and to nobody else. `shown` collects the operations that show some. */
export const createMoneyJudge =
  (shown: Set<string>): Judge =>
  (seen) => {
    const { role, carrier, operation, learnt } = seen;
    if (rolesWith["costs:read"].includes(role) && carrier.scopes.includes("costs:read")) {
      if (moneyIn(learnt.text) !== undefined) shown.add(operation.id);
    } else assert.equal(shownMoney(seen), undefined, learnt.text);
  };
