import type { Actor } from "#identity/access.ts";
import { hasChanged, recordChange } from "#identity/history/record-change.ts";
import { listActiveRoles } from "#identity/members/queries.ts";
import { showUnchanged } from "#identity/show-unchanged.ts";
import { type Database, sql, type Transaction } from "#platform/database/database.ts";
import { invalid, notFound } from "#platform/errors.ts";
import { changedColumns, newColumns } from "#platform/fields/fields.ts";
import { checkIfMatch } from "#platform/http/replies/etag.ts";
import { etagOf } from "#platform/http/contract/resource-schemas.ts";
import type { Edit, Target } from "#platform/http/contract/target.ts";
import { asId, newId } from "#platform/ids.ts";
import { teamFields } from "./fields.ts";
import { deleteTeam, findTeam, insertTeam, type TeamColumns, type TeamRow, updateTeam } from "./queries.ts";
import type { CreateTeam, UpdateTeam } from "./schemas.ts";

export async function createTeam(tx: Transaction, actor: Actor, { input }: { input: CreateTeam }): Promise<TeamRow> {
  const wanted = newColumns(teamFields, input);
  await checkPeople(tx, actor.orgId, wanted, { member_ids: [], lead_ids: [] });
  const row = await insertTeam(tx, actor.orgId, newId("team"), wanted);
  await recordChange(tx, actor, { action: "team.created", targetId: row.id, row });
  return row;
}

export async function changeTeam(
  tx: Transaction,
  actor: Actor,
  { id, input, ifMatch }: Edit<UpdateTeam>,
): Promise<TeamRow> {
  const before = await lockTeam(tx, actor.orgId, id);
  const wanted = changedColumns(teamFields, before, input);
  await checkPeople(tx, actor.orgId, wanted, before);
  checkIfMatch(ifMatch, etagOf(before));
  if (!hasChanged(before, { ...before, ...wanted })) return showUnchanged(actor, "teams:read", before);
  const row = await updateTeam(tx, actor.orgId, id, wanted);
  await recordChange(tx, actor, { action: "team.updated", targetId: id, row, before });
  return row;
}

export async function removeTeam(tx: Transaction, actor: Actor, { id, ifMatch }: Target): Promise<void> {
  const row = await lockTeam(tx, actor.orgId, id);
  checkIfMatch(ifMatch, etagOf(row));
  await deleteTeam(tx, actor.orgId, id);
  await recordChange(tx, actor, { action: "team.deleted", targetId: id, row });
}

async function lockTeam(tx: Transaction, orgId: string, id: string): Promise<TeamRow> {
  const row = await findTeam(tx, orgId, id, sql`for update`);
  if (row === undefined) throw notFound("team");
  return row;
}

type People = Pick<TeamColumns, "member_ids" | "lead_ids">;

/**
 * Throws 404 if an added person is not an active member, and 422 if an added lead is a viewer. People who are already
 * in the team may stay, even if they have been deactivated or become viewers.
 */
async function checkPeople(db: Database, orgId: string, wanted: People, before: People): Promise<void> {
  const added = (column: keyof People) => wanted[column].filter((id) => !before[column].includes(id));
  const [members, leads] = [added("member_ids"), added("lead_ids")];
  if (members.length === 0 && leads.length === 0) return;
  const roles = await listActiveRoles(db, orgId, [...members, ...leads].map(asId));
  for (const [ids, field, all] of [
    [members, "memberIds", wanted.member_ids],
    [leads, "leadIds", wanted.lead_ids],
  ] as const) {
    const missing = ids.find((id) => !roles.has(id));
    if (missing !== undefined) throw notFound("active member", `/${field}/${all.indexOf(missing)}`);
  }
  const viewer = leads.find((id) => roles.get(id) === "viewer");
  if (viewer === undefined) return;
  throw invalid(
    `/leadIds/${wanted.lead_ids.indexOf(viewer)}`,
    "not_allowed",
    "is a viewer, who cannot write time; assign the role member first, or choose another lead",
  );
}
