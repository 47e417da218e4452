import { type Database, sql } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";

/**
 * Inserts projects with one task each, and one client per hundred projects. Their names sort last. Writes no change
 * rows, because only clients that keep a copy of the projects would need them.
 */
export async function insertProjects(db: Database, orgId: string, count: number): Promise<void> {
  const ids = (prefix: string, most: number) => Array.from({ length: most }, () => newId(prefix));
  const clients = ids("client", Math.ceil(count / 100));
  const [projects, tasks] = [ids("proj", count), ids("task", count)];
  const of = projects.map((_, at) => clients[at % clients.length]);
  await db.query(sql`
    insert into clients (org_id, id, name)
    select ${orgId}, id, 'Zeta ' || at from unnest(${clients}::text[]) with ordinality as c (id, at)`);
  await db.query(sql`
    insert into projects (org_id, id, name, client_id)
    select ${orgId}, id, 'Zeta ' || at, client_id
      from unnest(${projects}::text[], ${of}::text[]) with ordinality as p (id, client_id, at)`);
  await db.query(sql`
    insert into tasks (org_id, id, project_id, name)
    select ${orgId}, id, project_id, 'Task ' || at
      from unnest(${tasks}::text[], ${projects}::text[]) with ordinality as t (id, project_id, at)`);
}
