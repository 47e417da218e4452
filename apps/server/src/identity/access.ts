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
}

/** What of the organization decides about each request. */
export interface OrganizationState {
  /** A setting: false takes `keys:write` from the role member. */
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

type Settings = Pick<OrganizationState, "membersMayMakeKeys">;

function roleHas(role: Role, scope: Scope, settings: Settings | undefined): boolean {
  if (role === "member" && scope === "keys:write" && settings?.membersMayMakeKeys === false) return false;
  return scopesOfRole[role].has(scope);
}

/**
 * The one permission function: whether the actor may do what `scope` names, to a record of `ownerId` where records have
 * an owner (time entries, timers, what reports sum). The right is role ∩ scopes of the key, looked at anew in each request.
 */
export function may(
  actor: Pick<Actor, "role" | "scopes" | "userId"> & { organization?: Settings },
  scope: Scope,
  ownerId?: string,
): boolean {
  if (!actor.scopes.has(scope) || !roleHas(actor.role, scope, actor.organization)) return false;
  if (ownerId === undefined || ownerId === actor.userId || actor.role !== "member") return true;
  return !scope.startsWith("time-entries:") && scope !== "reports:read";
}

/**
 * Whether the actor sees every project of the organization. Whoever does not sees those with `visibility: organization`
 * and those whose members they are among; the others do not exist for them.
 */
export function seesAllProjects({ role }: Pick<Actor, "role">): boolean {
  return role !== "member" && role !== "viewer";
}

/** Whether it is the role, not the key, that refuses: decides what the 403 advises. */
export function roleLacks(role: Role, scope: Scope, settings?: Settings): boolean {
  return !roleHas(role, scope, settings);
}

/** Whether the role is above the other. */
export function isAbove(role: Role, other: Role): boolean {
  return roles.indexOf(role) < roles.indexOf(other);
}
