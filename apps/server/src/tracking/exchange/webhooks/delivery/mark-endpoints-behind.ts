import { sql, type Transaction } from "#platform/database/database.ts";
import { noteBehind } from "./behind.ts";

/**
 * Marks all active endpoints of the organization as behind from an instant on, so that `catchUp` sends them the changes
 * that this transaction wrote without queueing them (the setting `stint.behind`). Must be the last step of the
 * transaction, because the sender waits for these rows.
 */
export async function markEndpointsBehind(tx: Transaction, orgId: string, since: string): Promise<void> {
  const endpoints = await tx.query<{ id: string }>(
    sql`select id from webhooks where org_id = ${orgId} and status = 'active' order by id`,
  );
  if (endpoints.length === 0) return;
  await noteBehind(
    tx,
    endpoints.map(({ id }) => ({ org_id: orgId, id, at: since })),
  );
}
