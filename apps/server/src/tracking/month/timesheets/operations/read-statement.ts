import type { Static } from "#platform/http/contract/type/type.ts";
import { findUser } from "#identity/members/queries.ts";
import type { Database } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { findRestricted } from "#tracking/ledger/projects/queries.ts";
import { findStatement, type StatementRow } from "#tracking/month/timesheets/queries.ts";
import type { StatementEntry, TimesheetStatement } from "#tracking/month/timesheets/schemas.ts";
import { compareEntries, type Statement, type StatementAmounts } from "#tracking/month/timesheets/statement.ts";

/**
 * A stored statement as the API shows it, with its differences from the previous revision. `viewerId` is the reader, if
 * projects may be hidden from them: throws 403 if the statement has entries on a hidden project, even if the timesheet
 * has none today. Omits the differences if the previous revision has such entries.
 */
export async function readStatement(
  db: Database,
  orgId: string,
  row: StatementRow,
  { viewerId, showsAmounts }: { viewerId: string | undefined; showsAmounts: boolean },
): Promise<Static<typeof TimesheetStatement>> {
  const statement = row.statement as unknown as Statement;
  const amounts = row.amounts as unknown as StatementAmounts;
  const before = row.revision === 1 ? undefined : await findStatement(db, orgId, row.timesheet_id, row.revision - 1);
  const formerEntries = (before?.statement as unknown as Statement | undefined)?.entries ?? [];
  const hidden = await findHiddenIn(db, orgId, [...statement.entries, ...formerEntries], viewerId);
  const isHidden = ({ projectId }: StatementEntry) => hidden.has(projectId);
  if (statement.entries.some(isHidden))
    throw new AppError(
      "forbidden",
      "The statement contains entries on projects that are hidden from you. Ask someone who can see them.",
    );
  const previous =
    before === undefined || formerEntries.some(isHidden)
      ? null
      : { revision: before.revision, ...compareEntries(formerEntries, statement.entries) };
  const userName = (await findUser(db, statement.userId))?.name ?? null;
  return { ...statement, hash: row.hash, userName, ...(showsAmounts ? { amounts } : {}), previous };
}

/** The projects of these entries that are hidden from the viewer, including projects deleted since. */
async function findHiddenIn(
  db: Database,
  orgId: string,
  entries: readonly StatementEntry[],
  viewerId: string | undefined,
): Promise<Set<string>> {
  if (viewerId === undefined) return new Set();
  const restricted = await findRestricted(db, orgId, [...new Set(entries.map(({ projectId }) => projectId))]);
  return new Set([...restricted].flatMap(([id, memberIds]) => (memberIds.includes(viewerId) ? [] : [id])));
}
