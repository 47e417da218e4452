import { findOrganization } from "#identity/organizations/queries.ts";
import { listAllApiKeys } from "#identity/api-keys/management/queries.ts";
import { toApiKey } from "#identity/api-keys/management/to-api-key.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { cleanLine } from "#platform/text.ts";
import { CommandError } from "#commands/command-line/command-error.ts";

/** Lists the organization's API keys as the API shows them, newest first, including expired and revoked keys. */
export async function listKeys(db: DatabasePool, orgId: string, now: Date) {
  if ((await findOrganization(db, orgId)) === undefined)
    throw new CommandError(`There is no organization ${JSON.stringify(orgId)}; org list shows all.`);
  return (await listAllApiKeys(db, orgId)).map((row) => toApiKey(row, now));
}

export function keyLine(key: Awaited<ReturnType<typeof listKeys>>[number]): string {
  const expiry = key.expiresAt === null ? "" : `, expires ${key.expiresAt}`;
  const use = key.lastUsedAt === null ? "never used" : `last used ${key.lastUsedAt} from ${key.lastUsedAddress}`;
  return `${key.id}  …${key.lastFour}  ${key.status}${expiry}, ${use}  ${key.userId}  ${cleanLine(key.name)}`;
}
