import { type Database, sql } from "#platform/database/database.ts";
import type { HiddenEntries } from "#tracking/projects/queries.ts";
import { hiddenCondition, type Span, spanRows } from "./queries.ts";

/** What is noticeable about the days of a timesheet. */
export interface DayFacts {
  /** The working days, up to yesterday, on which an entry began. */
  days: number;
  /** The entries that begin before an earlier one of the member has ended. */
  overlaps: number;
}

/** The facts of each span with visible entries, by key. `days` are weekdays, Monday is 1. */
export async function dayFacts(
  db: Database,
  orgId: string,
  spans: Span[],
  { timeZone, days, today }: { timeZone: string; days: number[]; today: string },
  hidden: HiddenEntries | undefined,
): Promise<Map<string, DayFacts>> {
  if (spans.length === 0) return new Map();
  const rows = await db.query<DayFacts & { key: string }>(sql`
    with entry as (
      select s.key, e.started_at, (e.started_at at time zone ${timeZone})::date as day,
             max(e.started_at + e.duration_seconds * interval '1 second') over (
               partition by s.key order by e.started_at, e.id rows between unbounded preceding and 1 preceding) as former_end
        from (${spanRows(spans)}) s
        join time_entries e on e.org_id = ${orgId} and e.user_id = s.user_id and e.deleted_at is null
         and e.started_at >= s.starts_at and e.started_at < s.ends_at
       where not ${hiddenCondition(hidden)}
    )
    select key, count(distinct day) filter (where extract(isodow from day) = any(${days})
                                              and day < ${today}::date)::integer as days,
           count(*) filter (where former_end > started_at)::integer as overlaps
      from entry group by key`);
  return new Map(rows.map(({ key, ...facts }) => [key, facts]));
}

/** When the timers that run began, by the span in which they did. */
export async function listRunning(db: Database, orgId: string, spans: Span[]): Promise<Map<string, string>> {
  const rows = await db.query<{ key: string; started_at: string }>(sql`
    select s.key, t.started_at from (${spanRows(spans)}) s
      join timers t on t.org_id = ${orgId} and t.user_id = s.user_id and t.started_at >= s.starts_at and t.started_at < s.ends_at`);
  return new Map(rows.map((row) => [row.key, row.started_at]));
}

/** The names of members, by id. */
export async function listNames(db: Database, orgId: string, userIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; name: string }>(sql`
    select u.id, u.name from members m join users u on u.id = m.user_id
     where m.org_id = ${orgId} and m.user_id = any(${userIds})`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
