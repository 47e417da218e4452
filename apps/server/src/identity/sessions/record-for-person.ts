import { type Action, recordChange } from "#identity/changes/record-change.ts";
import type { Transaction } from "#platform/database/database.ts";
import { browserName } from "./browser-name.ts";
import { listMemberships } from "./queries.ts";
import type { Visitor } from "./session-verbs.ts";

/** The session that somebody acts with, where they do. */
export interface ActingSession {
  orgId: string;
  keyId: string;
}

/** Writes a change that concerns a person as such into each organization that the person works in. */
export async function recordForPerson(
  tx: Transaction,
  action: Action,
  userId: string,
  visitor: Visitor,
  acting?: ActingSession,
): Promise<void> {
  const row = { user_id: userId, browser: browserName(visitor.userAgent), address: visitor.address };
  for (const { org_id: orgId } of await listMemberships(tx, userId)) {
    const keyId = acting?.orgId === orgId ? acting.keyId : null;
    const { requestId, address } = visitor;
    const origin = { orgId, userId: action === "sign_in.failed" ? null : userId, keyId, requestId, address };
    await recordChange(tx, origin, { action, targetId: userId, row });
  }
}
