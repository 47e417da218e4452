import { type Actor, demandScope, type Role } from "#identity/access.ts";
import type { Origin } from "#identity/history/record-change.ts";
import { lockOwn } from "#identity/members/lock-own.ts";
import { demandRankOver, demandRankToGive, demandRightToGive } from "#identity/members/member-rules.ts";
import { findMemberByEmail, type MemberRow } from "#identity/members/queries.ts";
import { sql, type Transaction } from "#platform/database/database.ts";
import { normalEmail } from "#platform/email.ts";
import { AppError, invalid, notFound } from "#platform/errors.ts";
import { checkIfMatch } from "#platform/http/replies/etag.ts";
import type { Target } from "#platform/http/contract/target.ts";
import { asId } from "#platform/ids.ts";
import { newToken } from "#identity/one-time-links/one-time-link.ts";
import { dayMs } from "#platform/days.ts";
import { countPendingInvitations, findInvitation, hasTeam, statusOfInvitation } from "./queries.ts";
import { type InvitationRow, invitations } from "./invitation.ts";
import { revoke } from "./revoke-invitations.ts";
import type { CreateInvitation } from "./schemas.ts";
import { invitationTag } from "./to-invitation.ts";

const maxPending = 200;
export const daysValid = 7;
/** An invitation and its tokens, which can be shown or emailed only now, because only their hashes are stored. */
export interface InvitationAndTokens {
  row: InvitationRow;
  /** The token of the link shown to the inviter; using it does not verify the address. */
  token: string;
  /** The token of the link that only the email contains; using it verifies the address. */
  mailedToken: string;
}

export async function createInvitation(
  tx: Transaction,
  actor: Actor,
  { input }: { input: CreateInvitation },
  { now }: { now: Date },
): Promise<InvitationAndTokens> {
  const email = normalEmail(input.email);
  if (email === undefined) throw invalid("/email", "bad_format", "must be an email address");
  const role = input.role ?? "member";
  const own = await lockOwn(tx, actor);
  demandInviter(actor, own.role, role, now);
  await checkInvitable(tx, own, email);
  await checkPending(tx, actor.orgId, email, now);
  const teamId = await readTeam(tx, actor, input.teamId);
  const { tokens, hashes } = newTokens();
  const row = await invitations.insert(tx, actor, {
    email,
    role,
    team_id: teamId,
    ...hashes,
    invited_by: actor.userId,
    expires_at: expiryFrom(now),
  });
  return { row, ...tokens };
}

/** Creates a new link for the same address and invalidates the previous link. The caller becomes the inviter. */
export async function resendInvitation(
  tx: Transaction,
  actor: Actor,
  { id, ifMatch }: Target,
  { now }: { now: Date },
): Promise<InvitationAndTokens> {
  const own = await lockOwn(tx, actor);
  const before = await invitations.lock(tx, actor, { id });
  demandInviter(actor, own.role, before.role, now);
  checkIfMatch(ifMatch, invitationTag(before, now));
  if (before.accepted_at !== null) throw closed("accepted");
  if (before.revoked_at !== null) throw closed("revoked");
  await checkInvitable(tx, own, before.email);
  if (statusOfInvitation(before, now) === "expired") await checkPending(tx, actor.orgId, before.email, now);
  const { tokens, hashes } = newTokens();
  const columns = { ...hashes, invited_by: actor.userId, expires_at: expiryFrom(now) };
  const row = await invitations.update(tx, actor, before, columns, "invitation.resent");
  return { row, ...tokens };
}

export async function revokeInvitation(
  tx: Transaction,
  actor: Actor,
  { id, ifMatch }: Target,
  { now }: { now: Date },
): Promise<void> {
  const own = await lockOwn(tx, actor);
  const before = await invitations.lock(tx, actor, { id });
  demandRankToGive(own.role, before.role);
  if (before.revoked_at !== null) throw notFound("open invitation");
  checkIfMatch(ifMatch, invitationTag(before, now));
  if (before.accepted_at !== null) throw closed("accepted");
  await revoke(tx, actor, before, now);
}

export async function noteSent(
  tx: Transaction,
  actor: Origin,
  { id, version }: Pick<InvitationRow, "id" | "version">,
  { now }: { now: Date },
): Promise<void> {
  const before = await findInvitation(tx, actor.orgId, id, sql`for no key update`);
  // The invitation has been resent, accepted or revoked since, so this email is obsolete.
  if (before === undefined || before.version !== version) return;
  await invitations.update(tx, actor, before, { last_sent_at: now.toISOString() }, "invitation.sent");
}

/**
 * Throws if the actor may not create one of these invitations, or if too many would be pending. An import calls this
 * before it creates the invitations in the background.
 */
export async function demandInvitations(
  tx: Transaction,
  actor: Actor,
  invitations: readonly Pick<InvitationRow, "email" | "role">[],
  { now }: { now: Date },
): Promise<void> {
  if (invitations.length === 0) return;
  const own = await lockOwn(tx, actor);
  for (const { role } of invitations) demandInviter(actor, own.role, role, now);
  const { all } = await countPendingInvitations(tx, actor.orgId, "", now);
  if (all + invitations.length > maxPending) throw tooManyPending();
  for (const { email } of invitations) await checkInvitable(tx, own, email);
}

/** Throws 403 if one of these invitations is still open and the actor may not revoke it. */
export async function demandRevocations(tx: Transaction, actor: Actor, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const row = await findInvitation(tx, actor.orgId, id);
    if (row === undefined || row.accepted_at !== null || row.revoked_at !== null) continue;
    demandScope(actor, "members:write");
    demandRankToGive(actor.role, row.role);
  }
}

/** Throws 403 if the actor may not invite someone to this role. `own` is the actor's current role. */
export function demandInviter(actor: Actor, own: Role, role: Role, now: Date): void {
  demandScope(actor, "members:write");
  demandRankToGive(own, role);
  demandRightToGive(actor, role, now);
}

/** Throws if the address belongs to an active member, or to a former member whose role is above the inviter's. */
async function checkInvitable(tx: Transaction, own: MemberRow, email: string): Promise<void> {
  const member = await findMemberByEmail(tx, own.org_id, email);
  if (member === undefined) return;
  if (member.deactivated_at === null)
    throw new AppError(
      "already_member",
      "This address belongs to an active member of the organization, who needs no invitation.",
    );
  // Without this check, an invitation could bring back a deactivated owner with a lower role.
  demandRankOver(own.role, member.role);
}

async function readTeam(tx: Transaction, actor: Actor, teamId: string | undefined): Promise<string | null> {
  if (teamId === undefined) return null;
  demandScope(actor, "teams:write");
  if (!(await hasTeam(tx, actor.orgId, asId(teamId)))) throw notFound("team", "/teamId");
  return teamId;
}

async function checkPending(tx: Transaction, orgId: string, email: string, now: Date): Promise<void> {
  const pending = await countPendingInvitations(tx, orgId, email, now);
  if (pending.same > 0) {
    const message = "There is already a pending invitation for this address. Resend it, or revoke it first.";
    throw new AppError("already_invited", message);
  }
  if (pending.all >= maxPending) throw tooManyPending();
}

function tooManyPending(): AppError {
  const message = `An organization has at most ${maxPending} pending invitations. Revoke some first.`;
  return new AppError("too_many_invitations", message);
}

function newTokens() {
  const [shown, mailed] = [newToken(), newToken()];
  return {
    tokens: { token: shown.token, mailedToken: mailed.token },
    hashes: { token_hash: shown.tokenHash, mailed_token_hash: mailed.tokenHash },
  };
}

function expiryFrom(now: Date): string {
  return new Date(now.getTime() + daysValid * dayMs).toISOString();
}

function closed(how: "accepted" | "revoked"): AppError {
  return new AppError("invitation_closed", `The invitation has already been ${how}. Create a new one if you need it.`);
}
