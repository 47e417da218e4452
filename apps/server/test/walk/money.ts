import assert from "node:assert/strict";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import type { Caller } from "#test/worlds/test-app.ts";

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
export const figures = new RegExp(
  `(?<![0-9a-f])(${rateMinor}|${costRateMinor}|${budgetMinor}|${rateMinor - costRateMinor})\\b`,
);

/** Matches costs, which are hidden from leads even if their teams show other amounts. */
export const costs = new RegExp(
  `\\b(costrateminor|costminor|marginminor|costratesource|uncostedseconds)\\b|"(cost|margin)":|>(cost|margin)<|` +
    `(^|,)(cost|margin)(,|\\r?$)|"budget":\\{"kind":"(amount|cost)"|${costRateMinor}|${budgetMinor}`,
  "m",
);

/** Returns the first amount or rate in a reply, a table or an event. */
export function moneyIn(text: string): string | undefined {
  const plain = text.toLowerCase().replaceAll("_", "");
  return (names.exec(plain) ?? words.exec(plain) ?? figures.exec(text))?.[0];
}

/** Creates rates, and a project with a cost budget. Returns the project's id. */
export async function setMoney(owner: Caller): Promise<string> {
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
export async function budgetAll(db: DatabasePool, { orgId }: Caller): Promise<void> {
  await db.query(sql`
    update projects p set budget = b.budget
      from (select budget from projects where org_id = ${orgId} and budget ->> 'kind' = 'cost' limit 1) b
     where p.org_id = ${orgId} and (p.budget is null or p.budget ->> 'kind' = 'time')`);
}
