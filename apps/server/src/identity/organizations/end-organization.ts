import type { Actor } from "#identity/access.ts";
import { type Origin, recordChange } from "#identity/history/record-change.ts";
import { sql, type Transaction } from "#platform/database/database.ts";
import { AppError, gone, invalid } from "#platform/errors.ts";
import { dayMs } from "#platform/days.ts";
import { organizationEnding } from "./organization-ending.ts";
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
  const before = await findOrganization(tx, actor.orgId, sql`for no key update`);
  if (before === undefined) throw gone("organization");
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
  const row = await updateOrganization(tx, actor.orgId, { deletes_at: deletesAt });
  if (row === undefined) throw gone("organization");
  await recordChange(tx, actor, { action: "organization.deletion_scheduled", targetId: row.id, row, before });
  return row;
}

/** Cancels a scheduled deletion. Returns undefined if none is scheduled. */
export async function cancelDeletion(tx: Transaction, origin: Origin): Promise<OrganizationRow | undefined> {
  const before = await findOrganization(tx, origin.orgId, sql`for no key update`);
  if (before === undefined || before.deletes_at === null || before.purge_started_at !== null) return undefined;
  const row = await updateOrganization(tx, origin.orgId, { deletes_at: null });
  if (row !== undefined) {
    await recordChange(tx, origin, { action: "organization.deletion_cancelled", targetId: row.id, row, before });
  }
  return row;
}

/** Records that a full export has been sent completely. */
export async function recordExport(tx: Transaction, actor: Actor, beganAt: Date): Promise<void> {
  const before = await findOrganization(tx, actor.orgId, sql`for no key update`);
  if (before === undefined) throw gone("organization");
  const isNewer = before.exported_at === null || Date.parse(before.exported_at) < beganAt.getTime();
  const exportedAt = isNewer ? beganAt.toISOString() : before.exported_at;
  const row = await updateOrganization(tx, actor.orgId, { exported_at: exportedAt });
  if (row === undefined) throw gone("organization");
  await recordChange(tx, actor, { action: "organization.exported", targetId: row.id, row, before });
}
