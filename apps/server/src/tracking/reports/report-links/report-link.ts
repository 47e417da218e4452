import { sql } from "#platform/database/database.ts";
import type { Resource } from "#identity/history/resource.ts";

// No `rowType`: opening a link increases its counter without a change row, and revoking a link deletes its row.
export const reportLink = {
  kind: "report_link",
  noun: { en: "Report link", de: "Link zu einem Bericht", fr: "Lien vers un rapport" },
  prefix: "link",
  tables: ["report_links"],
  readScope: "reports:read",
  actions: [{ name: "report_link.created" }, { name: "report_link.revoked" }],
  proof: {
    table: "report_links",
    unrecorded: { opens: "each opening counts", last_opened_at: "each opening sets it" },
    digests: { token_hash: "link_digest" },
  },
  files: [
    {
      table: "report_links",
      about: "links to saved reports for outsiders, without the links themselves",
      columns:
        "id savedReportId createdBy name query showsPeople showsAmounts showsNotes expiresAt opens lastOpenedAt createdAt",
      computed: { query: sql`t.query::text` },
    },
  ],
} as const satisfies Resource;
