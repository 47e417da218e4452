import type { Resource } from "#identity/history/resource.ts";
import { shownAs } from "#platform/fields/shown.ts";
import { toEntryRules } from "./entry-rules.ts";
import type { OrganizationRow } from "./queries.ts";
import { Organization } from "./schemas.ts";

const toStored = shownAs(Organization, "entryRules");

export function toOrganization(row: OrganizationRow): Organization {
  return { ...toStored(row), entryRules: toEntryRules(row.entry_rules) };
}

/**
 * Has no tables and no files here: the organization's row is removed last, and the full export contains it separately.
 */
export const organization = {
  kind: "organization",
  prefix: "org",
  rowType: "organizations",
  readScope: "organization:read",
  schema: Organization,
  toShown: toOrganization,
  proof: {
    unrecorded: {
      rules_version: "counts changes of the entry rules",
      locked_before: "follows from lock_date; compared with it",
      has_timesheets: "follows from approvals, and stays true",
      purge_started_at: "set when the removal begins, which removes the history too",
    },
  },
  actions: [
    { name: "organization.created" },
    { name: "organization.updated" },
    { name: "organization.exported" },
    { name: "organization.deletion_scheduled" },
    { name: "organization.deletion_cancelled" },
  ],
} as const satisfies Resource;

/** The period before the lock date. The lock date is a column of the organization, so the period has no table. */
export const period = {
  kind: "period",
  target: "organization",
  rowType: "organizations",
  readScope: "organization:read",
  schema: Organization,
  toShown: toOrganization,
  actions: [
    {
      name: "period.locked",
      event: "The lock date was moved forward: entries before it are now read-only.",
      previous: { lockDate: "2026-02-01" },
      example: { lockDate: "2026-03-01" },
    },
  ],
} as const satisfies Resource;
