import { findOrganization } from "#identity/organizations/queries.ts";
import { listAllApiKeys } from "#identity/api-keys/management/queries.ts";
import { toApiKey } from "#identity/api-keys/management/to-api-key.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { CommandError } from "#commands/command-line/command-error.ts";

/** The organization's API keys as shown in the API, newest first, including ended ones. */
export async function listKeys(db: DatabasePool, orgId: string, now: Date) {
  if ((await findOrganization(db, orgId)) === undefined)
    throw new CommandError(`There is no organization ${JSON.stringify(orgId)}.`);
  return (await listAllApiKeys(db, orgId)).map((row) => toApiKey(row, now));
}

/** One line per key, for people to read. */
export function keyLine(key: Awaited<ReturnType<typeof listKeys>>[number]): string {
  const expiry = key.expiresAt === null ? "" : `, expires ${key.expiresAt}`;
  const use = key.lastUsedAt === null ? "never used" : `last used ${key.lastUsedAt} from ${key.lastUsedAddress}`;
  return `${key.id}  …${key.lastFour}  ${key.status}${expiry}, ${use}  ${key.userId}  ${key.name}`;
}
