import { lockPerson } from "#identity/sessions/queries.ts";
import type { OpenIdStatus } from "#identity/members/queries.ts";
import { type Database, sql } from "#platform/database/database.ts";

export async function findIdentity(
  db: Database,
  issuer: string,
  subject: string,
): Promise<{ user_id: string } | undefined> {
  const [row] = await db.query<{ user_id: string }>(sql`
    select user_id from identities where issuer = ${issuer} and subject = ${subject}`);
  return row;
}

/**
 * Returns the subject of the person's identity at the provider. Locks the person, so only one of two concurrent
 * sign-ins can link an identity.
 */
export async function lockSubject(db: Database, issuer: string, userId: string): Promise<string | undefined> {
  await lockPerson(db, userId);
  const [row] = await db.query<{ subject: string }>(sql`
    select subject from identities where issuer = ${issuer} and user_id = ${userId} order by created_at limit 1`);
  return row?.subject;
}

export async function insertIdentity(db: Database, issuer: string, subject: string, userId: string): Promise<void> {
  await db.query(sql`insert into identities (issuer, subject, user_id) values (${issuer}, ${subject}, ${userId})`);
}

export async function deleteIdentities(db: Database, userId: string): Promise<boolean> {
  return (await db.query(sql`delete from identities where user_id = ${userId} returning subject`)).length > 0;
}

export async function findOpenIdStatus(db: Database, orgId: string, userId: string): Promise<OpenIdStatus> {
  const [row] = await db.query<{ openid_status: OpenIdStatus }>(sql`
    select openid_status from members where org_id = ${orgId} and user_id = ${userId}`);
  return row?.openid_status ?? null;
}

/**
 * Stores whether the provider's groups last admitted the person. Writes no change row, because the API does not show
 * this.
 */
export async function setOpenIdStatus(
  db: Database,
  orgId: string,
  userId: string,
  status: OpenIdStatus,
): Promise<void> {
  await db.query(sql`
    update members set openid_status = ${status} where org_id = ${orgId} and user_id = ${userId}`);
}
