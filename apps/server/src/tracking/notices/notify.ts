import { type Database, sql } from "#platform/database/database.ts";
import { addNotices } from "./queries.ts";
import type { Facts, SheetFacts } from "./occasions.ts";

interface ChangedSheet {
  id: string;
  user_id: string;
  version: number;
  period: "week" | "month";
  period_start: string;
  period_end: string;
  status: string;
  note: string | null;
}

function factsOf({ id, version, period, period_start: start, period_end: end }: ChangedSheet): SheetFacts {
  return { timesheetId: id, version, period, start, end };
}

/**
 * Notifies the approvers of submitted timesheets: the leads of the member's teams. If there are none, notifies the
 * owners, admins and managers.
 */
export async function notifySubmitted(
  db: Database,
  orgId: string,
  byUserId: string,
  sheets: readonly ChangedSheet[],
): Promise<void> {
  const members = [...new Set(sheets.map((sheet) => sheet.user_id))];
  const rows = await db.query<{ about: string; user_id: string }>(sql`
    with leads as (
      select about.user_id as about, m.user_id
        from unnest(${members}::text[]) about (user_id)
        join members m on m.org_id = ${orgId} and m.deactivated_at is null and m.role <> 'viewer' and m.user_id <> about.user_id
       where exists (select 1 from teams t
                      where t.org_id = ${orgId} and t.lead_ids @> array[m.user_id] and t.member_ids @> array[about.user_id]))
    select about, user_id from leads
    union
    select about.user_id, m.user_id
      from unnest(${members}::text[]) about (user_id)
      join members m on m.org_id = ${orgId} and m.deactivated_at is null and m.role in ('owner', 'admin', 'manager')
     where m.user_id <> about.user_id and not exists (select 1 from leads where leads.about = about.user_id)`);
  const byAbout = Map.groupBy(rows, ({ about }) => about);
  await addNotices(
    db,
    orgId,
    sheets.flatMap((sheet) =>
      (byAbout.get(sheet.user_id) ?? [])
        .filter(({ user_id: userId }) => userId !== byUserId)
        .map(({ user_id: userId }) => ({
          kind: "timesheet_submitted" as const,
          userId,
          aboutUserId: sheet.user_id,
          facts: factsOf(sheet),
        })),
    ),
  );
}

/** Notifies members of other people's decisions about their timesheets. */
export async function notifyDecided(
  db: Database,
  orgId: string,
  byUserId: string,
  sheets: readonly ChangedSheet[],
): Promise<void> {
  await addNotices(
    db,
    orgId,
    sheets
      .filter((sheet) => sheet.user_id !== byUserId)
      .map((sheet) => ({
        kind: "timesheet_decided" as const,
        userId: sheet.user_id,
        facts: {
          ...factsOf(sheet),
          status: sheet.status as Facts["timesheet_decided"]["status"],
          note: sheet.note,
          byUserId,
        },
      })),
  );
}

/** A threshold that a budget reached. `threshold_percent` is null if the budget was exceeded. */
interface ReachedBudget {
  project_id: string;
  period_start: string | null;
  period_end: string | null;
  threshold_percent: number | null;
}

/**
 * Notifies owners, admins and managers, because they see every project and its amounts. If a change reaches several
 * thresholds of a budget, only the highest, the last in `reached`, is reported. Periods that have ended, such as those
 * of imported entries, are not reported, because nobody can act on them any more.
 */
export async function notifyBudgets(db: Database, orgId: string, reached: readonly ReachedBudget[]): Promise<void> {
  if (reached.length === 0) return;
  const highest = new Map(reached.map((budget) => [`${budget.project_id} ${budget.period_start}`, budget]));
  const members = await db.query<{ user_id: string; today: string }>(sql`
    select m.user_id, (clock_timestamp() at time zone o.time_zone)::date::text as today
      from members m join organizations o on o.id = m.org_id
     where m.org_id = ${orgId} and m.deactivated_at is null and m.role in ('owner', 'admin', 'manager')`);
  await addNotices(
    db,
    orgId,
    members.flatMap(({ user_id: userId, today }) =>
      [...highest.values()]
        .filter(({ period_end: end }) => end === null || end >= today)
        .map((budget) => ({
          kind: "budget" as const,
          userId,
          projectId: budget.project_id,
          facts: { percent: budget.threshold_percent, periodStart: budget.period_start },
        })),
    ),
  );
}
