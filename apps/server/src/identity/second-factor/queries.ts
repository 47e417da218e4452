import { type Database, sql } from "#platform/database/database.ts";

export interface SecondFactorRow {
  totp_sealed: Buffer | null;
  totp_confirmed_at: string | null;
  totp_last_step: number;
  recovery_hashes: Buffer[];
}

/** Finds and locks the second factor, so that only one of two requests with the same code succeeds. */
export async function lockSecondFactor(db: Database, userId: string): Promise<SecondFactorRow | undefined> {
  const [row] = await db.query<SecondFactorRow>(sql`
    select totp_sealed, totp_confirmed_at, totp_last_step, recovery_hashes
      from credentials where user_id = ${userId} for update`);
  return row;
}

/** Describes the person's credentials, except those at an OpenID provider. */
export async function describeSignIn(
  db: Database,
  userId: string,
): Promise<{ hasPassword: boolean; hasSecondFactor: boolean; recoveryCodesLeft: number }> {
  const [row] = await db.query<{ has_password: boolean; has_second_factor: boolean; codes: number }>(sql`
    select password_hash is not null as has_password, totp_confirmed_at is not null as has_second_factor,
           cardinality(recovery_hashes) as codes
      from credentials where user_id = ${userId}`);
  return {
    hasPassword: row?.has_password ?? false,
    hasSecondFactor: row?.has_second_factor ?? false,
    recoveryCodesLeft: row?.codes ?? 0,
  };
}

/** Stores a secret that is not active yet. Returns false if the person has an active one. */
export async function insertPendingSecret(db: Database, userId: string, sealed: Buffer): Promise<boolean> {
  const rows = await db.query(sql`
    insert into credentials as c (user_id, totp_sealed) values (${userId}, ${sealed})
    on conflict (user_id) do update set totp_sealed = excluded.totp_sealed
      where c.totp_confirmed_at is null
    returning user_id`);
  return rows.length > 0;
}

export async function confirmSecret(db: Database, userId: string, hashes: Buffer[], at: string): Promise<void> {
  await db.query(sql`
    update credentials set totp_confirmed_at = ${at}, recovery_hashes = ${hashes} where user_id = ${userId}`);
}

export async function noteStep(db: Database, userId: string, step: number): Promise<void> {
  await db.query(sql`update credentials set totp_last_step = ${step} where user_id = ${userId}`);
}

export async function setRecoveryHashes(db: Database, userId: string, hashes: Buffer[]): Promise<void> {
  await db.query(sql`update credentials set recovery_hashes = ${hashes} where user_id = ${userId}`);
}

/** Lists everyone with an encrypted secret, active or not. */
export function listSealedPeople(
  db: Database,
): Promise<{ user_id: string; email: string; name: string; is_confirmed: boolean }[]> {
  return db.query(sql`
    select c.user_id, u.email, u.name, c.totp_confirmed_at is not null as is_confirmed
      from credentials c join users u on u.id = c.user_id
     where c.totp_sealed is not null
     order by u.email, c.user_id`);
}

/**
 * Removes the second factor. Keeps the last used step, so a used code is not accepted again, even with a new secret.
 */
export async function removeSecondFactor(db: Database, userId: string): Promise<void> {
  await db.query(sql`
    update credentials set totp_sealed = null, totp_confirmed_at = null, recovery_hashes = '{}' where user_id = ${userId}`);
}
