import { findAccountByEmail } from "#identity/passwords/queries.ts";
import { endSecondFactor } from "#identity/second-factor/second-factor-verbs.ts";
import { recordForPerson } from "#identity/sessions/record-for-person.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { CommandError } from "#commands/command-line/command-error.ts";

/**
 * Turns off the second factor of a person who has lost both the authenticator app and the recovery codes. The password
 * stays.
 */
export async function removeSecondFactor(db: DatabasePool, email: string): Promise<{ userId: string }> {
  return db.transaction(async (tx) => {
    const account = await findAccountByEmail(tx, email);
    if (account === undefined)
      throw new CommandError(`No account has the email address ${JSON.stringify(email)}. Check its spelling.`);
    const { user_id: userId, totp_confirmed_at: confirmedAt } = account;
    if (confirmedAt === null)
      throw new CommandError(`${JSON.stringify(email)} has no second factor, so there is nothing to turn off.`);
    await endSecondFactor(tx, { userId });
    await recordForPerson(tx, "second_factor.disabled", userId, "operator");
    return { userId };
  });
}
