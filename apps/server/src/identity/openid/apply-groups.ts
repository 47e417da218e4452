import type { Origin } from "#identity/history/record-change.ts";
import { addMember } from "#identity/members/add-member.ts";
import { type MemberDeps, storeMember } from "#identity/members/management/member-verbs.ts";
import { findMember, type MemberRow, type OpenIdStatus } from "#identity/members/queries.ts";
import { findOrganization } from "#identity/organizations/queries.ts";
import { lockPerson } from "#identity/sessions/queries.ts";
import { listMembershipIn } from "#identity/teams/queries.ts";
import { setMembership } from "#identity/teams/set-membership.ts";
import { sql, type Transaction } from "#platform/database/database.ts";
import type { Placement } from "./place-by-groups.ts";
import { findOpenIdStatus, setOpenIdStatus } from "./queries.ts";

/** Reports a sign-in problem that the operator should fix. */
export type Warn = (message: string, about: object) => void;

interface Person {
  userId: string;
  placement: Placement;
}

/**
 * Adds a person to the organization, changes their role and teams, or deactivates them, according to their groups. If
 * the placement removes the person, the caller must already have locked the rules for entries. Returns whether
 * anything changed.
 */
export async function applyGroups(
  tx: Transaction,
  origin: Origin,
  { userId, placement }: Person,
  deps: MemberDeps & { warn: Warn },
): Promise<boolean> {
  const { orgId } = origin;
  const read = async () => [await findMember(tx, orgId, userId), await findOpenIdStatus(tx, orgId, userId)] as const;
  const change = stepOf(placement, ...(await read()));
  const moves = await listMoves(tx, orgId, { userId, placement }, deps.warn);
  if (change === undefined && moves.length === 0) return false;
  await lockPerson(tx, userId);
  // Reads the rows again under the lock that administrators' changes use too, because the rows may have changed since.
  const organization = await findOrganization(tx, orgId, sql`for no key update`);
  if (organization === undefined || organization.deletes_at !== null) return false;
  const [before, status] = await read();
  const after = await takeStep(tx, origin, { userId, placement, before, status }, deps);
  const hasMoved = await move(tx, origin, { userId, placement, before, after }, deps.warn);
  return after !== before || hasMoved;
}

type Step = "join" | "set role" | "remove";

/** Returns the step that the placement requires. Owners are never created, changed or removed. */
function stepOf(placement: Placement, before: MemberRow | undefined, status: OpenIdStatus): Step | undefined {
  if (before?.role === "owner") return undefined;
  const { role, setsRole, removes } = placement;
  if (before === undefined || before.deactivated_at !== null) {
    // Only a person can reactivate a member whom a person deactivated.
    const isAdmissible = before === undefined || status === "removed";
    return role !== undefined && isAdmissible ? "join" : undefined;
  }
  if (removes && status === "joined") return "remove";
  return setsRole && role !== before.role ? "set role" : undefined;
}

async function takeStep(
  tx: Transaction,
  origin: Origin,
  { userId, placement, before, status }: Person & { before: MemberRow | undefined; status: OpenIdStatus },
  deps: MemberDeps,
): Promise<MemberRow | undefined> {
  const { orgId } = origin;
  const { role } = placement;
  const step = stepOf(placement, before, status);
  if (step === "join" && role !== undefined) {
    const joined = await addMember(tx, origin, userId, role);
    await setOpenIdStatus(tx, orgId, userId, "joined");
    return joined;
  }
  if (before === undefined || step === undefined) return before;
  if (step === "set role") {
    const wanted = { role: role ?? before.role, deactivated_at: null };
    return storeMember(tx, origin, { before, wanted }, deps);
  }
  const wanted = { role: before.role, deactivated_at: deps.now.toISOString() };
  const removed = await storeMember(tx, origin, { before, wanted }, deps);
  await setOpenIdStatus(tx, orgId, userId, "removed");
  return removed;
}

/** Lists the teams to join or leave. Empty if the claims don't determine the teams. */
async function listMoves(
  tx: Transaction,
  orgId: string,
  { userId, placement: { teams } }: Person,
  warn: Warn,
): Promise<{ teamId: string; isIn: boolean }[]> {
  if (teams === undefined || teams.all.length === 0) return [];
  const found = await listMembershipIn(tx, orgId, teams.all, userId);
  const missing = teams.all.filter((id) => !found.some((team) => team.id === id));
  if (missing.length > 0) warn("OIDC_TEAMS contains teams that do not exist in the organization", { teamIds: missing });
  return found.flatMap(({ id, is_in: isIn }) =>
    isIn === teams.listed.has(id) ? [] : [{ teamId: id, isIn: teams.listed.has(id) }],
  );
}

/** Adds the person to teams and removes them from others. A person who was just deactivated only leaves teams. */
async function move(
  tx: Transaction,
  origin: Origin,
  { userId, placement, before, after }: Person & { before: MemberRow | undefined; after: MemberRow | undefined },
  warn: Warn,
): Promise<boolean> {
  const isActive = after !== undefined && after.deactivated_at === null;
  const wasActive = before !== undefined && before.deactivated_at === null;
  if (after?.role === "owner" || !(isActive || wasActive)) return false;
  let hasMoved = false;
  for (const { teamId, isIn } of await listMoves(tx, origin.orgId, { userId, placement }, () => undefined)) {
    if (isIn && !isActive) continue;
    const isDone = await setMembership(tx, origin, { teamId, userId, isIn });
    if (!isDone) warn("a team in OIDC_TEAMS is full", { teamId, userId });
    hasMoved ||= isDone;
  }
  return hasMoved;
}
