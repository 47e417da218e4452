import { ianaZone } from "@stint/grammar/iana-zone.ts";
import type { Actor } from "#identity/access.ts";
import { hasChanged, recordChange } from "#identity/history/record-change.ts";
import { demandRecentAuthentication } from "#identity/demand-recent-authentication.ts";
import { showUnchanged } from "#identity/show-unchanged.ts";
import { sql, type Transaction } from "#platform/database/database.ts";
import { gone } from "#platform/errors.ts";
import { checkIfMatch } from "#platform/http/replies/etag.ts";
import { etagOf } from "#platform/http/contract/resource-schemas.ts";
import type { Edit } from "#platform/http/contract/target.ts";
import { formatInstant, startOfDayMs } from "#platform/time.ts";
import { toApprovals } from "./approvals.ts";
import { changeEntryRules, rulesInForce, toEntryRules } from "./entry-rules.ts";
import { findOrganization, type OrganizationRow, updateOrganization } from "./queries.ts";
import type { UpdateOrganization } from "./schemas.ts";
import { weekDays } from "./week-days.ts";

/**
 * How time tracking reacts to changed settings; a parameter, because this folder must not depend on time tracking.
 * Called in the same transaction; throws to refuse a change.
 */
export type ApplySettings = (
  tx: Transaction,
  actor: Actor,
  change: { before: OrganizationRow; after: OrganizationRow },
) => Promise<void>;

/** Locks the organization for a change. */
export async function lockOrganization(tx: Transaction, orgId: string): Promise<OrganizationRow> {
  const row = await findOrganization(tx, orgId, sql`for no key update`);
  if (row === undefined) throw gone("organization");
  return row;
}

export async function changeOrganization(
  tx: Transaction,
  actor: Actor,
  { input, ifMatch }: Omit<Edit<UpdateOrganization>, "id">,
  { now, applySettings }: { now: Date; applySettings: ApplySettings },
): Promise<OrganizationRow> {
  const { lockDate, timeZone, weekStart, currency, entryRules, approvals } = input;
  const changesRules = [lockDate, timeZone, weekStart, currency, entryRules, approvals].some(
    (setting) => setting !== undefined,
  );
  if (changesRules) await changeEntryRules(tx, actor.orgId);
  const before = await lockOrganization(tx, actor.orgId);
  const wanted = merged(before, input);
  if (wanted.members_may_make_keys && !before.members_may_make_keys) demandRecentAuthentication(actor, now.getTime());
  checkIfMatch(ifMatch, etagOf(before));
  if (!hasChanged(before, { ...before, ...wanted })) return showUnchanged(actor, "organization:read", before);
  const row = await updateOrganization(tx, actor.orgId, wanted);
  await applySettings(tx, actor, { before, after: row });
  await recordChange(tx, actor, { action: "organization.updated", targetId: row.id, row, before });
  if (row.lock_date !== null && row.lock_date > (before.lock_date ?? "")) {
    await recordChange(tx, actor, { action: "period.locked", targetId: row.id, row, before });
  }
  return row;
}

function merged(before: OrganizationRow, input: UpdateOrganization) {
  const lockDate = input.lockDate === undefined ? before.lock_date : input.lockDate;
  const timeZone = ianaZone(input.timeZone ?? "") ?? before.time_zone;
  const approvals = input.approvals === undefined ? before.approvals : toApprovals(input.approvals);
  return {
    name: input.name ?? before.name,
    currency: input.currency ?? before.currency,
    time_zone: timeZone,
    week_start: input.weekStart ?? before.week_start,
    working_days: weekDays.filter((day) => (input.workingDays ?? before.working_days).includes(day)),
    lock_date: lockDate,
    members_may_make_keys: input.membersMayMakeKeys ?? before.members_may_make_keys,
    entry_rules: rulesInForce({ ...toEntryRules(before.entry_rules), ...input.entryRules }),
    approvals,
    has_timesheets: before.has_timesheets || approvals !== null,
    locked_before: lockDate === null ? null : formatInstant(startOfDayMs(lockDate, timeZone)),
  };
}
