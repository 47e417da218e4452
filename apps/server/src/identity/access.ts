import { AppError } from "#platform/errors.ts";
import { type Leadership, textOf } from "./leadership.ts";

/** docs/api/api-keys.md describes each scope. */
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
  "teams:read",
  "teams:write",
  "timesheets:read",
  "timesheets:write",
  "timesheets:approve",
  "billing:read",
  "billing:write",
] as const;

export type Scope = (typeof scopes)[number];

const youngScopes: readonly string[] = [
  "reports:write",
  "imports:write",
  "teams:read",
  "teams:write",
  "timesheets:read",
  "timesheets:write",
  "timesheets:approve",
  "billing:read",
  "billing:write",
];

/**
 * A key with all of these counts as having full access. Scopes added later are not required, because older keys cannot
 * have them.
 */
export const completeScopes = scopes.filter((scope) => !youngScopes.includes(scope));

export const scopePresets: Record<string, readonly Scope[]> = {
  full: scopes,
  "read-only": scopes.filter((scope) => scope.endsWith(":read")),
  timer: ["time-entries:read", "time-entries:write", "projects:read"],
};

/** The roles, from highest to lowest. */
export const roles = ["owner", "admin", "manager", "member", "viewer"] as const;

export type Role = (typeof roles)[number];

/** The permission that an operation needs; `anyone` if it only concerns the caller. */
export type Access = Scope | "anyone";

/**
 * `session` keys are sent as cookies by signed-in browsers. `grant` keys belong to programs that a person connected;
 * their access tokens work only for `/mcp`.
 */
export type KeyKind = "api" | "session" | "grant";

/** The caller: a member of one organization, through one key. */
export interface Actor {
  orgId: string;
  userId: string;
  keyId: string;
  kind: KeyKind;
  /** When the person last authenticated in the session; null for other kinds of keys. */
  authenticatedAt: string | null;
  role: Role;
  scopes: ReadonlySet<Scope>;
  /** Set only for members who lead teams. */
  leadership?: Leadership;
  organization: OrganizationState;
  requestId: string;
  /** The caller's network address; null if no request was sent, as in the demo command. */
  address: string | null;
}

/** The parts of an actor that determine its permissions. */
export type Holder = Pick<Actor, "role" | "scopes" | "userId" | "leadership">;

/** Returns a text that identifies a member's permissions: equal permissions have equal texts. */
export function rightsText({ role, scopes, leadership }: Omit<Holder, "userId">): string {
  const led = leadership === undefined ? "" : `\n${textOf(leadership)}`;
  return `${role} ${[...scopes].toSorted().join(" ")}${led}`;
}

/** The ids of the members whose records an actor can access; for `teams:read`, the ids of teams. */
export type Reach = "everyone" | ReadonlySet<string>;

/**
 * The amounts of an entry that a reader may see. `amounts` includes the rate charged and the amount calculated from
 * it, but not costs.
 */
export type Money = "all" | "amounts" | "none";

/** The state of the organization that is loaded with each key, because every request depends on it. */
export interface OrganizationState {
  /** Whether the organization's settings let members create API keys. */
  membersMayMakeKeys: boolean;
  /**
   * When the organization will be removed; null unless a deletion is scheduled. Until then, the organization is
   * read-only.
   */
  deletesAt: string | null;
}

// Must match the table in docs/api/api-keys.md.
const viewerScopes: readonly Scope[] = [
  "time-entries:read",
  "projects:read",
  "reports:read",
  "organization:read",
  "timesheets:read",
];
const memberScopes: readonly Scope[] = [
  ...viewerScopes,
  "time-entries:write",
  "reports:write",
  "keys:write",
  "timesheets:write",
];
const managerScopes: readonly Scope[] = [
  ...memberScopes,
  "projects:write",
  "costs:read",
  "rates:write",
  "teams:read",
  "timesheets:approve",
  "billing:read",
  "billing:write",
];

const scopesOfRole: Record<Role, ReadonlySet<Scope>> = {
  owner: new Set(scopes),
  admin: new Set(scopes),
  manager: new Set(managerScopes),
  member: new Set(memberScopes),
  viewer: new Set(viewerScopes),
};

/**
 * Whether the actor has `scope`; every permission check goes through this function. Pass `ownerId` for records with
 * an owner (time entries, timers, report rows, saved reports, API keys, teams). The key must have the scope, and the
 * member must have it through their role or as the lead of a team.
 */
export function may(actor: Holder, scope: Scope, ownerId?: string): boolean {
  const reach = reachOf(actor, scope);
  if (ownerId !== undefined) return includes(reach, ownerId);
  // A lead may see the amounts of some members, but `costs:read` without an owner means everyone's.
  return scope === "costs:read" ? reach === "everyone" : isSome(reach);
}

/** Whether the actor has the scope for at least one member, and so may pass it on to a key. */
export function holds(actor: Holder, scope: Scope): boolean {
  return isSome(reachOf(actor, scope));
}

/** Returns the members whose records the actor can access with the scope. Empty if the actor lacks the scope. */
export function reachOf(actor: Holder, scope: Scope): Reach {
  const { role, userId, leadership } = actor;
  if (!actor.scopes.has(scope)) return nobody;
  if (role === "member" && leadership !== undefined) {
    if (scope === "teams:read") return leadership.teamIds;
    if (scope === "costs:read") return leadership.moneyOf;
    if (ledScopes.has(scope)) return leadership.userIds;
  }
  if (!scopesOfRole[role].has(scope)) return nobody;
  const isOwn = scope === "keys:write" ? role !== "owner" && role !== "admin" : role === "member" && isPersonal(scope);
  return isOwn ? new Set([userId]) : "everyone";
}

const nobody: ReadonlySet<string> = new Set();

/** The scopes that a lead has for the members of the teams they lead. */
const ledScopes: ReadonlySet<Scope> = new Set([
  "time-entries:read",
  "time-entries:write",
  "reports:read",
  "timesheets:read",
  "timesheets:write",
  "timesheets:approve",
]);

function isPersonal(scope: Scope): boolean {
  return ["time-entries:", "reports:", "timesheets:"].some((kind) => scope.startsWith(kind));
}

function isSome(reach: Reach): boolean {
  return reach === "everyone" || reach.size > 0;
}

export function includes(reach: Reach, id: string): boolean {
  return reach === "everyone" || reach.has(id);
}

/** Replaces `me` in a query's filter with the actor's id; undefined means no filter. */
export function askedUsers({ userId }: Pick<Actor, "userId">, asked?: readonly string[]): string[] | undefined {
  return asked?.map((id) => (id === "me" ? userId : id));
}

/** Limits the requested ids to those within reach; undefined means that the query needs no filter. */
export function idsWithin(reach: Reach, asked?: readonly string[]): string[] | undefined {
  if (reach === "everyone") return asked?.slice();
  return asked === undefined ? [...reach] : asked.filter((id) => reach.has(id));
}

/** Whether the scope covers records of members other than the actor. */
export function reachesOthers(actor: Holder, scope: Scope): boolean {
  const reach = reachOf(actor, scope);
  return reach === "everyone" || reach.size > Number(reach.has(actor.userId));
}

/** Whether the actor may create keys. The organization's settings can deny this to members. */
export function mayMakeKeys(actor: Holder & Pick<Actor, "organization">): boolean {
  return may(actor, "keys:write") && (actor.role !== "member" || actor.organization.membersMayMakeKeys);
}

/** Whether the actor may write entries after the organization's deadline for them has passed, if they give a reason. */
export function mayWriteLate({ role }: Pick<Actor, "role">): boolean {
  return role === "owner" || role === "admin";
}

/**
 * Whether the actor sees every project of the organization. Others see only projects with `visibility: organization`
 * and those they are members of; every other project is a 404 for them.
 */
export function seesAllProjects({ role }: Pick<Actor, "role">): boolean {
  return role !== "member" && role !== "viewer";
}

/** Whether a member leads teams, and whether one of these teams shows amounts to its leads; null if they lead none. */
export type Leads = "teams" | "teams with money" | null;

export function leadsOf({ leadership }: Holder): Leads {
  if (leadership === undefined) return null;
  return leadership.moneyOf.size > 0 ? "teams with money" : "teams";
}

/** Selects the given scopes that the member has through their role or as a lead of teams, in the order of `scopes`. */
export function effectiveScopes(role: Role, given: readonly Scope[], leads: Leads = null): Scope[] {
  const led =
    leads === null ? [] : ["teams:read", "timesheets:approve", leads === "teams with money" ? "costs:read" : ""];
  return scopes.filter((scope) => given.includes(scope) && (scopesOfRole[role].has(scope) || led.includes(scope)));
}

/** Throws 403 if the actor lacks the scope. The message names the cause: the role or the key. */
export function demandScope(actor: Holder, scope: Scope): void {
  if (may(actor, scope)) return;
  if (roleLacks(actor.role, scope)) {
    throw new AppError(
      "forbidden",
      `The role ${actor.role} may not do this, because it does not include ${scope}. Ask an owner or admin of the organization.`,
    );
  }
  throw new AppError("insufficient_scope", `This API key lacks the scope ${scope}. Use a key that has it.`);
}

/** Whether the role itself lacks the scope, in which case another key would not help. */
export function roleLacks(role: Role, scope: Scope): boolean {
  return !scopesOfRole[role].has(scope);
}

export function scopesLacking(role: Role, given: ReadonlySet<Scope>): Scope[] {
  return completeScopes.filter((scope) => scopesOfRole[role].has(scope) && !given.has(scope));
}

export function isAbove(role: Role, other: Role): boolean {
  return roles.indexOf(role) < roles.indexOf(other);
}

/** Whether the actor may see everyone's rates, amounts, costs and budgets. */
export function seesMoney(actor: Holder): boolean {
  return may(actor, "costs:read");
}

/** Returns the amounts that a reader may see in a member's entry; `reach` is the reach of the reader's `costs:read`. */
export function moneyIn(reach: Reach, userId: string): Money {
  if (reach === "everyone") return "all";
  return reach.has(userId) ? "amounts" : "none";
}

export function moneyOf(
  reach: Reach,
  resource: { holdsMoneyOfMember?: boolean } | undefined,
  row: Record<string, unknown>,
): Money {
  return moneyIn(reach, resource?.holdsMoneyOfMember === true ? String(row["user_id"]) : "");
}
