import { cancelDeletion } from "#identity/organizations/end-organization.ts";
import { findOrganization } from "#identity/organizations/queries.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { CommandError } from "#commands/command-line/command-error.ts";

/** Cancels the pending deletion of an organization. */
export async function restoreOrganization(db: DatabasePool, id: string): Promise<{ organizationId: string }> {
  const origin = { orgId: id, userId: null, keyId: null, requestId: null };
  await db.transaction(async (tx) => {
    if ((await cancelDeletion(tx, origin)) !== undefined) return;
    const row = await findOrganization(tx, id);
    if (row === undefined)
      throw new CommandError(`There is no organization ${JSON.stringify(id)}; org list shows all.`);
    if (row.deletes_at === null)
      throw new CommandError(`The deletion of ${row.name} is not scheduled, so there is nothing to cancel.`);
    throw new CommandError(`${row.name} is already being removed and cannot be restored.`);
  });
  return { organizationId: id };
}
