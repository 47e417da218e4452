import type { Resource } from "#identity/history/resource.ts";
import { selectExportedEntries } from "./queries.ts";
import { BillingBatch } from "./schemas.ts";
import { toBillingBatch } from "./to-billing-batch.ts";

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
      select: selectExportedEntries,
    },
  ],
} as const satisfies Resource;
