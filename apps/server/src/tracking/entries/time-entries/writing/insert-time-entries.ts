import type { Origin } from "#identity/history/record-change.ts";
import { type LockedRules, lockEntryRules } from "#identity/organizations/entry-rules.ts";
import { clockTime } from "#platform/database/columns.ts";
import { type Database, raw, type Sql, sql, type Transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { givenColumns, givenTypes } from "#tracking/entries/time-entries/columns.ts";
import { judgedInput, type Judgement, refusalOf, refTaken } from "#tracking/entries/time-entries/judge-references.ts";
import { isRefTaken, type TimeEntryRow } from "#tracking/entries/time-entries/queries.ts";
import { type LockedBudgets, lockBudgets } from "#tracking/ledger/budgets/settle-budgets.ts";
import { roundedSeconds } from "#tracking/ledger/entry-rules/billable-seconds.ts";
import { judgeEntries } from "#tracking/ledger/entry-rules/judge-entries.ts";
import { countedAmounts, priceColumns, rateColumns } from "#tracking/ledger/rates/prices.ts";
import { joinRates, resolvedRates } from "#tracking/ledger/rates/resolve-rates.ts";
import { insertDeltasFrom } from "#tracking/ledger/time-sums/queries.ts";
import type { NewTimeEntry } from "./new-time-entry.ts";
import { onlyRow, type Outcome } from "./outcomes.ts";
import { settleWritten } from "./settle-written.ts";

export interface InsertOptions {
  /**
   * Whether the caller's transaction has locked the projects' budgets and judged the entries. If not, the insert
   * omits entries of projects with budgets, and of organizations with rules for entries.
   */
  isJudged: boolean;
  /** Whether to wait for other transactions' locks. If not, the insert omits entries that would have to wait. */
  waits: boolean;
}

const requestNames = [
  "org_id",
  "id",
  "viewer_id",
  "change_id",
  "actor_user_id",
  "actor_key_id",
  "request_id",
  "address",
];

type Outcomes = Map<string, Outcome>;

/**
 * Stores entries, their change rows and their deltas in one statement, which also judges their references. Returns the
 * stored rows and the errors that refuse entries, by id. Omits entries of an organization whose rules have just
 * changed. Fails if an external reference is in use, and always waits for another transaction that is writing the same
 * reference.
 */
export async function insertTimeEntries(
  db: Database,
  entries: NewTimeEntry[],
  { isJudged, waits }: InsertOptions,
): Promise<Outcomes> {
  const judged = raw(String(isJudged));
  const lockRules = raw(waits ? "hold_entry_rules" : "try_hold_entry_rules");
  const optional = (["traceparent", "client"] as const).filter((name) =>
    entries.some((entry) => entry[name] !== undefined),
  );
  const extras = (alias: string) => raw(optional.map((name) => `, ${alias}${name}`).join(""));
  const texts = [...requestNames, ...optional].map((name) => `${name} text`);
  const types = [...Object.entries(givenTypes).map((column) => column.join(" ")), "forced boolean", ...texts];
  // The foreign keys would wait for a concurrent deletion of the task or member. Acquiring the same locks first makes it
  // possible to omit such entries instead.
  const unlessLocked = raw(waits ? "" : "for key share skip locked");
  const rows = await db.query<
    TimeEntryRow & Pick<Judgement, "lock"> & { asked_id: string; refused: Judgement["refused"] | "busy" }
  >(sql`
    with input as (
      select *, null as staying_in from json_to_recordset(${JSON.stringify(entries)}::json) as r (${raw(types.join(", "))})
    ), organization as materialized (
      select i.org_id, o.lock_date, o.locked_before, o.has_timesheets,
             case when ${judged} or o.entry_rules is null and not o.has_timesheets then ${lockRules}(i.org_id) = o.rules_version end as is_held
        from (select distinct org_id from input order by org_id) i
       cross join lateral (select lock_date, locked_before, has_timesheets, entry_rules, rules_version from organizations where id = i.org_id limit 1) o
    ), judged as materialized (
      ${judgedInput(unlessLocked)}
    ), priced as (
      select j.*, coalesce(j.billable_choice, j.is_billable) as billable, ${resolvedRates}
        from judged j
        ${joinRates("j")}
       where j.is_held and j.refused is null and j.lock is null and (not j.has_budget or ${judged})
    ), ${storeFrom("priced")}, changed as (
      insert into changes (org_id, id, user_id, key_id, action, target_id, object, request_id, address${extras("")})
      select e.org_id, i.change_id, i.actor_user_id, i.actor_key_id, 'time_entry.created', e.id, to_jsonb(e), i.request_id, i.address${extras("i.")}
        from inserted e
        join input i on i.org_id = e.org_id and i.id = e.id
    ), summed as (
      ${insertDeltasFrom("inserted", 1)}
    )
    select e.*, null::text[] as locked_by, e.breaks as shown_breaks, j.id as asked_id, j.refused, j.lock
      from judged j left join inserted e on e.org_id = j.org_id and e.id = j.id`);
  return new Map(
    rows.flatMap(({ asked_id: id, refused, lock, ...row }) => {
      if (refused === "busy") return [];
      const outcome = refusalOf({ refused, lock }) ?? (row.id === null ? undefined : row);
      return outcome === undefined ? [] : [[id, outcome] as const];
    }),
  );
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
      insert into time_entries (org_id, id, ${givenColumns}, billable, billable_seconds, ${priceColumns}, created_at, updated_at)
      select org_id, id, ${givenColumns}, billable, billable_seconds, ${rateColumns("ready")}, ${countedAmounts}, at, at
        from ready
      returning *
    )`;
}

/** The data that judging entries needs. The transaction must have locked the rules for entries. */
export interface Judging {
  rules: LockedRules | undefined;
  now: Date;
}

/** The data that inserting entries needs. The transaction must have locked the budgets of their projects too. */
export interface Inserting extends Judging {
  held: LockedBudgets;
}

/**
 * The first step of every transaction that creates entries, in a single round trip: locks the rules for entries, then
 * the budgets of their projects.
 */
export async function openForInsert(
  tx: Transaction,
  orgId: string,
  entries: Pick<NewTimeEntry, "user_id" | "project_id">[],
): Promise<Omit<Inserting, "now">> {
  const [rules, held] = await Promise.all([
    lockEntryRules(tx, orgId, { userIds: entries.map((entry) => entry.user_id) }),
    lockBudgets(tx, orgId, [...new Set(entries.map((entry) => entry.project_id))]),
  ]);
  return { rules, held };
}

/**
 * Inserts entries and settles their budgets. Returns the outcome of each entry, by id. If one is missing or refused,
 * the caller must roll back.
 */
export async function insertAndSettle(
  tx: Transaction,
  origin: Origin,
  entries: NewTimeEntry[],
  inserting: Inserting,
): Promise<Outcomes> {
  const { held } = inserting;
  const verdicts = await judgeNew(tx, origin, entries, inserting);
  const judged = entries.map((entry, at) => ({ ...entry, breaks: verdicts[at]?.breaks ?? null }));
  const outcomes = await insertTimeEntries(tx, judged, { isJudged: true, waits: true });
  const written = entries.flatMap(({ id, forced }) => {
    const is = outcomes.get(id);
    return is === undefined || is instanceof AppError ? [] : { is, isRefusable: !forced };
  });
  const blocked = await settleWritten(tx, origin, held, written);
  const broken = new Map(entries.map(({ id }, at) => [id, verdicts[at]?.refusal]));
  // Only inserted entries can be refused here, because an error that prevented the insert takes precedence.
  for (const { is } of written) {
    const refusal = broken.get(is.id) ?? blocked.get(is.id);
    if (refusal !== undefined) outcomes.set(is.id, refusal);
  }
  return outcomes;
}

function judgeNew(tx: Transaction, { orgId }: Origin, entries: NewTimeEntry[], { rules, now }: Judging) {
  const writings = entries.map((is) => {
    return { is, was: undefined, marks: [], isTimer: is.forced, isExcused: is.late_reason !== null };
  });
  return rules === undefined ? [] : judgeEntries(tx, orgId, rules, writings, { now });
}

/** Like `insertAndSettle`, for a single entry. Throws the error if it is refused. */
export async function insertOneAndSettle(
  tx: Transaction,
  origin: Origin,
  entry: NewTimeEntry,
  inserting: Inserting,
): Promise<TimeEntryRow> {
  const outcomes = await insertAndSettle(tx, origin, [entry], inserting).catch((error: unknown) => {
    throw isRefTaken(error) ? refTaken() : error;
  });
  return onlyRow(outcomes.values());
}
