import type { ApiKeyOwner } from "#identity/api-keys/queries.ts";
import { dayMs } from "#platform/days.ts";

/** The maximum lifetime; using the session does not extend it. */
const sessionLifeMs = 30 * dayMs;
export const sessionIdleMs = 14 * dayMs;

/** Returns the latest expiry of a session that starts now. `hours` can shorten the maximum lifetime. */
export function endOfSession(now: Date, hours?: number): string {
  const lifeMs = hours === undefined ? sessionLifeMs : Math.min(hours * 3_600_000, sessionLifeMs);
  return new Date(now.getTime() + lifeMs).toISOString();
}

export function isIdle(owner: Pick<ApiKeyOwner, "kind" | "used_at_ms">, nowMs: number): boolean {
  return owner.kind === "session" && nowMs - owner.used_at_ms > sessionIdleMs;
}

export function isLiveSession(owner: ApiKeyOwner, nowMs: number): boolean {
  const isOver = owner.expires_at !== null && Date.parse(owner.expires_at) <= nowMs;
  return owner.kind === "session" && owner.revoked_at === null && !isOver && !isIdle(owner, nowMs);
}
