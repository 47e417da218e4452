import { type Origin, recordChange } from "#identity/history/record-change.ts";
import { sql, type Transaction } from "#platform/database/database.ts";
import { changedColumns } from "#platform/fields/fields.ts";
import { maxMembers, teamFields } from "./fields.ts";
import { findTeam, updateTeam } from "./queries.ts";

/** Adds a person to a team or removes them; their role as a lead stays unchanged. Returns false if the team is full. */
export async function setMembership(
  tx: Transaction,
  origin: Origin,
  { teamId, userId, isIn }: { teamId: string; userId: string; isIn: boolean },
): Promise<boolean> {
  const before = await findTeam(tx, origin.orgId, teamId, sql`for update`);
  if (before === undefined || before.member_ids.includes(userId) === isIn) return true;
  const memberIds = isIn ? [...before.member_ids, userId] : before.member_ids.filter((id) => id !== userId);
  if (isIn && memberIds.length > maxMembers) return false;
  const row = await updateTeam(tx, origin.orgId, teamId, changedColumns(teamFields, before, { memberIds }));
  await recordChange(tx, origin, { action: "team.updated", targetId: teamId, row, before });
  return true;
}
