import type { Actor } from "#identity/access.ts";
import { changedColumns, recordChange } from "#identity/changes/record-change.ts";
import { sql, type Transaction } from "#platform/database/database.ts";
import { notFound } from "#platform/errors.ts";
import { checkIfMatch } from "#platform/http/etag.ts";
import { etagOf } from "#platform/http/resource-schemas.ts";
import { findOrganization, type OrganizationRow, updateOrganization } from "./queries.ts";
import type { UpdateOrganization } from "./schemas.ts";

export async function changeOrganization(
  tx: Transaction,
  actor: Actor,
  input: UpdateOrganization,
  ifMatch: string | undefined,
): Promise<OrganizationRow> {
  const before = await findOrganization(tx, actor.orgId, sql`for no key update`);
  if (before === undefined) throw notFound("organization");
  checkIfMatch(ifMatch, etagOf(before));
  const wanted = {
    name: input.name ?? before.name,
    currency: input.currency ?? before.currency,
    time_zone: input.timeZone ?? before.time_zone,
    week_start: input.weekStart ?? before.week_start,
  };
  if (Object.keys(changedColumns(before, { ...before, ...wanted })).length === 0) return before;
  const row = await updateOrganization(tx, actor.orgId, wanted);
  if (row === undefined) throw notFound("organization");
  await recordChange(tx, actor, { action: "organization.updated", targetId: row.id, row, before });
  return row;
}
