import type { Static } from "#platform/http/type/type.ts";
import type { Database } from "#platform/database/database.ts";
import { findStatement, type StatementRow } from "./queries.ts";
import type { TimesheetStatement } from "./schemas.ts";
import { compareEntries, type Statement, type StatementAmounts } from "./statement.ts";

/** A stored statement as the API shows it, and how it differs from the previous revision. */
export async function readStatement(
  db: Database,
  orgId: string,
  row: StatementRow,
  showsAmounts: boolean,
): Promise<Static<typeof TimesheetStatement>> {
  const statement = row.statement as unknown as Statement;
  const amounts = row.amounts as unknown as StatementAmounts;
  const before = row.revision === 1 ? undefined : await findStatement(db, orgId, row.timesheet_id, row.revision - 1);
  const previous =
    before === undefined
      ? null
      : {
          revision: before.revision,
          ...compareEntries((before.statement as unknown as Statement).entries, statement.entries),
        };
  return { ...statement, hash: row.hash, ...(showsAmounts ? { amounts } : {}), previous };
}
