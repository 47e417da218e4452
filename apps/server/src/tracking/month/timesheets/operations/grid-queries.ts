import { type Database, sql } from "#platform/database/database.ts";
import type { HiddenEntries } from "#tracking/ledger/projects/visibility.ts";
import { hiddenCondition, type Span } from "#tracking/month/timesheets/queries.ts";

/** Facts about a timesheet's days that help an approver decide what to check. */
export interface DayFacts {
  /** The number of working days before today on which an entry started. */
  days: number;
  /** The number of entries that start before an earlier entry of the timesheet has ended. */
  overlaps: number;
}

/** The facts of each span with visible entries, by the span's key. `days` are the working days, where 1 is Monday. */
export async function dayFacts(
  db: Database,
  orgId: string,
  spans: Span[],
  { timeZone, days, today }: { timeZone: string; days: number[]; today: string },
  hidden: HiddenEntries | undefined,
): Promise<Map<string, DayFacts>> {
  if (spans.length === 0) return new Map();
  const column = (of: "userId" | "startsAt" | "endsAt") => spans.map((span) => span[of]);
  const rows = await db.query<DayFacts & { number: number }>(sql`
    with entry as (
      select s.number, e.started_at, e.duration_seconds, (e.started_at at time zone ${timeZone})::date as day,
             e.started_at + e.duration_seconds * interval '1 second' as ended_at
        from unnest(${column("userId")}::text[], ${column("startsAt")}::timestamptz[], ${column("endsAt")}::timestamptz[])
             with ordinality as s (user_id, starts_at, ends_at, number)
        join time_entries e on e.org_id = ${orgId} and e.user_id = s.user_id and e.deleted_at is null
         and e.started_at >= s.starts_at and e.started_at < s.ends_at
       where not ${hiddenCondition(hidden)}
    ), compared as (
      select *, max(day) over earlier as former_day, max(ended_at) over earlier as former_end
        from entry
      window earlier as (partition by number order by started_at rows between unbounded preceding and 1 preceding)
    )
    select number::integer,
           count(*) filter (where day is distinct from former_day and extract(isodow from day) = any(${days})
                              and day < ${today}::date)::integer as days,
           count(*) filter (where former_end > started_at and duration_seconds > 0)::integer as overlaps
      from compared group by number`);
  return new Map(rows.map(({ number, ...facts }) => [spans[number - 1]?.key ?? "", facts]));
}

/**
 * When the running timers started, by the key of the span that contains the start. Leaves out timers on `hidden`
 * projects.
 */
export async function listRunning(
  db: Database,
  orgId: string,
  spans: Span[],
  hidden?: HiddenEntries,
): Promise<Map<string, string>> {
  const userIds = [...new Set(spans.map(({ userId }) => userId))];
  const rows = await db.query<{ user_id: string; started_at: string }>(sql`
    select user_id, started_at from timers e
     where org_id = ${orgId} and user_id = any(${userIds}) and not ${hiddenCondition(hidden)}`);
  const startOf = new Map(rows.map((row) => [row.user_id, row.started_at]));
  return new Map(
    spans.flatMap(({ key, userId, startsAt, endsAt }) => {
      const startedAt = startOf.get(userId);
      if (startedAt === undefined) return [];
      const ms = Date.parse(startedAt);
      return ms >= Date.parse(startsAt) && ms < Date.parse(endsAt) ? [[key, startedAt]] : [];
    }),
  );
}

export async function listNames(db: Database, orgId: string, userIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; name: string }>(sql`
    select u.id, u.name from members m join users u on u.id = m.user_id
     where m.org_id = ${orgId} and m.user_id = any(${userIds})`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
