import { toEntryRules } from "./entry-rules.ts";
import type { OrganizationRow } from "./queries.ts";
import type { Organization } from "./schemas.ts";

export function toOrganization(row: OrganizationRow): Organization {
  return {
    id: row.id,
    name: row.name,
    currency: row.currency,
    timeZone: row.time_zone,
    weekStart: row.week_start,
    workingDays: row.working_days,
    lockDate: row.lock_date,
    membersMayMakeKeys: row.members_may_make_keys,
    entryRules: toEntryRules(row.entry_rules),
    approvals: row.approvals,
    exportedAt: row.exported_at,
    deletesAt: row.deletes_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}
