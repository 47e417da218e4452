import type { ReportLinkRow } from "./queries.ts";
import type { ReportLink } from "./schemas.ts";

export function toReportLink(row: ReportLinkRow): ReportLink {
  return {
    id: row.id,
    savedReportId: row.saved_report_id,
    name: row.name,
    query: row.query,
    createdBy: row.created_by,
    showsPeople: row.shows_people,
    showsAmounts: row.shows_amounts,
    showsNotes: row.shows_notes,
    expiresAt: row.expires_at,
    opens: row.opens,
    lastOpenedAt: row.last_opened_at,
    createdAt: row.created_at,
  };
}
