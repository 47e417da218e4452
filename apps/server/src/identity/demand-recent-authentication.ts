import { minuteMs } from "#platform/days.ts";
import type { Actor } from "./access.ts";
import { AppError } from "#platform/errors.ts";

const provenForMs = 10 * minuteMs;

/** Returns the latest instant of authentication that no longer counts as recent. */
export function notLately(now: Date): string {
  return new Date(now.getTime() - provenForMs - 1).toISOString();
}

/** Throws 403 if the session was last authenticated more than 10 minutes ago. API keys are exempt. */
export function demandRecentAuthentication({ authenticatedAt }: Pick<Actor, "authenticatedAt">, nowMs: number): void {
  if (authenticatedAt === null || nowMs - Date.parse(authenticatedAt) <= provenForMs) return;
  throw new AppError(
    "reauthentication_required",
    "Re-authenticate first: POST /auth/reauthenticate, or sign in again.",
  );
}
