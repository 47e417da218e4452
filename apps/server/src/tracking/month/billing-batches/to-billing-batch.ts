import { may, type Actor, type Money } from "#identity/access.ts";
import type { BillingBatchRow } from "./queries.ts";
import type { BillingBatch } from "./schemas.ts";

export function toBillingBatch(row: BillingBatchRow, money: Money): BillingBatch {
  return {
    id: row.id,
    reference: row.reference,
    billedOn: row.billed_on,
    filter: row.filter,
    timeZone: row.time_zone,
    currency: row.currency,
    totals: {
      entries: row.entries,
      seconds: row.seconds,
      billableSeconds: row.billable_seconds,
      ...(money === "all" ? { amountMinor: row.amount_minor } : {}),
    },
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}

export function shownBatch(row: BillingBatchRow, actor: Actor): BillingBatch {
  return toBillingBatch(row, may(actor, "costs:read") ? "all" : "none");
}

/** The batch's strong ETag. Depends on whether the actor sees amounts, because the responses differ. */
export function batchTag({ version }: BillingBatchRow, actor: Actor): string {
  return `"${version}${may(actor, "costs:read") ? "" : "-plain"}"`;
}
