import { storeRevocation } from "#identity/api-keys/management/key-verbs.ts";
import { findApiKey } from "#identity/api-keys/management/queries.ts";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import { CommandError } from "#commands/command-line/command-error.ts";

/** Revokes an API key. Running servers reject it immediately. */
export async function revokeKey(
  db: DatabasePool,
  { org, id }: { org: string; id: string },
  now: Date,
): Promise<{ keyId: string }> {
  return db.transaction(async (tx) => {
    const key = await findApiKey(tx, org, id, sql`for no key update of k`);
    if (key === undefined)
      throw new CommandError(
        `The organization ${JSON.stringify(org)} has no API key ${JSON.stringify(id)}; key list shows all.`,
      );
    if (key.revoked_at !== null) throw new CommandError(`The API key ${id} was already revoked at ${key.revoked_at}.`);
    await storeRevocation(tx, { orgId: org, userId: null, keyId: null, requestId: null }, key, { now });
    return { keyId: id };
  });
}
