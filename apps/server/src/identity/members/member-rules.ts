import { isAbove, type Role } from "#identity/access.ts";
import { AppError } from "#platform/errors.ts";

/** Throws 403 where the member whom it concerns stands above the one who acts. */
export function demandRankOver(own: Role, role: Role): void {
  if (isAbove(role, own))
    throw new AppError("forbidden", `The role ${own} may not change a member of the role ${role}.`);
}

/** Throws 403 where somebody would get a role above that of the one who gives it. */
export function demandRankToGive(own: Role, role: Role): void {
  if (!isAbove(role, own)) return;
  throw new AppError("forbidden", `The role ${own} may not make anybody ${role}: it is above your own role.`);
}
