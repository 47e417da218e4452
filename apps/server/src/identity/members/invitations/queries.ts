import { containing } from "#platform/database/contains.ts";
import { type Database, join, type Sql, sql } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import type { PageRequest } from "#platform/http/replies/pages.ts";
import { invitationColumns, type InvitationRow, invitations } from "./invitation.ts";

export interface FollowedInvitation extends InvitationRow {
  organization_name: string;
  /** When the organization will be deleted; null unless a deletion is scheduled. */
  deletes_at: string | null;
  /** Whether the link was the emailed one, which only the owner of the address has seen. */
  is_mailed: boolean;
}

export type InvitationStatus = "pending" | "expired" | "accepted" | "revoked";

export function statusOfInvitation(row: InvitationRow, now: Date): InvitationStatus {
  if (row.accepted_at !== null) return "accepted";
  if (row.revoked_at !== null) return "revoked";
  return Date.parse(row.expires_at) > now.getTime() ? "pending" : "expired";
}

export const findInvitation = invitations.find;

/** Finds an invitation by one of its two tokens. Takes no organization, because the link contains only the token. */
export async function findInvitationByToken(db: Database, tokenHash: Buffer): Promise<FollowedInvitation | undefined> {
  const [row] = await db.query<FollowedInvitation>(sql`
    select i.*, o.name as organization_name, o.deletes_at
      from (select ${invitationColumns}, token_hash <> ${tokenHash} as is_mailed
              from invitations where token_hash = ${tokenHash} or mailed_token_hash = ${tokenHash}) i
      join organizations o on o.id = i.org_id`);
  return row;
}

export function listInvitations(
  db: Database,
  orgId: string,
  filter: { statuses: InvitationStatus[] | undefined; q: string | undefined },
  page: PageRequest,
  now: Date,
): Promise<InvitationRow[]> {
  const conditions = filter.statuses?.map((status) => sql`(${conditionOf(status, now)})`);
  const ofStatus = conditions === undefined ? sql`` : sql`and (${join(conditions, " or ")})`;
  return invitations.list(db, orgId, sql`${ofStatus} ${containing(sql`email`, filter.q)}`, page);
}

function conditionOf(status: InvitationStatus, now: Date): Sql {
  if (status === "accepted") return sql`accepted_at is not null`;
  if (status === "revoked") return sql`revoked_at is not null`;
  const isOpen = sql`accepted_at is null and revoked_at is null`;
  return status === "pending"
    ? sql`${isOpen} and expires_at > ${now.toISOString()}`
    : sql`${isOpen} and expires_at <= ${now.toISOString()}`;
}

/** Counts the pending invitations of the organization, and those to one address. */
export async function countPendingInvitations(
  db: Database,
  orgId: string,
  email: string,
  now: Date,
): Promise<{ all: number; same: number }> {
  const rows = await db.query<{ all: number; same: number }>(sql`
    select count(*) as "all", count(*) filter (where email = ${email}) as "same" from invitations
     where org_id = ${orgId} and ${conditionOf("pending", now)}`);
  return one(rows);
}

/**
 * Lists and locks the invitations that can still be accepted or resent: those from one member, or those to one address.
 */
export function listOpenInvitations(
  db: Database,
  orgId: string,
  which: { by: string } | { to: string },
): Promise<InvitationRow[]> {
  const isMeant = "by" in which ? sql`invited_by = ${which.by}` : sql`email = ${which.to}`;
  return db.query<InvitationRow>(sql`
    select ${invitationColumns} from invitations
     where org_id = ${orgId} and ${isMeant} and accepted_at is null and revoked_at is null
     order by id
       for no key update`);
}

export async function hasTeam(db: Database, orgId: string, teamId: string): Promise<boolean> {
  return (await db.query(sql`select id from teams where org_id = ${orgId} and id = ${teamId}`)).length > 0;
}

export async function deleteEndedInvitations(db: Database, orgId: string, endedBefore: string): Promise<void> {
  await db.query(sql`
    delete from invitations
     where org_id = ${orgId} and coalesce(accepted_at, revoked_at, expires_at) < ${endedBefore}`);
}
