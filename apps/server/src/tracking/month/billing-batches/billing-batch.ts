import { shownAs } from "#platform/fields/shown.ts";
import { may, type Actor, type Money } from "#identity/access.ts";
import type { Resource } from "#identity/history/resource.ts";
import { type Stored, storeOf } from "#identity/history/store.ts";
import { raw, type Sql, sql } from "#platform/database/database.ts";
import { BillingBatch } from "./schemas.ts";

export interface BilledSums {
  entries: number;
  seconds: number;
  billable_seconds: number;
  amount_minor: number;
}

export type BillingBatchRow = Stored<Omit<BillingBatch, "totals">> & BilledSums;

const toStored = shownAs(BillingBatch, "totals");

function toBillingBatch(row: BillingBatchRow, money: Money): BillingBatch {
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

export const billingBatch = {
  kind: "billing_batch",
  prefix: "bill",
  tables: ["billing_batches", "billing_batch_projects", "billing_batch_names", "billing_batch_entries"],
  rowType: "billing_batches",
  readScope: "billing:read",
  holdsMoney: true,
  schema: BillingBatch,
  toShown: toBillingBatch,
  nameColumn: "reference",
  actions: [
    {
      name: "billing_batch.created",
      event: "Time entries were billed together. Each of them has an event too.",
      onlyByName: true,
    },
    {
      name: "billing_batch.deleted",
      event: "The billing of time entries was undone: they can be changed and billed again.",
      onlyByName: true,
    },
  ],
  files: [
    {
      table: "billing_batches",
      about: "what was billed together; filter is JSON",
      columns:
        "id reference billedOn filter timeZone currency entries seconds billableSeconds amountMinor createdBy createdAt updatedAt",
    },
    {
      table: "billing_batch_entries",
      about: "the entries of billing batches, with rates, amounts and names as they were when billed",
      columns:
        "batchId entryId day startedAt durationSeconds billableSeconds rateMinor amountMinor currency userId userName clientId clientName projectId projectName taskId taskName description",
      computed: {
        currency: sql`(select currency from billing_batches where org_id = t.org_id and id = t.batch_id)`,
        userName: nameInBatch("user_id"),
        clientName: nameInBatch("client_id"),
        projectName: nameInBatch("project_id"),
        taskName: nameInBatch("task_id"),
      },
      order: "t.batch_id, t.entry_id",
    },
  ],
} as const satisfies Resource;

export const batches = storeOf<BillingBatchRow>(billingBatch, { tag: batchTag });

function nameInBatch(column: string): Sql {
  return sql`(select name from billing_batch_names where org_id = t.org_id and batch_id = t.batch_id and id = t.${raw(column)})`;
}
