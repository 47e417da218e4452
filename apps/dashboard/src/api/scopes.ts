import type { Me } from "@stint/sdk";

/** A permission, as the API names it. */
export type Scope = Me["scopes"][number];
export type Role = Me["role"];

/** From the highest to the lowest. */
export const roles: readonly Role[] = ["owner", "admin", "manager", "member", "viewer"];

/** Tells whether a role is above another one: then it may not be changed or given by who has that. */
export function isAbove(role: Role, other: Role): boolean {
  return roles.indexOf(role) < roles.indexOf(other);
}
