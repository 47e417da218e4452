import type { Origin } from "#identity/history/record-change.ts";
import { rowsOfStatement } from "#platform/process/row-counts.ts";
import { raw, sql, type Transaction } from "#platform/database/database.ts";
import { newColumns } from "#platform/fields/fields.ts";
import { clients } from "#tracking/ledger/clients/client.ts";
import { clientFields } from "#tracking/ledger/clients/fields.ts";
import type { ProjectFields } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { chooseColors } from "#tracking/ledger/projects/colors.ts";
import { projectFields } from "#tracking/ledger/projects/fields.ts";
import { projects } from "#tracking/ledger/projects/project.ts";
import { taskFields } from "#tracking/ledger/tasks/fields.ts";
import { withHashJoins } from "#platform/database/with-hash-joins.ts";
import { tasks } from "#tracking/ledger/tasks/task.ts";

/** Creates the clients, projects and tasks that are in the file but not in the organization. */
export async function makePlaces(tx: Transaction, origin: Origin, importId: string): Promise<void> {
  const place = { tx, origin, importId };
  await withHashJoins(tx, async () => {
    await makeClients(place);
    await makeProjects(place);
    await makeTasks(place);
  });
}

interface Importing {
  tx: Transaction;
  origin: Origin;
  importId: string;
}

async function makeClients({ tx, origin, importId }: Importing): Promise<void> {
  const { orgId } = origin;
  const wanted = await tx.query<{ name: string; archived: boolean }>(sql`
    select min(client) as name, bool_or(archived and project is null) as archived
      from import_places
     where org_id = ${orgId} and import_id = ${importId} and client is not null and client_id is null and (listed or used)
     group by lower(client)
     order by min(number)`);
  const columns = wanted.map((client) => newColumns(clientFields, client));
  const ids = await storeInBatches(columns, (some) => clients.insertAll(tx, origin, some));
  await noteMade({ tx, origin, importId }, "client", ids);
  await tx.query(sql`
    update import_places p set client_id = made.id
      from clients made
     where made.org_id = ${orgId} and made.id = any(${ids})
       and p.org_id = ${orgId} and p.import_id = ${importId} and lower(p.client) = lower(made.name)`);
}

async function makeProjects({ tx, origin, importId }: Importing): Promise<void> {
  const { orgId } = origin;
  const wanted = await tx.query<{
    name: string;
    clientId: string | null;
    archived: boolean;
    fields: ProjectFields[] | null;
  }>(
    sql`
    select min(project) as name, client_id as "clientId", bool_or(archived and task is null) as archived,
           json_agg(project_fields order by number) filter (where project_fields <> '{}') as fields
      from import_places
     where org_id = ${orgId} and import_id = ${importId} and project is not null and project_id is null and (listed or used)
     group by lower(project), client_id
     order by min(number)`,
  );
  const unlimited = { rounding_mode: null, rounding_minutes: null, budget: null };
  const given = wanted.map(({ name, clientId, archived, fields }) => {
    // Applies the values in reverse order, so that the first value in the file wins.
    const ofFile: ProjectFields = Object.assign({}, ...(fields ?? []).toReversed());
    return { ...ofFile, name, clientId, status: archived ? ("archived" as const) : ("active" as const) };
  });
  const colors = given.flatMap(({ color }) => color ?? []);
  const nextColor = await chooseColors(tx, orgId, colors);
  const columns = given.map((project) => {
    const color = project.color === undefined ? nextColor() : project.color;
    return { ...newColumns(projectFields, { ...project, color }), ...unlimited };
  });
  const ids = await storeInBatches(columns, (some) => projects.insertAll(tx, origin, some));
  await noteMade({ tx, origin, importId }, "project", ids);
  await tx.query(sql`
    update import_places p set project_id = made.id
      from projects made
     where made.org_id = ${orgId} and made.id = any(${ids})
       and p.org_id = ${orgId} and p.import_id = ${importId} and p.project_id is null
       and lower(p.project) = lower(made.name) and coalesce(p.client_id, '') = coalesce(made.client_id, '')`);
}

async function makeTasks({ tx, origin, importId }: Importing): Promise<void> {
  const { orgId } = origin;
  const wanted = await tx.query<{ name: string; project_id: string; done: boolean }>(sql`
    select min(task) as name, project_id, bool_or(done) as done
      from import_places
     where org_id = ${orgId} and import_id = ${importId} and task is not null and task_id is null and project_id is not null
       and (listed or used)
     group by project_id, lower(task)
     order by min(number)`);
  const columns = wanted.map(({ name, project_id, done }) => ({
    project_id,
    ...newColumns(taskFields, { name, status: done ? "done" : "open" }),
  }));
  const ids = await storeInBatches(columns, (some) => tasks.insertAll(tx, origin, some));
  await noteMade({ tx, origin, importId }, "task", ids);
  await tx.query(sql`
    update import_places p set task_id = made.id
      from tasks made
     where made.org_id = ${orgId} and made.id = any(${ids})
       and p.org_id = ${orgId} and p.import_id = ${importId} and p.task_id is null
       and p.project_id = made.project_id and lower(p.task) = lower(made.name)`);
}

/** Stores the objects in batches, so that none blocks the event loop for long. Returns the ids. */
async function storeInBatches<Stored>(
  wanted: Stored[],
  store: (some: Stored[]) => Promise<{ id: string }[]>,
): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < wanted.length; at += rowsOfStatement)
    for (const { id } of await store(wanted.slice(at, at + rowsOfStatement))) ids.push(id);
  return ids;
}

async function noteMade({ tx, origin, importId }: Importing, kind: string, ids: string[]): Promise<void> {
  await tx.query(sql`
    insert into import_made (org_id, import_id, kind, id)
    select ${origin.orgId}, ${importId}, ${raw(`'${kind}'`)}, id from unnest(${ids}::text[]) as made (id)`);
}
