import type { Stored } from "#identity/history/store.ts";
import { may, type Actor, type Money } from "#identity/access.ts";
import { shownAs } from "#platform/fields/shown.ts";
import { BillingBatch } from "./schemas.ts";

export interface BilledSums {
  entries: number;
  seconds: number;
  billable_seconds: number;
  amount_minor: number;
}

export type BillingBatchRow = Stored<Omit<BillingBatch, "totals">> & BilledSums;

const toStored = shownAs(BillingBatch, "totals");

export function toBillingBatch(row: BillingBatchRow, money: Money): BillingBatch {
  return { ...toStored(row), totals: toSums(row, money === "all") };
}

export function shownBatch(row: BillingBatchRow, actor: Actor): BillingBatch {
  return toBillingBatch(row, may(actor, "costs:read") ? "all" : "none");
}

/** The batch's strong ETag. Depends on whether the actor sees amounts, because the responses differ. */
export function batchTag({ version }: BillingBatchRow, actor: Actor): string {
  return `"${version}${may(actor, "costs:read") ? "" : "-plain"}"`;
}

export function toSums({ entries, seconds, billable_seconds, amount_minor }: BilledSums, showsMoney: boolean) {
  const money = showsMoney ? { amountMinor: amount_minor } : {};
  return { entries, seconds, billableSeconds: billable_seconds, ...money };
}
