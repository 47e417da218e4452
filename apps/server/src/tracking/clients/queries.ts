import { assignments } from "#platform/database/columns.ts";
import { contains } from "#platform/database/contains.ts";
import { type Database, type Sql, sql } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { pageOf, type PageRequest } from "#platform/http/newest-first.ts";

export interface ClientRow {
  org_id: string;
  id: string;
  name: string;
  note: string;
  archived: boolean;
  version: number;
  created_at: string;
  updated_at: string;
}

export async function findClient(db: Database, orgId: string, id: string, lock?: Sql): Promise<ClientRow | undefined> {
  const [row] = await db.query<ClientRow>(
    sql`select * from clients where org_id = ${orgId} and id = ${id} ${lock ?? sql``}`,
  );
  return row;
}

export function listClients(
  db: Database,
  orgId: string,
  filter: { archived: boolean | undefined; q: string | undefined },
  page: PageRequest,
): Promise<ClientRow[]> {
  const archived = filter.archived === undefined ? sql`` : sql`and archived = ${filter.archived}`;
  const q = filter.q === undefined ? sql`` : sql`and ${contains(sql`name`, filter.q)}`;
  return db.query<ClientRow>(sql`select * from clients where org_id = ${orgId} ${archived} ${q} ${pageOf(page)}`);
}

export async function insertClient(
  db: Database,
  client: Pick<ClientRow, "org_id" | "id" | "name" | "note" | "archived">,
): Promise<ClientRow> {
  const rows = await db.query<ClientRow>(sql`
    insert into clients (org_id, id, name, note, archived)
    values (${client.org_id}, ${client.id}, ${client.name}, ${client.note}, ${client.archived})
    returning *`);
  return one(rows);
}

export async function updateClient(
  db: Database,
  orgId: string,
  id: string,
  columns: Partial<ClientRow>,
): Promise<ClientRow | undefined> {
  const [row] = await db.query<ClientRow>(sql`
    update clients
       set ${assignments(columns)}, version = version + 1, updated_at = date_trunc('milliseconds', clock_timestamp())
     where org_id = ${orgId} and id = ${id}
    returning *`);
  return row;
}

export async function deleteClient(db: Database, orgId: string, id: string): Promise<void> {
  await db.query(sql`delete from clients where org_id = ${orgId} and id = ${id}`);
}

export async function countProjectsOfClient(db: Database, orgId: string, id: string): Promise<number> {
  const rows = await db.query<{ count: number }>(
    sql`select count(*) as count from projects where org_id = ${orgId} and client_id = ${id}`,
  );
  return one(rows).count;
}

/** For the full export. */
export function selectExportedClients(orgId: string): Sql {
  return sql`
    select id, name, note, archived, created_at as "createdAt", updated_at as "updatedAt"
      from clients where org_id = ${orgId} order by id`;
}
