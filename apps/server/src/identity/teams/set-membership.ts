import type { Origin } from "#identity/history/record-change.ts";
import { sql, type Transaction } from "#platform/database/database.ts";
import { maxMembers } from "./fields.ts";
import { teams } from "./team.ts";

/** Adds a person to a team or removes them; their role as a lead stays unchanged. Returns false if the team is full. */
export async function setMembership(
  tx: Transaction,
  origin: Origin,
  { teamId, userId, isIn }: { teamId: string; userId: string; isIn: boolean },
): Promise<boolean> {
  const before = await teams.find(tx, origin.orgId, teamId, sql`for update`);
  if (before === undefined || before.member_ids.includes(userId) === isIn) return true;
  const memberIds = isIn ? [...before.member_ids, userId] : before.member_ids.filter((id) => id !== userId);
  if (isIn && memberIds.length > maxMembers) return false;
  await teams.update(tx, origin, before, { member_ids: memberIds });
  return true;
}
