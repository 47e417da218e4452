import type { Role } from "#identity/access.ts";
import { type Origin, recordChange } from "#identity/history/record-change.ts";
import { newToken } from "#identity/one-time-links/one-time-link.ts";
import type { Transaction } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { countPendingInvitations, insertInvitation } from "./queries.ts";

const daysValid = 7;

/**
 * Invites a person of an import; answers the invitation's id, or undefined where the address has a pending one already.
 * Its links are shown to nobody: sending it again makes new ones.
 */
export async function inviteImported(
  tx: Transaction,
  origin: Origin,
  { email, role }: { email: string; role: Role },
): Promise<string | undefined> {
  const now = new Date();
  if (origin.userId === null || (await countPendingInvitations(tx, origin.orgId, email, now)).same > 0)
    return undefined;
  const row = await insertInvitation(tx, {
    org_id: origin.orgId,
    id: newId("inv"),
    email,
    role,
    token_hash: newToken().tokenHash,
    mailed_token_hash: newToken().tokenHash,
    invited_by: origin.userId,
    expires_at: new Date(now.getTime() + daysValid * 86_400_000).toISOString(),
  });
  await recordChange(tx, origin, { action: "invitation.created", targetId: row.id, row });
  return row.id;
}
