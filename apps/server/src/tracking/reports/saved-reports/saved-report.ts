import { type Sql, sql } from "#platform/database/database.ts";
import type { Resource } from "#identity/history/resource.ts";
import { type Stored, storeOf } from "#identity/history/store.ts";
import { type Actor, may } from "#identity/access.ts";
import { AppError } from "#platform/errors.ts";
import { shownAs } from "#platform/fields/shown.ts";
import { SavedReport } from "./schemas.ts";

export type SavedReportRow = Stored<SavedReport>;

export const toSavedReport = shownAs(SavedReport);

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
      computed: { query: sql`t.query::text` },
    },
  ],
} as const satisfies Resource;

/** A condition that starts with `and`: members see their own reports and shared ones. */
export const seenBy = ({ userId }: Pick<Actor, "userId">): Sql => sql`and (shared or owner_id = ${userId})`;

export const savedReports = storeOf<SavedReportRow>(savedReport, { isSeen: seenBy, refuse: refuseForeignReport });

/** Throws 403 if the actor may only read the report, because another member owns it. */
export function refuseForeignReport(actor: Actor, row: SavedReportRow): void {
  if (may(actor, "reports:write", row.owner_id)) return;
  throw new AppError(
    "forbidden",
    `This is another member's saved report. With the role ${actor.role} you may change only your own; save a copy instead.`,
  );
}
