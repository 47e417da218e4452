import type { ApiKeyOwner } from "#identity/api-keys/queries.ts";

const dayMs = 24 * 3_600_000;
/** The maximum lifetime, which using the session does not extend. */
const sessionLifeMs = 30 * dayMs;
export const sessionIdleMs = 14 * dayMs;

/** When a session that starts now expires at the latest. */
export function endOfSession(now: Date, hours?: number): string {
  const lifeMs = hours === undefined ? sessionLifeMs : Math.min(hours * 3_600_000, sessionLifeMs);
  return new Date(now.getTime() + lifeMs).toISOString();
}

/** Whether this is a session that has been idle for too long. */
export function isIdle(owner: Pick<ApiKeyOwner, "kind" | "used_at_ms">, nowMs: number): boolean {
  return owner.kind === "session" && nowMs - owner.used_at_ms > sessionIdleMs;
}

/** Whether this is a session that is still usable. */
export function isLiveSession(owner: ApiKeyOwner, nowMs: number): boolean {
  const isOver = owner.expires_at !== null && Date.parse(owner.expires_at) <= nowMs;
  return owner.kind === "session" && owner.revoked_at === null && !isOver && !isIdle(owner, nowMs);
}
