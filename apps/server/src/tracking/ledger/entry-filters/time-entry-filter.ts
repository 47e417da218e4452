import { namesInForce } from "#identity/organizations/entry-rules.ts";
import { contains } from "#platform/database/contains.ts";
import { join, raw, type Sql, sql } from "#platform/database/database.ts";
import type { HiddenEntries } from "#tracking/ledger/projects/visibility.ts";
import { unknownSource } from "#tracking/ledger/entry-sources/entry-sources.ts";
import { approvalOf } from "#tracking/ledger/entry-locks/entry-locks.ts";

export interface TimeEntryFilter {
  projectIds: string[] | undefined;
  taskIds: string[] | undefined;
  clientIds: string[] | undefined;
  userIds: string[] | undefined;
  tags: string[] | undefined;
  billable: boolean | undefined;
  billed: boolean | undefined;
  /** The states of the entries' timesheets. */
  approval: readonly string[] | undefined;
  /** `from` is inclusive, `to` is exclusive. */
  from: string | undefined;
  to: string | undefined;
  q: string | undefined;
  externalRefs: string[] | undefined;
  /** Sources of entries, including `unknown`. */
  sources: string[] | undefined;
  /** Whether the entries break any rule that is in force. */
  breaks: boolean | undefined;
  hidden: HiddenEntries | undefined;
  /** Whether to select only billable entries to which no rate applied. */
  unrated?: boolean | undefined;
}

export const noFilter: TimeEntryFilter = {
  projectIds: undefined,
  taskIds: undefined,
  clientIds: undefined,
  userIds: undefined,
  tags: undefined,
  billable: undefined,
  billed: undefined,
  approval: undefined,
  from: undefined,
  to: undefined,
  q: undefined,
  externalRefs: undefined,
  sources: undefined,
  breaks: undefined,
  hidden: undefined,
};

/**
 * The conditions of a filter on the entries in `alias`, each beginning with `and`. The caller must restrict `org_id`
 * itself.
 */
export function matching(orgId: string, filter: TimeEntryFilter, alias = "time_entries"): Sql {
  const of = (column: string) => raw(`${alias}.${column}`);
  // A single value uses `=`, because only then does the planner know that an index returns the rows in order.
  const among = (column: string, values: string[]) =>
    values.length === 1 ? sql`and ${of(column)} = ${values[0]}` : sql`and ${of(column)} = any(${values})`;
  const parts: Sql[] = [];
  if (filter.projectIds !== undefined) parts.push(among("project_id", filter.projectIds));
  if (filter.taskIds !== undefined) parts.push(among("task_id", filter.taskIds));
  if (filter.clientIds !== undefined) {
    parts.push(
      sql`and ${of("project_id")} in (select p.id from projects p where p.org_id = ${orgId} and p.client_id = any(${filter.clientIds}))`,
    );
  }
  if (filter.userIds !== undefined) parts.push(among("user_id", filter.userIds));
  if (filter.tags !== undefined)
    parts.push(sql`and ${of("tag_keys")} && ${filter.tags.map((tag) => tag.trim().toLowerCase())}::text[]`);
  if (filter.billable !== undefined) parts.push(sql`and ${of("billable")} = ${filter.billable}`);
  if (filter.billed !== undefined)
    parts.push(sql`and ${of("billing_batch_id")} ${raw(filter.billed ? "is not null" : "is null")}`);
  if (filter.approval !== undefined) parts.push(sql`and ${approvalOf(orgId, alias)} = any(${filter.approval})`);
  if (filter.from !== undefined) parts.push(sql`and ${of("started_at")} >= ${filter.from}`);
  if (filter.to !== undefined) parts.push(sql`and ${of("started_at")} < ${filter.to}`);
  if (filter.q !== undefined) parts.push(sql`and ${contains(of("description"), filter.q)}`);
  if (filter.externalRefs !== undefined) parts.push(among("external_ref", filter.externalRefs));
  if (filter.sources?.includes(unknownSource) === true)
    parts.push(sql`and (${of("source")} is null or ${of("source")} = any(${filter.sources}))`);
  else if (filter.sources !== undefined) parts.push(among("source", filter.sources));
  if (filter.breaks === true) parts.push(sql`and ${of("breaks")} && ${namesInForce(orgId)}`);
  // `breaks` is null for entries that break no rule.
  if (filter.breaks === false)
    parts.push(sql`and (${of("breaks")} is null or not ${of("breaks")} && ${namesInForce(orgId)})`);
  if (filter.hidden !== undefined) parts.push(notHidden(filter.hidden, alias));
  if (filter.unrated === true) parts.push(sql`and ${of("rate_source")} = 'none' and ${of("billable_seconds")} > 0`);
  return parts.length === 0 ? sql`` : join(parts, " ");
}

/** Excludes hidden entries in `alias`. Tombstones have no project and are kept. */
export function notHidden({ projectIds, exceptOf }: HiddenEntries, alias: string): Sql {
  const of = (column: string) => raw(`${alias}.${column}`);
  const own = exceptOf === undefined ? sql`` : sql`or ${of("user_id")} = ${exceptOf}`;
  return sql`and (${of("project_id")} is null or ${of("project_id")} <> all(${projectIds}) ${own})`;
}
