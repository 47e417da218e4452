import { deleteIdentities } from "#identity/openid/queries.ts";
import { findAccountByEmail } from "#identity/passwords/queries.ts";
import { recordForPerson } from "#identity/sessions/record-for-person.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { CommandError } from "#commands/command-line/command-error.ts";

/**
 * Unlinks a person's OpenID identities, for example after the provider recreated the account. The next sign-in links
 * the new identity.
 */
export async function unlinkOpenId(db: DatabasePool, email: string): Promise<{ userId: string }> {
  return db.transaction(async (tx) => {
    const account = await findAccountByEmail(tx, email);
    if (account === undefined)
      throw new CommandError(`No account has the email address ${JSON.stringify(email)}. Check its spelling.`);
    const { user_id: userId } = account;
    if (!(await deleteIdentities(tx, userId)))
      throw new CommandError(
        `${JSON.stringify(email)} is not linked to an OpenID provider, so there is nothing to unlink.`,
      );
    await recordForPerson(tx, "identity.unlinked", userId, "operator");
    return { userId };
  });
}
