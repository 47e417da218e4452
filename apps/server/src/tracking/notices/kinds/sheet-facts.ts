import { type Sql, sql } from "#platform/database/database.ts";

export interface SheetFacts {
  timesheetId: string;
  version: number;
  period: "week" | "month";
  /** The first and last day of the timesheet's period. */
  start: string;
  end: string;
}

export interface ChangedSheet {
  id: string;
  user_id: string;
  version: number;
  period: "week" | "month";
  period_start: string;
  period_end: string;
  status: string;
  note: string | null;
}

export function factsOf({ id, version, period, period_start: start, period_end: end }: ChangedSheet): SheetFacts {
  return { timesheetId: id, version, period, start, end };
}

export function occasionOfSheet({ facts: { timesheetId, version } }: { facts: SheetFacts }): string {
  return `${timesheetId} ${version}`;
}

/** Returns a condition: the timesheet of the member `m` has not changed since. */
export function isUnchanged({ facts: { timesheetId, version } }: { facts: SheetFacts }): Sql {
  return sql`exists (select 1 from timesheets t where t.org_id = m.org_id and t.id = ${timesheetId}
                        and t.version = ${version})`;
}
