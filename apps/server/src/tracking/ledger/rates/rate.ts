import type { Resource } from "#identity/history/resource.ts";
import { selectExportedRates } from "./queries.ts";

// No `toShown`: the audit log shows the stored columns, some of which the API lacks.
export const rate = {
  kind: "rate",
  prefix: "rate",
  tables: ["rates"],
  rowType: "rates",
  readScope: "costs:read",
  proof: { unrecorded: { effective_at: "follows from effective_from; compared with it" } },
  actions: [{ name: "rate.created" }, { name: "rate.updated" }, { name: "rate.deleted" }],
  files: [
    {
      table: "rates",
      about: "hourly prices and costs, with their first day (effectiveFrom)",
      columns:
        "id kind scope userId userName projectId projectName taskId taskName rateMinor currency effectiveFrom createdAt updatedAt",
      select: selectExportedRates,
    },
  ],
} as const satisfies Resource;
