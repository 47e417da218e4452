import type { Me } from "@stint/sdk";

export type Scope = Me["scopes"][number];
export type Role = Me["role"];

/** Highest role first. */
export const roles: readonly Role[] = ["owner", "admin", "manager", "member", "viewer"];

/** Whether the person sees others' time. Everyone does, except members who lead no team. */
export function seesOthers({ role, scopes }: Pick<Me, "role" | "scopes">): boolean {
  return role !== "member" || scopes.includes("teams:read");
}

/** Whether the person is allowed to record time later than the organization's rules permit, by giving a reason. */
export function mayWriteLate({ role }: Pick<Me, "role">): boolean {
  return role === "owner" || role === "admin";
}

/** Whether a role ranks above another. People can't grant or change a role above their own. */
export function isAbove(role: Role, other: Role): boolean {
  return roles.indexOf(role) < roles.indexOf(other);
}
