import { type Database, raw, sql } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import type { Origin } from "#identity/history/record-change.ts";
import { amountSql } from "#tracking/rates/amount.ts";
import { isSeenBy } from "#tracking/projects/queries.ts";
import { joinRates, resolvedRates } from "#tracking/rates/resolve-rates.ts";
import { insertDeltasFrom } from "#tracking/time-sums/queries.ts";
import { roundedSeconds } from "./billable-seconds.ts";
import type { TimeEntryRow } from "./queries.ts";

/** An entry that is ready to be stored, with who stores it. */
export interface NewTimeEntry extends Omit<
  TimeEntryRow,
  | "billable"
  | "billable_seconds"
  | "rate_minor"
  | "rate_source"
  | "amount_minor"
  | "cost_rate_minor"
  | "cost_rate_source"
  | "cost_minor"
  | "locked"
  | "version"
  | "created_at"
  | "updated_at"
  | "deleted_at"
  | "purged_at"
> {
  /** Also into an archived project or closed task: what a running timer has measured is never refused. */
  forced: boolean;
  /** Who must see the project; undefined where it may be any. */
  viewer_id: string | undefined;
  change_id: string;
  actor_user_id: string | null;
  actor_key_id: string | null;
  request_id: string | null;
  address: string | null;
}

export interface TimeEntryInput {
  userId: string;
  projectId: string;
  taskId: string;
  startedAt: string;
  durationSeconds: number;
  description: string;
  tags: string[];
  billable: boolean | null;
  externalRef: string | null;
  forced?: boolean;
  viewerId: string | undefined;
}

export function newTimeEntry(origin: Origin, input: TimeEntryInput): NewTimeEntry {
  const tags = distinctTags(input.tags);
  return {
    org_id: origin.orgId,
    id: newId("time"),
    user_id: input.userId,
    project_id: input.projectId,
    task_id: input.taskId,
    started_at: input.startedAt,
    duration_seconds: input.durationSeconds,
    description: input.description,
    tags,
    tag_keys: tags.map((tag) => tag.toLowerCase()),
    billable_choice: input.billable,
    external_ref: input.externalRef,
    forced: input.forced ?? false,
    viewer_id: input.viewerId,
    change_id: newId("evt"),
    actor_user_id: origin.userId,
    actor_key_id: origin.keyId,
    request_id: origin.requestId,
    address: origin.address ?? null,
  };
}

/** Who asked for a new entry. */
export function originOf(entry: NewTimeEntry): Origin {
  return {
    orgId: entry.org_id,
    userId: entry.actor_user_id,
    keyId: entry.actor_key_id,
    requestId: entry.request_id,
    address: entry.address,
  };
}

/** Trimmed, each once whatever its case, in the spelling that came first. */
export function distinctTags(tags: string[]): string[] {
  const byKey = new Map<string, string>();
  for (const tag of tags.map((text) => text.trim()))
    if (!byKey.has(tag.toLowerCase())) byKey.set(tag.toLowerCase(), tag);
  return [...byKey.values()];
}

export interface InsertOptions {
  /** The caller's transaction holds the budgets of these projects; otherwise entries that have one are left out. */
  budgetsHeld: boolean;
  /** Waits for locks of other transactions; otherwise the entries that would have to wait are left out. */
  waits: boolean;
}

/**
 * Stores entries with their change rows and deltas in one statement. An entry whose project, task or member is missing
 * or hidden, does not fit or takes no entries, or that lies in a locked period, is left out of the answer; a taken external
 * reference fails the whole statement. Everything of an organization is left out when its rules were changed while the
 * statement began. The one lock that is always waited for is that of an external reference that is being written.
 * The laterals keep the planner on index look-ups however large the tables are, and rules of other organizations alone.
 */
export function insertTimeEntries(
  db: Database,
  entries: NewTimeEntry[],
  { budgetsHeld, waits }: InsertOptions,
): Promise<TimeEntryRow[]> {
  const holdRules = raw(waits ? "hold_entry_rules" : "try_hold_entry_rules");
  // The locks that the foreign keys take, which would wait for a deletion of the task or member.
  const unlessHeld = raw(waits ? "" : "for key share skip locked");
  return db.query<TimeEntryRow>(sql`
    with input as (
      select *
        from json_to_recordset(${JSON.stringify(entries)}::json) as r (
          org_id text, id text, user_id text, project_id text, task_id text, started_at timestamptz, duration_seconds integer,
          description text, tags text[], tag_keys text[], billable_choice boolean, external_ref text, forced boolean,
          viewer_id text, change_id text, actor_user_id text, actor_key_id text, request_id text, address text)
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
    ), ready as (
      select *, date_trunc('milliseconds', clock_timestamp()) as at,
             case when billable then ${roundedSeconds("duration_seconds", "rounding_mode", "rounding_minutes")} else 0 end as billable_seconds
        from priced
    ), inserted as (
      insert into time_entries (org_id, id, user_id, project_id, task_id, started_at, duration_seconds, description, tags, tag_keys,
                                billable, billable_choice, billable_seconds, rate_minor, rate_source, amount_minor, cost_rate_minor,
                                cost_rate_source, cost_minor, external_ref, created_at, updated_at)
      select org_id, id, user_id, project_id, task_id, started_at, duration_seconds, description, tags, tag_keys,
             billable, billable_choice, billable_seconds, rate_minor, rate_source, ${amountSql("rate_minor", "billable_seconds")},
             cost_rate_minor, cost_rate_source, ${amountSql("cost_rate_minor", "duration_seconds")}, external_ref, at, at
        from ready
      returning *
    ), changed as (
      insert into changes (org_id, id, user_id, key_id, action, target_id, object, request_id, address)
      select e.org_id, i.change_id, i.actor_user_id, i.actor_key_id, 'time_entry.created', e.id, to_jsonb(e), i.request_id, i.address
        from inserted e
        join input i on i.org_id = e.org_id and i.id = e.id
    ), summed as (
      ${insertDeltasFrom("inserted", 1)}
    )
    select *, false as locked from inserted`);
}
