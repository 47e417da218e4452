import { type Actor, isAbove, type Role, roleLacks, scopesLacking } from "#identity/access.ts";
import { demandRecentAuthentication } from "#identity/demand-recent-authentication.ts";
import { AppError } from "#platform/errors.ts";

/** Throws 403 if `role`, the other member's role, is above `own`. */
export function demandRankOver(own: Role, role: Role): void {
  if (isAbove(role, own))
    throw new AppError(
      "forbidden",
      `The role ${own} may not change a member with the role ${role}. Ask a member with that role.`,
    );
}

/** Throws 403 if `role`, the role to assign, is above `own`. */
export function demandRankToGive(own: Role, role: Role): void {
  if (!isAbove(role, own)) return;
  throw new AppError(
    "forbidden",
    `The role ${own} may not assign the role ${role}, which is above it. Ask a member with that role.`,
  );
}

/**
 * Throws 403 if the key or session may not assign the role. A session must have authenticated recently. An API key
 * needs full access to assign owners and admins, because they have full access themselves.
 */
export function demandRightToGive(actor: Actor, role: Role, now: Date): void {
  demandRecentAuthentication(actor, now.getTime());
  if (roleLacks(role, "members:write")) return;
  const lacking = scopesLacking(role, actor.scopes);
  if (lacking.length === 0) return;
  throw new AppError(
    "insufficient_scope",
    `To make someone ${role === "owner" ? "an owner" : "an admin"}, use a session or an API key with every scope. This key lacks ${lacking.join(", ")}.`,
  );
}
