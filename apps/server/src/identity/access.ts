/** What a key can be allowed to do; documented in docs/api-keys.md. */
export const scopes = [
  "time-entries:read",
  "time-entries:write",
  "projects:read",
  "projects:write",
  "reports:read",
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
] as const;

export type Scope = (typeof scopes)[number];

export const scopePresets: Record<string, readonly Scope[]> = {
  full: scopes,
  "read-only": scopes.filter((scope) => scope.endsWith(":read")),
  timer: ["time-entries:read", "time-entries:write", "projects:read"],
};

/** From the highest to the lowest. */
export const roles = ["owner", "admin", "manager", "member", "viewer"] as const;

export type Role = (typeof roles)[number];

/**
 * Who may use an operation: whoever has the scope, or anyone who has a key, for what concerns nobody but the caller.
 */
export type Access = Scope | "anyone";

/** Who is calling: a member of one organization, through one key. */
export interface Actor {
  orgId: string;
  userId: string;
  keyId: string;
  /** A session is a key that a browser which signed in carries as a cookie. */
  kind: "api" | "session";
  /** When the member of a session last proved who they are; null for an API key. */
  authenticatedAt: string | null;
  role: Role;
  scopes: ReadonlySet<Scope>;
  organization: OrganizationState;
  requestId: string;
  /** From where; null where there is no connection. */
  address: string | null;
}

/** What of the organization decides about each request. */
export interface OrganizationState {
  /** A setting: false keeps members from making API keys. */
  membersMayMakeKeys: boolean;
  /** From then on it is removed; until then nothing of it can be changed. */
  deletesAt: string | null;
}

// docs/api-keys.md, the table of roles, in the words of scopes.
const viewerScopes: readonly Scope[] = ["time-entries:read", "projects:read", "reports:read", "organization:read"];
const memberScopes: readonly Scope[] = [...viewerScopes, "time-entries:write", "keys:write"];
const managerScopes: readonly Scope[] = [...memberScopes, "projects:write", "costs:read", "rates:write"];

const scopesOfRole: Record<Role, ReadonlySet<Scope>> = {
  owner: new Set(scopes),
  admin: new Set(scopes),
  manager: new Set(managerScopes),
  member: new Set(memberScopes),
  viewer: new Set(viewerScopes),
};

/**
 * The one permission function: whether the actor may do what `scope` names, to a record of `ownerId` where records have
 * an owner (time entries, timers, what reports sum, API keys). The right is role ∩ scopes of the key, looked at anew in each request.
 */
export function may(actor: Pick<Actor, "role" | "scopes" | "userId">, scope: Scope, ownerId?: string): boolean {
  if (!actor.scopes.has(scope) || !scopesOfRole[actor.role].has(scope)) return false;
  return ownerId === undefined || ownerId === actor.userId || reachesOthers(actor, scope);
}

/** Whether the actor may do it to the records of every member, not only to their own. */
export function reachesOthers(actor: Pick<Actor, "role" | "scopes" | "userId">, scope: Scope): boolean {
  if (!may(actor, scope)) return false;
  if (scope === "keys:write") return actor.role === "owner" || actor.role === "admin";
  if (actor.role !== "member") return true;
  return !scope.startsWith("time-entries:") && scope !== "reports:read";
}

/** Whether the actor may make keys: a setting takes that from members, who can still end those that they have. */
export function mayMakeKeys(actor: Pick<Actor, "role" | "scopes" | "userId" | "organization">): boolean {
  return may(actor, "keys:write") && (actor.role !== "member" || actor.organization.membersMayMakeKeys);
}

/**
 * Whether the actor sees every project of the organization. Whoever does not sees those with `visibility: organization`
 * and those whose members they are among; the others do not exist for them.
 */
export function seesAllProjects({ role }: Pick<Actor, "role">): boolean {
  return role !== "member" && role !== "viewer";
}

/** What a role leaves of scopes, in the order in which they are listed everywhere. */
export function effectiveScopes(role: Role, given: readonly Scope[]): Scope[] {
  return scopes.filter((scope) => given.includes(scope) && scopesOfRole[role].has(scope));
}

/** Whether it is the role, not the key, that refuses: decides what the 403 advises. */
export function roleLacks(role: Role, scope: Scope): boolean {
  return !scopesOfRole[role].has(scope);
}

/** The scopes of a role that are not among these. */
export function scopesLacking(role: Role, given: ReadonlySet<Scope>): Scope[] {
  return scopes.filter((scope) => scopesOfRole[role].has(scope) && !given.has(scope));
}

/** Whether the role is above the other. */
export function isAbove(role: Role, other: Role): boolean {
  return roles.indexOf(role) < roles.indexOf(other);
}
