import type { Actor } from "#identity/access.ts";
import { type Action, type Origin, recordChange } from "#identity/history/record-change.ts";
import { sql, type Transaction } from "#platform/database/database.ts";
import { AppError, invalid } from "#platform/errors.ts";
import { dayMs } from "#platform/days.ts";
import { organizationEnding } from "./organization-ending.ts";
import { lockOrganization } from "./change-organization.ts";
import { findOrganization, type OrganizationRow, updateOrganization } from "./queries.ts";
import type { ScheduleDeletion } from "./schemas.ts";

const graceDays = 30;
const exportCountsMs = dayMs;

/**
 * Schedules the organization's deletion at the end of the grace period. Throws 409 unless a full export was started
 * in the last 24 hours.
 */
export async function scheduleDeletion(
  tx: Transaction,
  actor: Actor,
  { input }: { input: ScheduleDeletion },
  { now }: { now: Date },
): Promise<OrganizationRow> {
  const before = await lockOrganization(tx, actor.orgId);
  if (input.confirmName !== before.name) {
    throw invalid("/confirmName", "name_differs", "must be the organization's exact name");
  }
  if (before.deletes_at !== null) throw organizationEnding(before.deletes_at);
  if (before.exported_at === null || now.getTime() - Date.parse(before.exported_at) > exportCountsMs) {
    const last =
      before.exported_at === null ? "There has not been one." : `The last one began at ${before.exported_at}.`;
    throw new AppError(
      "export_first",
      `A full export must have begun in the last 24 hours and been received completely: GET /v1/organization/export. ${last}`,
    );
  }
  const deletesAt = new Date(now.getTime() + graceDays * dayMs).toISOString();
  return store(tx, actor, before, { deletes_at: deletesAt }, "organization.deletion_scheduled");
}

/** Cancels a scheduled deletion. Returns undefined if none is scheduled. */
export async function cancelDeletion(tx: Transaction, origin: Origin): Promise<OrganizationRow | undefined> {
  const before = await findOrganization(tx, origin.orgId, sql`for no key update`);
  if (before === undefined || before.deletes_at === null || before.purge_started_at !== null) return undefined;
  return store(tx, origin, before, { deletes_at: null }, "organization.deletion_cancelled");
}

/** Records that a full export has been sent completely. */
export async function recordExport(tx: Transaction, actor: Actor, beganAt: Date): Promise<void> {
  const before = await lockOrganization(tx, actor.orgId);
  const isNewer = before.exported_at === null || Date.parse(before.exported_at) < beganAt.getTime();
  const exportedAt = isNewer ? beganAt.toISOString() : before.exported_at;
  await store(tx, actor, before, { exported_at: exportedAt }, "organization.exported");
}

async function store(
  tx: Transaction,
  origin: Origin,
  before: OrganizationRow,
  columns: Partial<OrganizationRow>,
  action: Action,
): Promise<OrganizationRow> {
  const row = await updateOrganization(tx, origin.orgId, columns);
  await recordChange(tx, origin, { action, targetId: row.id, row, before });
  return row;
}
