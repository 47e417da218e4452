import type { IncomingHttpHeaders } from "node:http";
import type { Background } from "#platform/concurrency/background.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { findSession, type FoundSession } from "./find-session.ts";
import { closeSessions } from "./session-verbs.ts";
import type { Visitor } from "#identity/visitor.ts";

interface Deps {
  db: DatabasePool;
  now: () => Date;
}

export async function endFound(visitor: Visitor, { owner }: FoundSession, { db, now }: Deps): Promise<void> {
  const { user_id: userId, key_id: keyId, org_id: orgId } = owner;
  await db.transaction((tx) =>
    closeSessions(tx, { ...visitor, orgId, keyId }, { userId, only: keyId }, { now: now() }),
  );
}

/**
 * Ends the session whose cookie the reply replaces, because the browser can no longer sign out of it. Runs after the
 * reply.
 */
export function endFormerSession(
  visitor: Visitor,
  headers: IncomingHttpHeaders,
  deps: Deps & { background: Background },
): void {
  if (headers.cookie === undefined) return;
  deps.background.run("ended sessions", async () => {
    const former = await findSession(deps.db, headers, deps.now());
    if (former !== undefined) await endFound(visitor, former, deps);
  });
}
