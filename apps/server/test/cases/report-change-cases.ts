import assert from "node:assert/strict";
import type { ChangeCase } from "./change-cases.ts";
import { newBillingBatch, newEntry, newProject, newSavedReport, newTagRename } from "#test/worlds/factories.ts";

export const reportChangeCases: ChangeCase[] = [
  { operation: "createImport", name: "a file", expected: [{ action: "import.created", table: "imports" }] },
  {
    operation: "updateImport",
    name: "whom a person of the file becomes",
    expected: [{ action: "import.updated", table: "imports", previous: () => ({ people: {} }) }],
  },
  // A background job makes an import's own changes; tracking/exchange/imports/imports.test.ts tests them.
  { operation: "applyImport", name: "a preview", expected: [] },
  { operation: "deleteImport", name: "a file", expected: [{ action: "import.deleted", table: "imports" }] },
  {
    // This case covers only the dry run. Tests in tracking/entries/tags cover renames, because the last change row of a rename
    // has no table row.
    operation: "renameTags",
    name: "a dry run, which changes nothing",
    prepare: async (caller) => {
      await newEntry(caller, await newProject(caller), { tags: ["ui"] });
      return { body: { from: ["ui"], to: "UI", dryRun: true } };
    },
    expected: [],
  },
  {
    operation: "undoTagRename",
    name: "of an entry that has other tags by now",
    prepare: async (caller) => {
      const id = await newTagRename(caller);
      const [{ id: entryId }] = (await caller.get("/v1/time-entries")).json.data;
      assert.equal((await caller.patch(`/v1/time-entries/${entryId}`, { tags: [] })).status, 200);
      return { body: { id } };
    },
    expected: [],
  },
  {
    operation: "createBillingBatch",
    name: "one entry",
    expected: [
      {
        action: "time_entry.updated",
        table: "time_entries",
        previous: () => ({ billing_batch_id: null, billed_at: null, billed_reference: null }),
      },
      { action: "billing_batch.created", table: "billing_batches" },
    ],
  },
  {
    operation: "createBillingBatch",
    name: "a dry run, which changes nothing",
    prepare: async (caller) => {
      await newEntry(caller, await newProject(caller));
      return { body: { filter: {}, reference: "1", includeUnrated: true, dryRun: true } };
    },
    expected: [],
  },
  {
    operation: "deleteBillingBatch",
    name: "one entry",
    prepare: async (caller) => {
      const { id, billedAt } = await newBillingBatch(caller);
      return { ids: { id, billedAt } };
    },
    expected: [
      {
        action: "time_entry.updated",
        table: "time_entries",
        previous: ({ ids }) => ({
          billing_batch_id: ids["id"],
          billed_at: ids["billedAt"],
          billed_reference: "2026-0042",
        }),
      },
      { action: "billing_batch.deleted", table: "billing_batches" },
    ],
  },
  {
    operation: "createSavedReport",
    name: "a report",
    expected: [{ action: "saved_report.created", table: "saved_reports" }],
  },
  {
    operation: "updateSavedReport",
    name: "shared, with another query",
    prepare: async (caller) => ({
      ids: { id: await newSavedReport(caller) },
      body: { shared: true, query: { report: "weekly" } },
    }),
    expected: [
      {
        action: "saved_report.updated",
        table: "saved_reports",
        previous: () => ({ shared: false, query: { report: "summary" } }),
      },
    ],
  },
  {
    operation: "deleteSavedReport",
    name: "a report",
    expected: [{ action: "saved_report.deleted", table: "saved_reports" }],
  },
  {
    operation: "createReportLink",
    name: "a link",
    expected: [{ action: "report_link.created", table: "report_links" }],
  },
  {
    operation: "revokeReportLink",
    name: "a link",
    expected: [{ action: "report_link.revoked", table: "report_links" }],
  },
];
