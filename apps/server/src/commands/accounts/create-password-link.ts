import { endPasswordLinks } from "#identity/one-time-links/queries.ts";
import { findAccountByEmail } from "#identity/passwords/queries.ts";
import { lockPerson } from "#identity/sessions/queries.ts";
import { makePasswordLink } from "#identity/sign-in/reset-password.ts";
import { readDatabaseTime } from "#platform/database/connection/database-clock.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { CommandError } from "#commands/command-line/command-error.ts";

/** Creates a link for setting a password, for people who cannot receive mail. Earlier links become invalid. */
export async function createPasswordLink(
  db: DatabasePool,
  publicUrl: string,
  email: string,
): Promise<{ link: string; expiresAt: string; removesSecondFactor: boolean }> {
  const now = await readDatabaseTime(db);
  return db.transaction(async (tx) => {
    const account = await findAccountByEmail(tx, email);
    if (account === undefined)
      throw new CommandError(`No account has the email address ${JSON.stringify(email)}. Check its spelling.`);
    await lockPerson(tx, account.user_id);
    await endPasswordLinks(tx, account.user_id, now.toISOString());
    const { link, expiresAt } = await makePasswordLink(tx, publicUrl, account.user_id, now);
    // Following it verifies the address for the first time.
    const removesSecondFactor = account.email_verified_at === null && account.totp_confirmed_at !== null;
    return { link, expiresAt, removesSecondFactor };
  });
}
