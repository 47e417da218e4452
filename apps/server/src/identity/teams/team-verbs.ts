import type { Actor } from "#identity/access.ts";
import { listActiveRoles } from "#identity/members/queries.ts";
import type { Database, Transaction } from "#platform/database/database.ts";
import { invalid, notFound } from "#platform/errors.ts";
import { changedColumns, newColumns } from "#platform/fields/fields.ts";
import type { Edit, Target } from "#platform/http/contract/target.ts";
import { asId } from "#platform/ids.ts";
import { teamFields } from "./fields.ts";
import type { CreateTeam, UpdateTeam } from "./schemas.ts";
import { type TeamRow, teams } from "./team.ts";

export async function createTeam(tx: Transaction, actor: Actor, { input }: { input: CreateTeam }): Promise<TeamRow> {
  const wanted = newColumns(teamFields, input);
  await checkPeople(tx, actor.orgId, wanted, { member_ids: [], lead_ids: [] });
  return teams.insert(tx, actor, wanted);
}

export async function changeTeam(
  tx: Transaction,
  actor: Actor,
  { id, input, ifMatch }: Edit<UpdateTeam>,
): Promise<TeamRow> {
  const before = await teams.lock(tx, actor, { id });
  const wanted = changedColumns(teamFields, before, input);
  await checkPeople(tx, actor.orgId, wanted, before);
  return teams.change(tx, actor, before, wanted, { ifMatch });
}

export async function removeTeam(tx: Transaction, actor: Actor, target: Target): Promise<void> {
  await teams.remove(tx, actor, await teams.lockForRemoval(tx, actor, target));
}

type People = Pick<TeamRow, "member_ids" | "lead_ids">;

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
