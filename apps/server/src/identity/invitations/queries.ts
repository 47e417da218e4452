import type { Role } from "#identity/access.ts";
import { assignments } from "#platform/database/columns.ts";
import { contains } from "#platform/database/contains.ts";
import { type Database, join, sql, type Sql } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { pageOf, type PageRequest } from "#platform/http/replies/newest-first.ts";

/** An invitation without its tokens' hashes, which are never shown. */
export interface InvitationRow {
  org_id: string;
  id: string;
  email: string;
  role: Role;
  team_id: string | null;
  invited_by: string;
  expires_at: string;
  accepted_at: string | null;
  revoked_at: string | null;
  last_sent_at: string | null;
  /** SHA-256 of the stored hashes, so the doctor can detect that a link was swapped. */
  link_digest: string;
  mailed_link_digest: string | null;
  version: number;
  created_at: string;
  updated_at: string;
}

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

const shownColumns = sql`i.org_id, i.id, i.email, i.role, i.team_id, i.invited_by, i.expires_at, i.accepted_at, i.revoked_at, i.last_sent_at,
  encode(sha256(i.token_hash), 'hex') as link_digest, encode(sha256(i.mailed_token_hash), 'hex') as mailed_link_digest,
  i.version, i.created_at, i.updated_at`;

export async function findInvitation(
  db: Database,
  orgId: string,
  id: string,
  lock?: Sql,
): Promise<InvitationRow | undefined> {
  const [row] = await db.query<InvitationRow>(
    sql`select ${shownColumns} from invitations i where i.org_id = ${orgId} and i.id = ${id} ${lock ?? sql``}`,
  );
  return row;
}

/** Finds an invitation by one of its two tokens. Takes no organization, because the link contains only the token. */
export async function findInvitationByToken(db: Database, tokenHash: Buffer): Promise<FollowedInvitation | undefined> {
  const [row] = await db.query<FollowedInvitation>(sql`
    select ${shownColumns}, o.name as organization_name, o.deletes_at, i.token_hash <> ${tokenHash} as is_mailed
      from invitations i
      join organizations o on o.id = i.org_id
     where i.token_hash = ${tokenHash} or i.mailed_token_hash = ${tokenHash}`);
  return row;
}

export function listInvitations(
  db: Database,
  orgId: string,
  filter: { statuses: InvitationStatus[] | undefined; q: string | undefined },
  page: PageRequest,
  now: Date,
): Promise<InvitationRow[]> {
  const ofStatus =
    filter.statuses === undefined
      ? sql``
      : sql`and (${join(
          filter.statuses.map((status) => sql`(${conditionOf(status, now)})`),
          " or ",
        )})`;
  const q = filter.q === undefined ? sql`` : sql`and ${contains(sql`i.email`, filter.q)}`;
  return db.query<InvitationRow>(
    sql`select ${shownColumns} from invitations i where i.org_id = ${orgId} ${ofStatus} ${q} ${pageOf(page)}`,
  );
}

function conditionOf(status: InvitationStatus, now: Date): Sql {
  if (status === "accepted") return sql`i.accepted_at is not null`;
  if (status === "revoked") return sql`i.revoked_at is not null`;
  const isOpen = sql`i.accepted_at is null and i.revoked_at is null`;
  return status === "pending"
    ? sql`${isOpen} and i.expires_at > ${now.toISOString()}`
    : sql`${isOpen} and i.expires_at <= ${now.toISOString()}`;
}

/** Counts the pending invitations of the organization, and those to one address. */
export async function countPendingInvitations(
  db: Database,
  orgId: string,
  email: string,
  now: Date,
): Promise<{ all: number; same: number }> {
  const rows = await db.query<{ all: number; same: number }>(sql`
    select count(*) as "all", count(*) filter (where i.email = ${email}) as "same" from invitations i
     where i.org_id = ${orgId} and ${conditionOf("pending", now)}`);
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
  const isMeant = "by" in which ? sql`i.invited_by = ${which.by}` : sql`i.email = ${which.to}`;
  return db.query<InvitationRow>(sql`
    select ${shownColumns} from invitations i
     where i.org_id = ${orgId} and ${isMeant} and i.accepted_at is null and i.revoked_at is null
     order by i.id
       for no key update`);
}

export async function hasTeam(db: Database, orgId: string, teamId: string): Promise<boolean> {
  return (await db.query(sql`select id from teams where org_id = ${orgId} and id = ${teamId}`)).length > 0;
}

export async function insertInvitation(
  db: Database,
  invitation: Pick<InvitationRow, "org_id" | "id" | "email" | "role" | "team_id" | "invited_by" | "expires_at"> & {
    token_hash: Buffer;
    mailed_token_hash: Buffer;
  },
): Promise<InvitationRow> {
  const { org_id: orgId, id, email, role, team_id: team, invited_by: by, expires_at: at } = invitation;
  const rows = await db.query<InvitationRow>(sql`
    insert into invitations as i (org_id, id, email, role, team_id, token_hash, mailed_token_hash, invited_by, expires_at)
    values (${orgId}, ${id}, ${email}, ${role}, ${team}, ${invitation.token_hash}, ${invitation.mailed_token_hash}, ${by}, ${at})
    returning ${shownColumns}`);
  return one(rows);
}

export async function updateInvitation(
  db: Database,
  orgId: string,
  id: string,
  columns: Partial<InvitationRow> & { token_hash?: Buffer; mailed_token_hash?: Buffer },
): Promise<InvitationRow | undefined> {
  const [row] = await db.query<InvitationRow>(sql`
    update invitations i
       set ${assignments(columns)}, version = version + 1, updated_at = date_trunc('milliseconds', clock_timestamp())
     where i.org_id = ${orgId} and i.id = ${id}
    returning ${shownColumns}`);
  return row;
}

export async function deleteEndedInvitations(db: Database, orgId: string, endedBefore: string): Promise<void> {
  await db.query(sql`
    delete from invitations
     where org_id = ${orgId} and coalesce(accepted_at, revoked_at, expires_at) < ${endedBefore}`);
}
