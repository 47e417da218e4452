import { having } from "#platform/database/columns.ts";
import { containing } from "#platform/database/contains.ts";
import { type Database, type Sql, sql } from "#platform/database/database.ts";
import type { PageRequest } from "#platform/http/replies/pages.ts";
import { type SavedReportRow, savedReports, seenBy } from "./saved-report.ts";

export function findSavedReport(
  db: Database,
  orgId: string,
  id: string,
  userId: string,
  lock: Sql = sql``,
): Promise<SavedReportRow | undefined> {
  return savedReports.find(db, orgId, id, sql`${seenBy({ userId })} ${lock}`);
}

export function listSavedReports(
  db: Database,
  orgId: string,
  userId: string,
  { shared, q }: { shared: boolean | undefined; q: string | undefined },
  page: PageRequest,
): Promise<SavedReportRow[]> {
  const matching = sql`${seenBy({ userId })} ${having({ shared })} ${containing(sql`name`, q)}`;
  return savedReports.list(db, orgId, matching, page);
}
