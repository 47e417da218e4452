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

/** Says whether it was new: of two sign-ins at once, one links. */
export async function insertIdentity(db: Database, issuer: string, subject: string, userId: string): Promise<boolean> {
  const rows = await db.query(sql`
    insert into identities (issuer, subject, user_id) values (${issuer}, ${subject}, ${userId})
    on conflict (issuer, subject) do nothing
    returning user_id`);
  return rows.length > 0;
}
