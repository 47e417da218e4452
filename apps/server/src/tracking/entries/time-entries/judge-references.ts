import { type Database, raw, type Sql, sql, type Transaction } from "#platform/database/database.ts";
import { type AppError, notFound, refusal } from "#platform/errors.ts";
import { isClosedAt, type Lock, lockRefusal } from "#tracking/ledger/entry-locks/entry-locks.ts";
import { roundedSeconds } from "#tracking/ledger/entry-rules/billable-seconds.ts";
import { isSeenBy } from "#tracking/ledger/projects/visibility.ts";
import type { EntryRates } from "#tracking/ledger/rates/prices.ts";
import { joinRates, noRates, resolvedRates } from "#tracking/ledger/rates/resolve-rates.ts";

/** The references of an entry or timer, and its start. */
export interface References {
  user_id: string;
  project_id: string;
  task_id: string;
  started_at: string;
  duration_seconds?: number;
  /** The member who must be able to see the project and the task; undefined to skip the check. */
  viewer_id?: string | undefined;
  /** The current project. The entry may stay in it even if the project has since been hidden from the member. */
  staying_in?: string | undefined;
}

/** In order of precedence. Stopped timers are stored even in archived projects and done tasks. */
const refusals = {
  project: () => notFound("project", "/projectId"),
  task: () => notFound("task", "/taskId"),
  member: () => notFound("member", "/userId"),
  otherProject: () =>
    refusal("/taskId", "task_not_in_project", "The task belongs to another project. Choose a task of this project."),
  archived: () =>
    refusal(
      "/projectId",
      "project_archived",
      "The project is archived and accepts no new entries. Reactivate it first.",
    ),
  done: () => refusal("/taskId", "task_done", "The task is done and accepts no new entries. Reopen it first."),
};

/** The first rules that forbid an entry with these references. Null means that it is allowed. */
export interface Judgement {
  refused: keyof typeof refusals | null;
  /** Why no entry can be written that starts then. */
  lock: Lock | null;
}

/** A judgement, with the billing rules for an entry with these references. */
export interface Judged extends Judgement {
  /** Whether entries are billable unless they say otherwise. */
  is_billable: boolean;
  /** The seconds to bill if the entry is billable. */
  rounded_seconds: number;
}

/**
 * SQL for the only judgement of references: the rows `i` of `input`, whose organizations are in `organization`, with a
 * `Judgement` and the billing rules of their projects and tasks. The lateral joins force index lookups. `lock` may end
 * the lookups of tasks and members; `refused` is `busy` if it skips a row.
 */
export const judgedInput = (lock: Sql = raw("")): Sql => sql`
  select i.*, o.is_held, coalesce(t.billable, p.billable) as is_billable, p.rounding_mode, p.rounding_minutes, p.has_budget,
         case when (p.seen or p.id = i.staying_in) is not true then 'project'
              when t.id is null and exists (select from tasks where org_id = i.org_id and id = i.task_id) then 'busy'
              when t.seen is not true then 'task'
              when m.user_id is null and exists (select from members where org_id = i.org_id and user_id = i.user_id) then 'busy'
              when m.user_id is null then 'member'
              when t.project_id <> p.id then 'otherProject'
              when i.forced then null
              when p.status = 'archived' then 'archived'
              when t.status = 'done' then 'done' end as refused,
         case when i.started_at < o.locked_before then jsonb_build_object('lockDate', o.lock_date)
              when s.id is not null then jsonb_build_object('timesheetId', s.id, 'status', s.status) end as lock
    from input i
    left join organization o on o.org_id = i.org_id
    left join lateral (
      select id, status, billable, rounding_mode, rounding_minutes, budget is not null as has_budget, i.viewer_id is null or ${isSeenBy(raw("i.viewer_id"), "projects")} as seen
        from projects where org_id = i.org_id and id = i.project_id limit 1) p on true
    left join lateral (
      select id, project_id, status, billable, i.viewer_id is null
             or (select ${isSeenBy(raw("i.viewer_id"), "v")} from projects v where v.org_id = i.org_id and v.id = project_id) as seen
        from tasks where org_id = i.org_id and id = i.task_id limit 1 ${lock}) t on true
    left join lateral (select user_id from members where org_id = i.org_id and user_id = i.user_id limit 1 ${lock}) m on true
    left join lateral (
      select s.id, s.status from timesheets s
       where o.has_timesheets and s.org_id = i.org_id and ${isClosedAt(raw("i.user_id"), raw("i.started_at"))} limit 1) s on true`;

/** The judgements of references. Those that did not have to be judged have none. */
export type JudgedReferences = ReadonlyMap<References | undefined, Judged>;

/** Judges the references that are defined; runs no query if there are none. */
export async function judgeReferences(
  db: Database,
  orgId: string,
  asked: (References | undefined)[],
): Promise<JudgedReferences> {
  const references = asked.filter((one) => one !== undefined);
  if (references.length === 0) return new Map();
  const input = references.map(
    ({ user_id, project_id, task_id, started_at, duration_seconds, viewer_id, staying_in }, at) => {
      return { at, user_id, project_id, task_id, started_at, duration_seconds, viewer_id, staying_in };
    },
  );
  const rows = await db.query<Judged>(sql`
    with input as (
      select ${orgId}::text as org_id, false as forced, r.*
        from json_to_recordset(${JSON.stringify(input)}::json) as r (at integer, user_id text, project_id text, task_id text,
               started_at timestamptz, duration_seconds integer, viewer_id text, staying_in text)
    ), ${organizationOf(orgId)}
    select ${judgement} from (${judgedInput()}) j where org_id = ${orgId} order by at`);
  return new Map(rows.map((row, at) => [references[at], row]));
}

/** References that a stored entry is to have; it keeps those that are undefined. */
export interface ChangedReferences extends Pick<References, "viewer_id"> {
  /** The id of the entry. */
  id: string;
  user_id: string | undefined;
  project_id: string | undefined;
  task_id: string | undefined;
  started_at: string | undefined;
  duration_seconds: number | undefined;
}

/** A judgement, with the rates of an entry with these references. */
export type JudgedChange = Judged & EntryRates;

/**
 * Judges entries as they will be after a change, by id. Runs along with the statements that open the transaction, so
 * the caller need not have read the entries. Runs no query if there are no changes.
 */
export async function judgeChanges(
  tx: Transaction,
  orgId: string,
  changes: ChangedReferences[],
): Promise<ReadonlyMap<string, JudgedChange>> {
  if (changes.length === 0) return new Map();
  const needsRates = changes.some(
    ({ user_id, project_id, task_id, started_at }) => (user_id ?? project_id ?? task_id ?? started_at) !== undefined,
  );
  const statement = sql`
    with input as (
      select ${orgId}::text as org_id, false as forced, r.id, coalesce(r.user_id, e.user_id) as user_id,
             coalesce(r.project_id, e.project_id) as project_id, coalesce(r.task_id, e.task_id) as task_id,
             coalesce(r.started_at, e.started_at) as started_at, coalesce(r.duration_seconds, e.duration_seconds) as duration_seconds,
             r.viewer_id, e.project_id as staying_in
        from json_to_recordset(${JSON.stringify(changes)}::json) as r (id text, user_id text, project_id text, task_id text,
               started_at timestamptz, duration_seconds integer, viewer_id text)
       cross join lateral (
         select user_id, project_id, task_id, started_at, duration_seconds
           from time_entries where org_id = ${orgId} and id = r.id limit 1) e
    ), ${organizationOf(orgId)}
    select j.id, ${judgement}, ${needsRates ? resolvedRates : noRates}
      from (${judgedInput()}) j ${needsRates ? joinRates("j") : raw("")} where j.org_id = ${orgId}`;
  const rows = await tx.query<JudgedChange & { id: string }>(statement, { opens: true });
  return new Map(rows.map((row) => [row.id, row]));
}

/** The columns of a `Judged` row `j` of `judgedInput`. */
const judgement = sql`j.refused, j.lock, j.is_billable, ${roundedSeconds("j.duration_seconds", "j.rounding_mode", "j.rounding_minutes")} as rounded_seconds`;

function organizationOf(orgId: string): Sql {
  return sql`organization as (
      select id as org_id, lock_date, locked_before, has_timesheets, true as is_held from organizations where id = ${orgId}
    )`;
}

export function refusalOf({ refused, lock }: Judgement): AppError | undefined {
  return referenceRefusal(refused) ?? lockRefusal(lock);
}

/** The error for references to which no entry can refer. */
export function referenceRefusal(refused: Judgement["refused"] | undefined): AppError | undefined {
  const refuse = refused && refusals[refused];
  return refuse?.();
}

/** The reason why no entry with these references can be created; undefined if one can. */
export async function findRefusal(db: Database, orgId: string, references: References): Promise<AppError | undefined> {
  const judged = (await judgeReferences(db, orgId, [references])).get(references);
  return judged && refusalOf(judged);
}

/** The reason why the entry or timer cannot be written at its start; undefined if it can. */
export async function findLock(db: Database, orgId: string, references: References): Promise<AppError | undefined> {
  return lockRefusal((await judgeReferences(db, orgId, [references])).get(references)?.lock);
}

export function refTaken(): AppError {
  const message = "Another time entry has this externalRef. Change that entry, or use another reference.";
  return refusal("/externalRef", "external_ref_taken", message);
}
