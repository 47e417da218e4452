import { assignments } from "#platform/database/columns.ts";
import { contains } from "#platform/database/contains.ts";
import { type Database, type Sql, sql } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { columnList, type Columns, exportedFields } from "#platform/fields/fields.ts";
import { pageOf, type PageRequest } from "#platform/http/replies/newest-first.ts";
import { clientFields } from "./fields.ts";

export type ClientColumns = Columns<typeof clientFields>;

export interface ClientRow extends ClientColumns {
  org_id: string;
  id: string;
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

const columns = columnList(clientFields);

export function insertClients(
  db: Database,
  orgId: string,
  clients: (ClientColumns & { id: string })[],
): Promise<ClientRow[]> {
  return db.query<ClientRow>(sql`
    insert into clients (org_id, id, ${columns})
    select ${orgId}, id, ${columns} from json_populate_recordset(null::clients, ${JSON.stringify(clients)}::json)
    returning *`);
}

export async function updateClient(
  db: Database,
  orgId: string,
  id: string,
  changed: ClientColumns,
): Promise<ClientRow | undefined> {
  const [row] = await db.query<ClientRow>(sql`
    update clients
       set ${assignments(changed)}, version = version + 1, updated_at = date_trunc('milliseconds', clock_timestamp())
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

export function selectExportedClients(orgId: string): Sql {
  return sql`
    select c.id, ${exportedFields(clientFields, "c")}, c.created_at as "createdAt", c.updated_at as "updatedAt"
      from clients c
     where c.org_id = ${orgId}
     order by c.id`;
}
