import { type Actor, isAbove, type Role } from "#identity/access.ts";
import { endKeysOfMember } from "#identity/api-keys/end-keys.ts";
import { type Action, type Origin, recordChange } from "#identity/history/record-change.ts";
import { revokeInvitationsBeyond, revokeInvitationsTo } from "#identity/members/invitations/revoke-invitations.ts";
import { lockEntryRules } from "#identity/organizations/entry-rules.ts";
import { showUnchanged } from "#identity/show-unchanged.ts";
import { sql, type Transaction } from "#platform/database/database.ts";
import { AppError, invalid, notFound } from "#platform/errors.ts";
import { checkIfMatch } from "#platform/http/replies/etag.ts";
import { etagOf } from "#platform/http/contract/resource-schemas.ts";
import type { Edit, Target } from "#platform/http/contract/target.ts";
import { asId } from "#platform/ids.ts";
import { lockOwn } from "#identity/members/lock-own.ts";
import { demandRankOver, demandRankToGive, demandRightToGive } from "#identity/members/member-rules.ts";
import {
  countOtherOwners,
  findMember,
  lockMembership,
  type MemberRow,
  updateMember,
} from "#identity/members/queries.ts";
import type { TransferOwnership, UpdateMember } from "#identity/members/schemas.ts";

/*
 * Every transaction that changes members, invitations or owners locks the organization's row (`lockMembership`), and
 * then checks the roles of the acting and the affected person again. So if two owners demote each other at the same
 * time, one of them stays an owner.
 */

/**
 * How time tracking reacts to a deactivation; a parameter, because this folder must not depend on time tracking.
 * Called in the same transaction, with the rules for entries locked.
 */
export type OnDeactivation = (tx: Transaction, origin: Origin, member: { userId: string }) => Promise<void>;

export interface MemberDeps {
  now: Date;
  onDeactivation: OnDeactivation;
}

export async function changeMember(
  tx: Transaction,
  actor: Actor,
  { id, input, ifMatch }: Edit<UpdateMember>,
  { now, onDeactivation }: MemberDeps,
): Promise<MemberRow> {
  if (input.status === "deactivated") await lockEntryRules(tx, actor.orgId);
  const own = await lockOwn(tx, actor);
  const before = await findMember(tx, actor.orgId, id, sql`for no key update of m`);
  if (before === undefined) throw notFound("member");
  demandRankOver(own.role, before.role);
  const wanted = { role: input.role ?? before.role, deactivated_at: wantedDeactivation(before, input.status, now) };
  demandRankToGive(own.role, wanted.role);
  if (givesRights(before, wanted)) demandRightToGive(actor, wanted.role, now);
  checkIfMatch(ifMatch, etagOf(before));
  if (wanted.role === before.role && wanted.deactivated_at === before.deactivated_at)
    return showUnchanged(actor, "members:read", before);
  if (isActiveOwner(before) && !isActiveOwner(wanted)) await refuseLastOwner(tx, before);
  return storeMember(tx, actor, { before, wanted }, { now, onDeactivation });
}

type Standing = Pick<MemberRow, "role" | "deactivated_at">;

/**
 * Stores a member's new role and status, and applies the consequences. The caller must have locked the organization's
 * memberships and, for a deactivation, the rules for entries.
 */
export async function storeMember(
  tx: Transaction,
  origin: Origin,
  { before, wanted }: { before: MemberRow; wanted: Standing },
  { now, onDeactivation }: MemberDeps,
): Promise<MemberRow> {
  const returns = before.deactivated_at !== null && wanted.deactivated_at === null;
  const { role, deactivated_at } = wanted;
  const columns = { role, deactivated_at, ...(returns && { openid_status: null }) };
  const row = await updateMember(tx, origin.orgId, before.user_id, columns);
  if (row === undefined) throw notFound("member");
  const leaves = before.deactivated_at === null && row.deactivated_at !== null;
  if (leaves) await onDeactivation(tx, origin, { userId: row.user_id });
  // Also ends keys on reactivation, because keys created during the deactivation must not become valid.
  if (before.deactivated_at !== row.deactivated_at) await endKeysOfMember(tx, origin, row.user_id);
  await revokeInvitationsBeyond(tx, origin, row, { now });
  if (leaves) await revokeInvitationsTo(tx, origin, row, { now });
  await recordChange(tx, origin, { action: actionOf(before, row), targetId: row.user_id, row, before });
  return row;
}

/** Deactivates an active member; 404 if the member is already deactivated. */
export async function deactivateMember(
  tx: Transaction,
  actor: Actor,
  { id, ifMatch }: Target,
  deps: MemberDeps,
): Promise<void> {
  await lockEntryRules(tx, actor.orgId);
  await lockMembership(tx, actor.orgId);
  const before = await findMember(tx, actor.orgId, id);
  if (before !== undefined && before.deactivated_at !== null) {
    demandRankOver(actor.role, before.role);
    throw notFound("active member");
  }
  await changeMember(tx, actor, { id, input: { status: "deactivated" }, ifMatch }, deps);
}

export async function transferOwnership(
  tx: Transaction,
  actor: Actor,
  { input }: { input: TransferOwnership },
  deps: MemberDeps,
): Promise<{ owner: MemberRow; previousOwner: MemberRow }> {
  const own = await lockOwn(tx, actor);
  demandOwner(own);
  const next = await findMember(tx, actor.orgId, asId(input.userId), sql`for no key update of m`);
  if (next === undefined) throw notFound("member", "/userId");
  if (next.user_id === own.user_id) throw invalid("/userId", "is_owner", "must be another member, not you");
  if (next.deactivated_at !== null)
    throw invalid("/userId", "member_deactivated", "is a deactivated member; reactivate them first");
  const store = (before: MemberRow, role: Role) =>
    before.role === role ? before : storeMember(tx, actor, { before, wanted: { ...before, role } }, deps);
  return { owner: await store(next, "owner"), previousOwner: await store(own, "admin") };
}

function demandOwner({ role }: Pick<MemberRow, "role">): void {
  if (role !== "owner")
    throw new AppError(
      "forbidden",
      `The role ${role} may not do this: only an owner may transfer the organization. Ask one.`,
    );
}

async function refuseLastOwner(tx: Transaction, { org_id: orgId, user_id: userId }: MemberRow): Promise<void> {
  if ((await countOtherOwners(tx, orgId, userId)) > 0) return;
  const message = "This is the last active owner of the organization. Make someone else an owner first.";
  throw new AppError("last_owner", message);
}

function isActiveOwner({ role, deactivated_at: at }: Standing): boolean {
  return role === "owner" && at === null;
}

/** Whether a change reactivates the member or raises their role. */
function givesRights(before: MemberRow, wanted: Standing): boolean {
  if (wanted.deactivated_at !== null) return false;
  return before.deactivated_at !== null || isAbove(wanted.role, before.role);
}

function wantedDeactivation(before: MemberRow, status: UpdateMember["status"], now: Date): string | null {
  if (status === undefined) return before.deactivated_at;
  return status === "active" ? null : (before.deactivated_at ?? now.toISOString());
}

function actionOf(before: MemberRow, row: MemberRow): Action {
  if ((before.deactivated_at === null) === (row.deactivated_at === null)) return "member.updated";
  return row.deactivated_at === null ? "member.added" : "member.removed";
}
