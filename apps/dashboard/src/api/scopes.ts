import type { Me } from "@stint/sdk";

export type Scope = Me["scopes"][number];
export type Role = Me["role"];

/** Highest role first. */
export const roles: readonly Role[] = ["owner", "admin", "manager", "member", "viewer"];

/** Whether a role ranks above another. A person may not grant or change a role above their own. */
export function isAbove(role: Role, other: Role): boolean {
  return roles.indexOf(role) < roles.indexOf(other);
}
