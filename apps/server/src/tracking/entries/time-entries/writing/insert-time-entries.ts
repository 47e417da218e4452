import type { Origin } from "#identity/history/record-change.ts";
import type { LockedRules } from "#identity/organizations/entry-rules.ts";
import { TryAgainError, violates } from "#platform/database/database-errors.ts";
import { clockTime } from "#platform/database/columns.ts";
import { type Database, raw, type Sql, sql, type Transaction } from "#platform/database/database.ts";
import type { AppError } from "#platform/errors.ts";
import { lockBudgets, settleBudgets } from "#tracking/ledger/budgets/settle-budgets.ts";
import { judgeEntries } from "#tracking/ledger/entry-rules/judge-entries.ts";
import { isSeenBy } from "#tracking/ledger/projects/visibility.ts";
import { countedAmounts, priceColumns, rateColumns } from "#tracking/ledger/rates/prices.ts";
import { joinRates, resolvedRates } from "#tracking/ledger/rates/resolve-rates.ts";
import { insertDeltasFrom } from "#tracking/ledger/time-sums/queries.ts";
import { roundedSeconds } from "#tracking/ledger/entry-rules/billable-seconds.ts";
import { findBlocked } from "./find-blocked.ts";
import type { NewTimeEntry } from "./new-time-entry.ts";
import type { TimeEntryRow } from "#tracking/entries/time-entries/queries.ts";
import { isClosedAt } from "#tracking/ledger/entry-locks/entry-locks.ts";
import { findRefusal, referencesOf, refTaken } from "#tracking/entries/time-entries/refuse-time-entry.ts";

export interface InsertOptions {
  /**
   * Whether the caller's transaction has locked the projects' budgets and judged the entries. If not, the insert
   * omits entries of projects with budgets, and of organizations with rules for entries.
   */
  isJudged: boolean;
  /** Whether to wait for other transactions' locks. If not, the insert omits entries that would have to wait. */
  waits: boolean;
}

/**
 * Stores entries, their change rows and their deltas in one statement. Omits entries in a locked period, entries with a
 * missing, hidden or unsuitable project, task or member, and entries of an organization whose rules have just changed.
 * Fails if an external reference is in use, and always waits for another transaction that is writing the same
 * reference. The lateral joins force index lookups, and leave other organizations' rules unlocked.
 */
export function insertTimeEntries(
  db: Database,
  entries: NewTimeEntry[],
  { isJudged, waits }: InsertOptions,
): Promise<TimeEntryRow[]> {
  const lockRules = raw(waits ? "hold_entry_rules" : "try_hold_entry_rules");
  const isTraced = entries.some(({ traceparent }) => traceparent !== undefined);
  const traceparent = (of: string) => raw(isTraced ? `, ${of}` : "");
  const isNamed = entries.some(({ client }) => client !== undefined);
  const client = (of: string) => raw(isNamed ? `, ${of}` : "");
  // The foreign keys would wait for a concurrent deletion of the task or member. Acquiring the same locks here first
  // makes it possible to skip such entries instead.
  const unlessLocked = raw(waits ? "" : "for key share skip locked");
  const isClosed = isClosedAt(raw("i.user_id"), raw("i.started_at"));
  return db.query<TimeEntryRow>(sql`
    with input as (
      select *
        from json_to_recordset(${JSON.stringify(entries)}::json) as r (
          org_id text, id text, user_id text, project_id text, task_id text, started_at timestamptz, duration_seconds integer,
          description text, tags text[], tag_keys text[], billable_choice boolean, external_ref text, source text, forced boolean,
          viewer_id text, breaks text[], late_reason text, change_id text, actor_user_id text, actor_key_id text, request_id text, address text${traceparent("traceparent text")}${client("client text")})
    ), organization as materialized (
      select i.org_id, o.locked_before, o.has_timesheets
        from (select distinct org_id from input order by org_id) i
       cross join lateral (select locked_before, rules_version, has_timesheets from organizations
                            where id = i.org_id and (entry_rules is null and not has_timesheets or ${isJudged}) limit 1) o
       where ${lockRules}(i.org_id) = o.rules_version
    ), priced as (
      select i.*, coalesce(i.billable_choice, t.billable, p.billable) as billable, p.rounding_mode, p.rounding_minutes,
             ${resolvedRates}
        from input i
        join organization o on o.org_id = i.org_id and (o.locked_before is null or i.started_at >= o.locked_before)
         and not (o.has_timesheets and exists (select from timesheets s where s.org_id = i.org_id and ${isClosed}))
       cross join lateral (select billable, rounding_mode, rounding_minutes from projects
                            where org_id = i.org_id and id = i.project_id and (status = 'active' or i.forced)
                              and (budget is null or ${isJudged})
                              and (i.viewer_id is null or ${isSeenBy(raw("i.viewer_id"), "projects")}) limit 1) p
       cross join lateral (select billable from tasks
                            where org_id = i.org_id and id = i.task_id and project_id = i.project_id and (status = 'open' or i.forced) limit 1 ${unlessLocked}) t
       cross join lateral (select 1 from members where org_id = i.org_id and user_id = i.user_id limit 1 ${unlessLocked}) m
       ${joinRates("i")}
    ), ${storeFrom("priced")}, changed as (
      insert into changes (org_id, id, user_id, key_id, action, target_id, object, request_id, address${traceparent("traceparent")}${client("client")})
      select e.org_id, i.change_id, i.actor_user_id, i.actor_key_id, 'time_entry.created', e.id, to_jsonb(e), i.request_id, i.address${traceparent("i.traceparent")}${client("i.client")}
        from inserted e
        join input i on i.org_id = e.org_id and i.id = e.id
    ), summed as (
      ${insertDeltasFrom("inserted", 1)}
    )
    select *, null::text[] as locked_by, breaks as shown_breaks from inserted`);
}

/**
 * The common table expressions `ready` and `inserted`: compute the billed seconds and amounts of the rows in `source`,
 * which contain rates and rounding, and store the rows as time entries.
 */
export function storeFrom(source: string): Sql {
  return sql`
    ready as (
      select *, ${clockTime} as at,
             case when billable then ${roundedSeconds("duration_seconds", "rounding_mode", "rounding_minutes")} else 0 end as billable_seconds
        from ${raw(source)}
    ), inserted as (
      insert into time_entries (org_id, id, user_id, project_id, task_id, started_at, duration_seconds, description, tags, tag_keys,
                                billable, billable_choice, billable_seconds, ${priceColumns}, external_ref, source, breaks, late_reason, created_at, updated_at)
      select org_id, id, user_id, project_id, task_id, started_at, duration_seconds, description, tags, tag_keys,
             billable, billable_choice, billable_seconds, ${rateColumns("ready")}, ${countedAmounts}, external_ref, source, breaks, late_reason, at, at
        from ready
      returning *
    )`;
}

/** The data that judging entries needs. The transaction must have locked the rules for entries. */
export interface Judging {
  rules: LockedRules | undefined;
  now: Date;
}

/**
 * Inserts entries and settles their budgets. The transaction must have locked the rules for entries. Returns the
 * stored rows and, by id, the errors for entries that break a rule or exceed a blocking budget. If an entry is
 * missing or refused, the caller must roll back. `refTaken` creates the error for a reference in use.
 */
export async function insertAndSettle(
  tx: Transaction,
  origin: Origin,
  entries: NewTimeEntry[],
  judging: Judging,
  refTaken: () => Error,
): Promise<{ rows: TimeEntryRow[]; refused: Map<string, AppError> }> {
  const held = await lockBudgets(tx, origin.orgId, [...new Set(entries.map((entry) => entry.project_id))]);
  const { judged, broken } = await judgeNew(tx, origin, entries, judging);
  const inserted = await insertTimeEntries(tx, judged, { isJudged: true, waits: true }).catch((error: unknown) => {
    throw violates(error, "time_entries_external_ref_key") ? refTaken() : error;
  });
  const byId = new Map(inserted.map((row) => [row.id, row]));
  const rows = entries.flatMap((entry) => byId.get(entry.id) ?? []);
  const forced = new Set(entries.filter((entry) => entry.forced).map((entry) => entry.id));
  const settled = await settleBudgets(tx, origin, held, rows);
  const written = rows.map((is) => ({ is, isRefusable: !forced.has(is.id) }));
  const refused = findBlocked(written, settled);
  // Adds refusals only for inserted entries, because for the others the error that prevented the insert takes
  // precedence.
  for (const { id } of rows) {
    const refusal = broken.get(id);
    if (refusal !== undefined) refused.set(id, refusal);
  }
  return { rows, refused };
}

async function judgeNew(tx: Transaction, origin: Origin, entries: NewTimeEntry[], { rules, now }: Judging) {
  if (rules === undefined) return { judged: entries, broken: new Map<string, AppError>() };
  const writings = entries.map((is) => {
    return { is, was: undefined, marks: [], isTimer: is.forced, isExcused: is.late_reason !== undefined };
  });
  const verdicts = await judgeEntries(tx, origin.orgId, rules, writings, { now });
  const judged = entries.map((entry, at) => ({ ...entry, breaks: verdicts[at]?.breaks ?? null }));
  const broken = new Map(
    entries.flatMap(({ id }, at) => {
      const refusal = verdicts[at]?.refusal;
      return refusal === undefined ? [] : [[id, refusal] as const];
    }),
  );
  return { judged, broken };
}

/** Like `insertAndSettle`, for a single entry. Throws the error if it is refused. */
export async function insertOneAndSettle(
  tx: Transaction,
  origin: Origin,
  entry: NewTimeEntry,
  judging: Judging,
): Promise<TimeEntryRow> {
  const {
    rows: [row],
    refused,
  } = await insertAndSettle(tx, origin, [entry], judging, () => refTaken("/externalRef"));
  const refusal = refused.get(entry.id);
  if (refusal !== undefined) throw refusal;
  if (row !== undefined) return row;
  throw (
    (await findRefusal(tx, origin.orgId, referencesOf(entry, entry.viewer_id), "", entry.forced)) ?? new TryAgainError()
  );
}
