import { having } from "#platform/database/columns.ts";
import { containing } from "#platform/database/contains.ts";
import { type Database, sql } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import type { PageRequest } from "#platform/http/replies/pages.ts";
import { type ClientRow, clients } from "./client.ts";

export const findClient = clients.find;

export function listClients(
  db: Database,
  orgId: string,
  { archived, q }: { archived: boolean | undefined; q: string | undefined },
  page: PageRequest,
): Promise<ClientRow[]> {
  return clients.list(db, orgId, sql`${having({ archived })} ${containing(sql`name`, q)}`, page);
}

export async function countProjectsOfClient(db: Database, orgId: string, id: string): Promise<number> {
  const rows = await db.query<{ count: number }>(
    sql`select count(*) as count from projects where org_id = ${orgId} and client_id = ${id}`,
  );
  return one(rows).count;
}
