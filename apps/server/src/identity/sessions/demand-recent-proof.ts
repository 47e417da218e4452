import type { Actor } from "#identity/access.ts";
import { AppError } from "#platform/errors.ts";

const provenForMs = 10 * 60_000;

/**
 * Throws 403 for a session whose member proved their identity more than 10 minutes ago. An API key is its own proof.
 */
export function demandRecentProof({ authenticatedAt }: Pick<Actor, "authenticatedAt">, nowMs: number): void {
  if (authenticatedAt === null || nowMs - Date.parse(authenticatedAt) <= provenForMs) return;
  throw new AppError(
    "reauthentication_required",
    "Prove again who you are: POST /auth/reauthenticate, or sign in again.",
  );
}
