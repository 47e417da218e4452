import { AppError } from "#platform/errors.ts";

/** The permissions of keys; documented in docs/api-keys.md. */
export const scopes = [
  "time-entries:read",
  "time-entries:write",
  "projects:read",
  "projects:write",
  "reports:read",
  "reports:write",
  "costs:read",
  "rates:write",
  "webhooks:read",
  "webhooks:write",
  "members:read",
  "members:write",
  "organization:read",
  "organization:write",
  "keys:write",
  "audit:read",
  "imports:write",
] as const;

export type Scope = (typeof scopes)[number];

const youngScopes: readonly string[] = ["reports:write", "imports:write"];

/** A key that has all of these counts as having every scope, including scopes added after it was created. */
export const completeScopes = scopes.filter((scope) => !youngScopes.includes(scope));

export const scopePresets: Record<string, readonly Scope[]> = {
  full: scopes,
  "read-only": scopes.filter((scope) => scope.endsWith(":read")),
  timer: ["time-entries:read", "time-entries:write", "projects:read"],
};

/** From the highest to the lowest. */
export const roles = ["owner", "admin", "manager", "member", "viewer"] as const;

export type Role = (typeof roles)[number];

/** The permission that an operation needs: a scope, or `anyone` if it concerns only the caller. */
export type Access = Scope | "anyone";

/** The caller: a member of one organization, through one key. */
export interface Actor {
  orgId: string;
  userId: string;
  keyId: string;
  /** A session is a key that a signed-in browser sends as a cookie. */
  kind: "api" | "session";
  /** When the member of a session last authenticated; null for an API key. */
  authenticatedAt: string | null;
  role: Role;
  scopes: ReadonlySet<Scope>;
  organization: OrganizationState;
  requestId: string;
  /** The caller's address; null without a connection. */
  address: string | null;
}

/** The state of the organization that every request depends on. */
export interface OrganizationState {
  /** A setting: false keeps members from making API keys. */
  membersMayMakeKeys: boolean;
  /** When the organization will be removed; until then it is read-only. Null unless a deletion is scheduled. */
  deletesAt: string | null;
}

// The table of roles in docs/api-keys.md, as scopes.
const viewerScopes: readonly Scope[] = ["time-entries:read", "projects:read", "reports:read", "organization:read"];
const memberScopes: readonly Scope[] = [...viewerScopes, "time-entries:write", "reports:write", "keys:write"];
const managerScopes: readonly Scope[] = [...memberScopes, "projects:write", "costs:read", "rates:write"];

const scopesOfRole: Record<Role, ReadonlySet<Scope>> = {
  owner: new Set(scopes),
  admin: new Set(scopes),
  manager: new Set(managerScopes),
  member: new Set(memberScopes),
  viewer: new Set(viewerScopes),
};

/**
 * The only permission function: whether the actor has `scope`, for a record of `ownerId` if records have an owner (time
 * entries, timers, report rows, saved reports, API keys). The permission is the role's scopes ∩ the key's, evaluated in
 * each request.
 */
export function may(actor: Pick<Actor, "role" | "scopes" | "userId">, scope: Scope, ownerId?: string): boolean {
  if (!actor.scopes.has(scope) || !scopesOfRole[actor.role].has(scope)) return false;
  return ownerId === undefined || ownerId === actor.userId || reachesOthers(actor, scope);
}

/** Whether the permission covers the records of every member, not only the actor's own. */
export function reachesOthers(actor: Pick<Actor, "role" | "scopes" | "userId">, scope: Scope): boolean {
  if (!may(actor, scope)) return false;
  if (scope === "keys:write") return actor.role === "owner" || actor.role === "admin";
  if (actor.role !== "member") return true;
  return !scope.startsWith("time-entries:") && !scope.startsWith("reports:");
}

/** Whether the actor may create keys. A setting can deny that to members, who may still revoke their existing keys. */
export function mayMakeKeys(actor: Pick<Actor, "role" | "scopes" | "userId" | "organization">): boolean {
  return may(actor, "keys:write") && (actor.role !== "member" || actor.organization.membersMayMakeKeys);
}

/** Whether the actor may write time later than the organization's rules allow, with a reason. */
export function mayWriteLate({ role }: Pick<Actor, "role">): boolean {
  return role === "owner" || role === "admin";
}

/**
 * Whether the actor sees every project of the organization. Other actors see only projects with `visibility:
 * organization` and projects that they are members of; any other project is a 404 for them.
 */
export function seesAllProjects({ role }: Pick<Actor, "role">): boolean {
  return role !== "member" && role !== "viewer";
}

/** The scopes that a role permits, in the order used everywhere. */
export function effectiveScopes(role: Role, given: readonly Scope[]): Scope[] {
  return scopes.filter((scope) => given.includes(scope) && scopesOfRole[role].has(scope));
}

/** Throws 403 if the actor lacks the scope, and states whether the role or the key is the reason. */
export function demandScope(actor: Pick<Actor, "role" | "scopes" | "userId">, scope: Scope): void {
  if (may(actor, scope)) return;
  if (roleLacks(actor.role, scope)) {
    throw new AppError(
      "forbidden",
      `The role ${actor.role} may not do this, because it does not include ${scope}. Ask an owner or admin of the organization.`,
    );
  }
  throw new AppError("insufficient_scope", `This API key lacks the scope ${scope}. Use a key that has it.`);
}

/** Whether the role rather than the key lacks the scope; the 403 advises accordingly. */
export function roleLacks(role: Role, scope: Scope): boolean {
  return !scopesOfRole[role].has(scope);
}

/** The complete scopes of a role that `given` lacks. */
export function scopesLacking(role: Role, given: ReadonlySet<Scope>): Scope[] {
  return completeScopes.filter((scope) => scopesOfRole[role].has(scope) && !given.has(scope));
}

/** Whether the role is above the other. */
export function isAbove(role: Role, other: Role): boolean {
  return roles.indexOf(role) < roles.indexOf(other);
}

/** Whether the actor may see rates, amounts and costs. */
export function seesMoney(actor: Pick<Actor, "role" | "scopes" | "userId">): boolean {
  return may(actor, "costs:read");
}
