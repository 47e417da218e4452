import { type Database, sql } from "#platform/database/database.ts";
import { comparedEmail } from "#platform/email.ts";

/** A person with their credentials. The columns of `credentials` are null for a person without credentials. */
export interface AccountRow {
  user_id: string;
  email: string;
  name: string;
  email_verified_at: string | null;
  password_hash: string | null;
  totp_sealed: Buffer | null;
  totp_confirmed_at: string | null;
}

const accountColumns = sql`u.id as user_id, u.email, u.name, u.email_verified_at, c.password_hash, c.totp_sealed, c.totp_confirmed_at`;

export async function findAccountByEmail(db: Database, email: string): Promise<AccountRow | undefined> {
  const [row] = await db.query<AccountRow>(sql`
    select ${accountColumns} from users u left join credentials c on c.user_id = u.id where lower(u.email) collate "C" = ${comparedEmail(email)}`);
  return row;
}

export async function findAccount(db: Database, userId: string): Promise<AccountRow | undefined> {
  const [row] = await db.query<AccountRow>(sql`
    select ${accountColumns} from users u left join credentials c on c.user_id = u.id where u.id = ${userId}`);
  return row;
}

/** Locks the password until the transaction ends. Returns false if it has changed since `account` was read. */
export async function lockPassword(
  db: Database,
  { user_id: userId, password_hash: passwordHash }: Pick<AccountRow, "user_id" | "password_hash">,
): Promise<boolean> {
  const rows = await db.query(sql`
    select user_id from credentials where user_id = ${userId} and password_hash = ${passwordHash} for update`);
  return rows.length > 0;
}

/** Replaces a password hash if it is still `former`; returns whether it did. */
export async function replacePasswordHash(
  db: Database,
  userId: string,
  former: string | null,
  passwordHash: string,
  changedAt: string,
): Promise<boolean> {
  const rows = await db.query(sql`
    insert into credentials as c (user_id, password_hash, password_changed_at)
    values (${userId}, ${passwordHash}, ${changedAt})
    on conflict (user_id) do update set password_hash = excluded.password_hash, password_changed_at = excluded.password_changed_at
      where c.password_hash is not distinct from ${former}::text
    returning user_id`);
  return rows.length > 0;
}

/** Replaces the password hash, unless it is no longer `former` because the password has changed in the meantime. */
export async function rehash(db: Database, userId: string, former: string, passwordHash: string): Promise<void> {
  await db.query(sql`
    update credentials set password_hash = ${passwordHash} where user_id = ${userId} and password_hash = ${former}`);
}

/** Removes the password. Returns false if there was none. */
export async function removePassword(db: Database, userId: string, at: string): Promise<boolean> {
  const rows = await db.query(sql`
    update credentials set password_hash = null, password_changed_at = ${at}
     where user_id = ${userId} and password_hash is not null
    returning user_id`);
  return rows.length > 0;
}

/** Marks the email address as verified. Returns false if it already was. */
export async function verifyEmail(db: Database, userId: string, at: string): Promise<boolean> {
  const rows = await db.query(sql`
    update users set email_verified_at = ${at} where id = ${userId} and email_verified_at is null returning id`);
  return rows.length > 0;
}
