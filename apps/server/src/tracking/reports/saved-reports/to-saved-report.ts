import type { SavedReportRow } from "./queries.ts";
import type { SavedReport } from "./schemas.ts";

export function toSavedReport(row: SavedReportRow): SavedReport {
  return {
    id: row.id,
    name: row.name,
    ownerId: row.owner_id,
    shared: row.shared,
    query: row.query,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}
