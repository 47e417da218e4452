import { lockPerson } from "#identity/sessions/queries.ts";
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

/** The person's identity at the provider. Locks the person, so that only one of two concurrent sign-ins links. */
export async function lockSubject(db: Database, issuer: string, userId: string): Promise<string | undefined> {
  await lockPerson(db, userId);
  const [row] = await db.query<{ subject: string }>(sql`
    select subject from identities where issuer = ${issuer} and user_id = ${userId} order by created_at limit 1`);
  return row?.subject;
}

export async function insertIdentity(db: Database, issuer: string, subject: string, userId: string): Promise<void> {
  await db.query(sql`insert into identities (issuer, subject, user_id) values (${issuer}, ${subject}, ${userId})`);
}

/** Deletes the person's identities; returns whether there were any. */
export async function deleteIdentities(db: Database, userId: string): Promise<boolean> {
  return (await db.query(sql`delete from identities where user_id = ${userId} returning subject`)).length > 0;
}
