import { cancelDeletion } from "#identity/organizations/end-organization.ts";
import { findOrganization } from "#identity/organizations/queries.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { CommandError } from "./command-error.ts";

/** Cancels the pending deletion of an organization. */
export async function restoreOrganization(db: DatabasePool, id: string): Promise<{ organizationId: string }> {
  const origin = { orgId: id, userId: null, keyId: null, requestId: null };
  await db.transaction(async (tx) => {
    if ((await cancelDeletion(tx, origin)) !== undefined) return;
    const row = await findOrganization(tx, id);
    if (row === undefined) throw new CommandError(`There is no organization ${JSON.stringify(id)}.`);
    if (row.deletes_at === null)
      throw new CommandError(`${row.name} is not to be deleted: there is nothing to restore.`);
    throw new CommandError(`${row.name} is being removed; some of it is gone already.`);
  });
  return { organizationId: id };
}
