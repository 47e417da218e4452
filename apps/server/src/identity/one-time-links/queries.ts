import { type Database, sql } from "#platform/database/database.ts";

export type LinkPurpose = "set_up" | "password_reset";

export async function insertLink(
  db: Database,
  link: { tokenHash: Buffer; purpose: LinkPurpose; userId: string | null; expiresAt: string },
): Promise<void> {
  await db.query(sql`
    insert into one_time_links (token_hash, purpose, user_id, expires_at)
    values (${link.tokenHash}, ${link.purpose}, ${link.userId}, ${link.expiresAt})`);
}

export async function findLink(
  db: Database,
  tokenHash: Buffer,
  purpose: LinkPurpose,
  now: string,
): Promise<{ user_id: string | null } | undefined> {
  const [row] = await db.query<{ user_id: string | null }>(sql`
    select user_id from one_time_links
     where token_hash = ${tokenHash} and purpose = ${purpose} and used_at is null and expires_at > ${now}`);
  return row;
}

/** Marks a link as used. Returns false if it was not usable. */
export async function redeemLink(db: Database, tokenHash: Buffer, purpose: LinkPurpose, now: string): Promise<boolean> {
  const rows = await db.query(sql`
    update one_time_links set used_at = ${now}
     where token_hash = ${tokenHash} and purpose = ${purpose} and used_at is null and expires_at > ${now}
    returning purpose`);
  return rows.length > 0;
}

/** Invalidates the person's older links after a password change, because each could change the password again. */
export async function endPasswordLinks(db: Database, userId: string, now: string): Promise<void> {
  await db.query(sql`
    update one_time_links set used_at = ${now} where user_id = ${userId} and purpose = 'password_reset' and used_at is null`);
}

export async function deleteOldLinks(db: Database, expiredBefore: string): Promise<void> {
  await db.query(sql`delete from one_time_links where expires_at < ${expiredBefore}`);
}
