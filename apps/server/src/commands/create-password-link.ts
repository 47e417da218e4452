import { makePasswordLink } from "#identity/sign-in/reset-password.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { CommandError } from "./command-error.ts";

/** Makes a link by which a member sets a password, where no mail can bring one. */
export async function createPasswordLink(
  db: DatabasePool,
  publicUrl: string,
  email: string,
): Promise<{ link: string; expiresAt: string }> {
  const made = await makePasswordLink(db, publicUrl, email, new Date());
  if (made === undefined)
    throw new CommandError(`${JSON.stringify(email)} is not an active member of any organization.`);
  return { link: made.link, expiresAt: made.expiresAt };
}
