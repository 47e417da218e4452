import { type Action, recordChange } from "#identity/history/record-change.ts";
import type { Transaction } from "#platform/database/database.ts";
import { browserName } from "./browser-name.ts";
import { listMemberships } from "./queries.ts";
import type { Visitor } from "#identity/visitor.ts";

export interface ActingSession {
  orgId: string;
  keyId: string;
}

/**
 * Records a change to a person in each of their organizations. The author is the person in a browser, or the operator
 * on the command line.
 */
export async function recordForPerson(
  tx: Transaction,
  action: Action,
  userId: string,
  by: Visitor | "operator",
  acting?: ActingSession,
): Promise<void> {
  const { requestId, address } = by === "operator" ? { requestId: null, address: null } : by;
  const row = by === "operator" ? { user_id: userId, browser: null, address } : about(userId, by);
  const actorId = by === "operator" ? null : userId;
  for (const { org_id: orgId } of await listMemberships(tx, userId)) {
    const keyId = acting?.orgId === orgId ? acting.keyId : null;
    await recordChange(tx, { orgId, userId: actorId, keyId, requestId, address }, { action, targetId: userId, row });
  }
}

/** Records a person's failed authentication in each of their organizations for which `isNotified` returns true. */
export async function recordFailure(
  tx: Transaction,
  userId: string,
  visitor: Visitor,
  reason: string,
  isNotified: (tx: Transaction, orgId: string) => Promise<boolean>,
): Promise<void> {
  const { requestId, address } = visitor;
  const row = { ...about(userId, visitor), reason };
  for (const { org_id: orgId } of await listMemberships(tx, userId)) {
    if (!(await isNotified(tx, orgId))) continue;
    const origin = { orgId, userId: null, keyId: null, requestId, address };
    await recordChange(tx, origin, { action: "sign_in.failed", targetId: userId, row });
  }
}

function about(userId: string, { userAgent, address }: Visitor): object {
  return { user_id: userId, browser: browserName(userAgent), address };
}
