import { raw, sql } from "#platform/database/database.ts";
import type { Resource } from "#identity/history/resource.ts";
import { type Stored, storeOf } from "#identity/history/store.ts";
import { shownAs } from "#platform/fields/shown.ts";
import { ReportLink } from "./schemas.ts";

export type ReportLinkRow = Stored<ReportLink> & {
  /** SHA-256 of the stored hash, so the doctor can detect that a link was swapped. */
  link_digest: string;
};

export const toReportLink = shownAs(ReportLink);

/** All columns except the hash of the token, which change rows must not contain. */
export const linkColumns = raw(
  `org_id, id, saved_report_id, created_by, name, query, shows_people, shows_amounts, shows_notes, expires_at, opens,
   last_opened_at, created_at, encode(sha256(token_hash), 'hex') as link_digest`,
);

// No `rowType`: opening a link increases its counter without a change row, and revoking a link deletes its row.
export const reportLink = {
  kind: "report_link",
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

export const reportLinks = storeOf<ReportLinkRow, { token_hash: Buffer }>(reportLink, {
  table: "report_links",
  columns: linkColumns,
  removed: "revoked",
});

/** The links of a saved report. */
export const ofReport = (reportId: string) => sql`and saved_report_id = ${reportId}`;
