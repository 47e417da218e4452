import { type Sql, sql } from "#platform/database/database.ts";
import type { Money } from "#identity/access.ts";
import type { Resource } from "#identity/history/resource.ts";
import type { LockReason } from "#tracking/ledger/entry-locks/entry-locks.ts";
import { exportedFields, fieldNames } from "#platform/fields/fields.ts";
import { priceFields } from "./fields.ts";
import type { TimeEntryRow } from "./queries.ts";
import { TimeEntry } from "./schemas.ts";
import { toTimeEntry } from "./to-time-entry.ts";

const deletedAt = "2026-03-01T11:00:00Z";

export const timeEntry = {
  kind: "time_entry",
  prefix: "time",
  tables: ["tag_names", "time_sums", "time_sum_deltas", "time_entries"],
  rowType: "time_entries",
  readScope: "time-entries:read",
  holdsMoney: true,
  holdsMoneyOfMember: true,
  schema: TimeEntry,
  toShown,
  toLogged,
  nameColumn: "description",
  actions: [
    {
      name: "time_entry.created",
      event: "A time entry was created: by hand, in a batch, or by stopping a timer.",
    },
    {
      name: "time_entry.updated",
      event: "A time entry was changed; repricing and rerounding count as changes.",
      previous: { durationSeconds: 3600, endedAt: "2026-03-01T10:00:00Z", billableSeconds: 3600 },
    },
    {
      name: "time_entry.deleted",
      event: "A time entry was deleted. It can be restored for 30 days.",
      example: { deletedAt },
    },
    { name: "time_entry.restored", event: "A deleted time entry was restored.", previous: { deletedAt } },
  ],
  files: [
    {
      table: "time_entries",
      about:
        "finished work, with its rates and amounts; deleted entries have deletedAt, and those\ndeleted more than 30 days ago have only id and times",
      columns: `id userId userName clientId clientName projectId projectName taskId taskName startedAt endedAt durationSeconds description tags billable billableSeconds ${fieldNames(priceFields)} currency externalRef createdAt updatedAt deletedAt breaks lateReason billingBatchId billedAt billedReference source`,
      select: selectExportedTimeEntries,
    },
  ],
} as const satisfies Resource;

/**
 * The entry of a change row, as events and the audit log show it. Only billed entries are shown as locked, because
 * billing is the only change that a locked entry allows; any other entry was not locked when it changed. The rules in
 * `breaks` were in force at that time. Older change rows lack billing and source. The batch is not shown, because some
 * readers may not see it.
 */
function toShown(row: TimeEntryRow, money: Money) {
  const billing_batch_id = row.billing_batch_id ?? null;
  const locked_by: LockReason[] | null = billing_batch_id === null ? null : ["billing"];
  const source = row.source ?? null;
  return toTimeEntry({ ...row, source, billing_batch_id, locked_by, shown_breaks: row.breaks ?? null }, money, false);
}

/** The entry as the audit log shows it: without derived fields, and with the reason for a late write. */
function toLogged(row: TimeEntryRow, money: Money): object {
  const { endedAt: _end, locked: _locked, lockedBy: _reasons, breaks: _breaks, ...fields } = toShown(row, money);
  return { ...fields, lateReason: row.late_reason ?? undefined };
}

function selectExportedTimeEntries(orgId: string): Sql {
  return sql`
    select e.id, e.user_id as "userId", (select name from users where id = e.user_id) as "userName",
           p.client_id as "clientId", p.client_name as "clientName", e.project_id as "projectId", p.name as "projectName",
           e.task_id as "taskId", (select name from tasks where org_id = e.org_id and id = e.task_id) as "taskName",
           e.started_at as "startedAt", e.started_at + e.duration_seconds * interval '1 second' as "endedAt",
           e.duration_seconds as "durationSeconds", e.description, e.tags, e.billable,
           e.billable_seconds as "billableSeconds", ${exportedFields(priceFields, "e")},
           (select currency from organizations where id = ${orgId}) as currency, e.external_ref as "externalRef",
           e.created_at as "createdAt", e.updated_at as "updatedAt", e.deleted_at as "deletedAt", e.breaks, e.late_reason as "lateReason",
           e.billing_batch_id as "billingBatchId", e.billed_at as "billedAt", e.billed_reference as "billedReference", e.source
      from time_entries e
      left join lateral (
        select name, client_id, (select name from clients where org_id = e.org_id and id = client_id) as client_name
          from projects where org_id = e.org_id and id = e.project_id offset 0) p on true
     where e.org_id = ${orgId}
     order by e.id`;
}
