import type { Actor } from "#identity/access.ts";
import type { OrganizationRow } from "#identity/organizations/queries.ts";
import type { Transaction } from "#platform/database/database.ts";
import { refusal } from "#platform/errors.ts";
import { resettleBudgets } from "#tracking/ledger/budgets/resettle-budget.ts";
import { effectiveAt } from "#tracking/ledger/rates/effective-at.ts";
import { hasMoney, listEffectiveDates, updateEffectiveAt } from "#tracking/ledger/rates/queries.ts";

/**
 * Applies changed settings to time tracking in the same transaction: recomputes the instants from which rates apply and
 * the periods of budgets. Throws 409 if the currency changes although amounts in the old currency exist.
 */
export async function applySettings(
  tx: Transaction,
  actor: Actor,
  { before, after }: { before: OrganizationRow; after: OrganizationRow },
  { now }: { now: Date },
): Promise<void> {
  if (after.currency !== before.currency && (await hasMoney(tx, actor.orgId))) {
    const message = `There are rates, amounts, budgets or billing batches in ${before.currency}; the currency can only be changed while there are none.`;
    throw refusal("/currency", "currency_in_use", message);
  }
  const changesPeriods = after.time_zone !== before.time_zone;
  if (changesPeriods) {
    for (const date of await listEffectiveDates(tx, actor.orgId)) {
      await updateEffectiveAt(tx, actor.orgId, date, effectiveAt(date, after.time_zone));
    }
  }
  if (changesPeriods || after.week_start !== before.week_start) await resettleBudgets(tx, actor, now);
}
