import { sql } from "#platform/database/database.ts";
import type { Resource } from "#identity/history/resource.ts";
import { type Stored, storeOf } from "#identity/history/store.ts";
import { shownAs } from "#platform/fields/shown.ts";
import { Rate } from "./schemas.ts";

/** The API shows neither the subject, which combines the ids, nor the instant of the first day. */
export type RateRow = Stored<Rate> & { subject: string; effective_at: string };

export const toRate = shownAs(Rate);

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
      computed: { currency: sql`(select currency from organizations where id = t.org_id)` },
    },
  ],
} as const satisfies Resource;

export const rates = storeOf<RateRow>(rate);
