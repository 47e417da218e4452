import type { Resource } from "#identity/history/resource.ts";
import { selectExportedSavedReports } from "./queries.ts";
import { SavedReport } from "./schemas.ts";
import { toSavedReport } from "./to-saved-report.ts";

// No events, because a private report concerns only its owner.
export const savedReport = {
  kind: "saved_report",
  prefix: "report",
  tables: ["saved_reports"],
  rowType: "saved_reports",
  readScope: "reports:read",
  schema: SavedReport,
  toShown: toSavedReport,
  actions: [{ name: "saved_report.created" }, { name: "saved_report.updated" }, { name: "saved_report.deleted" }],
  files: [
    {
      table: "saved_reports",
      about: "saved reports, private ones too; query is the JSON that the API shows",
      columns: "id name ownerId shared query createdAt updatedAt",
      select: selectExportedSavedReports,
    },
  ],
} as const satisfies Resource;
