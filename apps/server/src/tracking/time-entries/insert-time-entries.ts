import type { Origin } from "#identity/history/record-change.ts";
import { TryAgainError, violates } from "#platform/database/database-errors.ts";
import { type Database, raw, type Sql, sql, type Transaction } from "#platform/database/database.ts";
import type { AppError } from "#platform/errors.ts";
import { holdBudgets, settleBudgets } from "#tracking/budgets/settle-budgets.ts";
import { isSeenBy } from "#tracking/projects/queries.ts";
import { amountSql } from "#tracking/rates/amount.ts";
import { joinRates, resolvedRates } from "#tracking/rates/resolve-rates.ts";
import { insertDeltasFrom } from "#tracking/time-sums/queries.ts";
import { roundedSeconds } from "./billable-seconds.ts";
import { findBlocked } from "./find-blocked.ts";
import type { NewTimeEntry } from "./new-time-entry.ts";
import type { TimeEntryRow } from "./queries.ts";
import { findRefusal, referencesOf, refTaken, refusalError } from "./refuse-time-entry.ts";

export interface InsertOptions {
  /**
   * Set if the caller's transaction has locked the budgets of these projects; otherwise entries of projects with
   * budgets are left out.
   */
  budgetsHeld: boolean;
  /** Waits for locks of other transactions; otherwise entries that would have to wait are left out. */
  waits: boolean;
}

/**
 * Stores entries with their change rows and deltas in one statement. The result omits entries in a locked period or
 * with a missing, hidden or unsuitable project, task or member, and all of an organization whose rules changed while
 * the statement began. An external reference in use fails the whole statement; one that another transaction is writing
 * is the only lock that it always waits for. The laterals force index lookups and leave other organizations' rules
 * unlocked.
 */
export function insertTimeEntries(
  db: Database,
  entries: NewTimeEntry[],
  { budgetsHeld, waits }: InsertOptions,
): Promise<TimeEntryRow[]> {
  const holdRules = raw(waits ? "hold_entry_rules" : "try_hold_entry_rules");
  const isTraced = entries.some(({ traceparent }) => traceparent !== undefined);
  const traceparent = (of: string) => raw(isTraced ? `, ${of}` : "");
  // The foreign keys need these locks and would wait for a deletion of the task or member.
  const unlessHeld = raw(waits ? "" : "for key share skip locked");
  return db.query<TimeEntryRow>(sql`
    with input as (
      select *
        from json_to_recordset(${JSON.stringify(entries)}::json) as r (
          org_id text, id text, user_id text, project_id text, task_id text, started_at timestamptz, duration_seconds integer,
          description text, tags text[], tag_keys text[], billable_choice boolean, external_ref text, forced boolean,
          viewer_id text, change_id text, actor_user_id text, actor_key_id text, request_id text, address text${traceparent("traceparent text")})
    ), organization as materialized (
      select i.org_id, o.locked_before
        from (select distinct org_id from input order by org_id) i
       cross join lateral (select locked_before, rules_version from organizations where id = i.org_id limit 1) o
       where ${holdRules}(i.org_id) = o.rules_version
    ), priced as (
      select i.*, coalesce(i.billable_choice, t.billable, p.billable) as billable, p.rounding_mode, p.rounding_minutes,
             ${resolvedRates}
        from input i
        join organization o on o.org_id = i.org_id and (o.locked_before is null or i.started_at >= o.locked_before)
       cross join lateral (select billable, rounding_mode, rounding_minutes from projects
                            where org_id = i.org_id and id = i.project_id and (status = 'active' or i.forced)
                              and (budget is null or ${budgetsHeld})
                              and (i.viewer_id is null or ${isSeenBy(raw("i.viewer_id"), "projects")}) limit 1) p
       cross join lateral (select billable from tasks
                            where org_id = i.org_id and id = i.task_id and project_id = i.project_id and (status = 'open' or i.forced) limit 1 ${unlessHeld}) t
       cross join lateral (select 1 from members where org_id = i.org_id and user_id = i.user_id limit 1 ${unlessHeld}) m
       ${joinRates("i")}
    ), ${storeFrom("priced")}, changed as (
      insert into changes (org_id, id, user_id, key_id, action, target_id, object, request_id, address${traceparent("traceparent")})
      select e.org_id, i.change_id, i.actor_user_id, i.actor_key_id, 'time_entry.created', e.id, to_jsonb(e), i.request_id, i.address${traceparent("i.traceparent")}
        from inserted e
        join input i on i.org_id = e.org_id and i.id = e.id
    ), summed as (
      ${insertDeltasFrom("inserted", 1)}
    )
    select *, false as locked from inserted`);
}

/**
 * The common table expressions `ready` and `inserted`: they compute the billed time and the amounts of the rows of
 * `source`, which contain their rates and rounding, and store them as time entries.
 */
export function storeFrom(source: string): Sql {
  return sql`
    ready as (
      select *, date_trunc('milliseconds', clock_timestamp()) as at,
             case when billable then ${roundedSeconds("duration_seconds", "rounding_mode", "rounding_minutes")} else 0 end as billable_seconds
        from ${raw(source)}
    ), inserted as (
      insert into time_entries (org_id, id, user_id, project_id, task_id, started_at, duration_seconds, description, tags, tag_keys,
                                billable, billable_choice, billable_seconds, rate_minor, rate_source, amount_minor, cost_rate_minor,
                                cost_rate_source, cost_minor, external_ref, created_at, updated_at)
      select org_id, id, user_id, project_id, task_id, started_at, duration_seconds, description, tags, tag_keys,
             billable, billable_choice, billable_seconds, rate_minor, rate_source, ${amountSql("rate_minor", "billable_seconds")},
             cost_rate_minor, cost_rate_source, ${amountSql("cost_rate_minor", "duration_seconds")}, external_ref, at, at
        from ready
      returning *
    )`;
}

/**
 * Inserts entries in a transaction that has locked the rules for entries, and settles their budgets. Returns the
 * stored rows, and by id the refusals of entries that a budget blocks. If any entry is missing or refused, the caller
 * must roll back. `refTaken` makes the error for a reference in use.
 */
export async function insertAndSettle(
  tx: Transaction,
  origin: Origin,
  entries: NewTimeEntry[],
  refTaken: () => Error,
): Promise<{ rows: TimeEntryRow[]; blocked: Map<string, AppError> }> {
  const held = await holdBudgets(tx, origin.orgId, [...new Set(entries.map((entry) => entry.project_id))]);
  const inserted = await insertTimeEntries(tx, entries, { budgetsHeld: true, waits: true }).catch((error: unknown) => {
    throw violates(error, "time_entries_external_ref_key") ? refTaken() : error;
  });
  const byId = new Map(inserted.map((row) => [row.id, row]));
  const rows = entries.flatMap((entry) => byId.get(entry.id) ?? []);
  const forced = new Set(entries.filter((entry) => entry.forced).map((entry) => entry.id));
  const settled = await settleBudgets(tx, origin, held, rows);
  const written = rows.map((is) => ({ is, isRefusable: !forced.has(is.id) }));
  return { rows, blocked: findBlocked(written, settled) };
}

/** Inserts one entry in the same way; throws its refusal. */
export async function insertOneAndSettle(tx: Transaction, origin: Origin, entry: NewTimeEntry): Promise<TimeEntryRow> {
  const {
    rows: [row],
    blocked,
  } = await insertAndSettle(tx, origin, [entry], () => refTaken("/externalRef"));
  const refusal = blocked.get(entry.id);
  if (refusal !== undefined) throw refusal;
  if (row !== undefined) return row;
  const found = await findRefusal(tx, origin.orgId, referencesOf(entry, entry.viewer_id), "", entry.forced);
  throw found === undefined ? new TryAgainError() : refusalError(found);
}
