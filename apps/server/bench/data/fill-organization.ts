import type pg from "pg";
import { type DatabasePool, raw, sql } from "#platform/database/database.ts";
import { allKeys, measuresOf } from "#tracking/ledger/time-sums/cubes.ts";
import { measureList, sumsOf } from "#tracking/ledger/time-sums/queries.ts";

const defaultMembers = 50;
const projects = 200;
const projectsAtATime = 6;
export const taskCount = 2_000;
const years = 3;
const workdays = 780;
export const entryCount = 1_000_000;

/** Returns the project's and task's ids for a number from 1 to `taskCount`. All ids have the same length. */
export function placeOf(number: number): { projectId: string; taskId: string } {
  return {
    projectId: `proj_0199c5d0a1b27c3d8e4f5a6b${10_000_001 + (number % projects)}`,
    taskId: `task_0199c5d0a1b27c3d8e4f5a6b${10_000_000 + number}`,
  };
}

/** Returns the id of the member with a number from 1 to 49. */
export function memberOf(number: number): string {
  return `user_0199c5d0a1b27c3d8e4f5a6b${10_000_000 + number}`;
}

/**
 * Inserts members, projects and tasks, optionally with three years of entries and their sums. For speed, triggers
 * (foreign keys) are disabled and secondary indexes are dropped. The data satisfies the constraints, and the indexes
 * are rebuilt.
 */
export async function fillOrganization(
  db: DatabasePool,
  orgId: string,
  entries: number,
  members = defaultMembers,
): Promise<void> {
  const client = await db.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query("set session_replication_role = replica");
    await client.query("set maintenance_work_mem = '256MB'");
    await client.query("set work_mem = '256MB'");
    await fillPeopleAndProjects(client, orgId, members);
    if (entries > 0) {
      const indexes = await dropIndexes(client);
      await fillEntries(client, orgId, entries, members);
      for (const { indexdef } of indexes) await client.query(indexdef);
      // Without statistics, the planner would sort all entries for every sum instead of hashing them.
      await client.query("analyze time_entries");
      await fillSums(client, orgId);
    }
    await client.query("vacuum (analyze)");
    await client.query("checkpoint");
  } finally {
    // Close the connection, because its settings must not reach other users of the pool.
    client.release(true);
  }
}

async function fillPeopleAndProjects(client: pg.ClientBase, orgId: string, members: number): Promise<void> {
  await client.query(`
    insert into users (id, email, name)
    select 'user_0199c5d0a1b27c3d8e4f5a6b' || 10000000 + n, 'member' || n || '@example.com', 'Member ' || n
      from generate_series(1, ${members - 1}) n
    on conflict do nothing`);
  await client.query(
    `insert into members (org_id, user_id, role)
     select $1, 'user_0199c5d0a1b27c3d8e4f5a6b' || 10000000 + n, 'member' from generate_series(1, ${members - 1}) n`,
    [orgId],
  );
  await client.query(
    `insert into projects (org_id, id, name, rounding_mode, rounding_minutes)
     select $1, 'proj_0199c5d0a1b27c3d8e4f5a6b' || 10000001 + n, 'Project ' || n,
            case when n % 5 = 0 then 'up' end, case when n % 5 = 0 then 6 end
       from generate_series(0, ${projects - 1}) n`,
    [orgId],
  );
  await client.query(
    `insert into tasks (org_id, id, project_id, name)
     select $1, 'task_0199c5d0a1b27c3d8e4f5a6b' || 10000000 + n,
            'proj_0199c5d0a1b27c3d8e4f5a6b' || 10000001 + n % ${projects}, 'Task ' || n
       from generate_series(1, ${taskCount}) n`,
    [orgId],
  );
}

async function dropIndexes(client: pg.ClientBase): Promise<{ indexname: string; indexdef: string }[]> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(`
    select indexname, indexdef from pg_indexes
     where tablename = 'time_entries' and indexname not in (select conname from pg_constraint)`);
  for (const { indexname } of rows) await client.query(`drop index ${indexname}`);
  return rows;
}

/**
 * Inserts entries in the order of their start, as they would arrive over the years. Their ids sort by creation time,
 * like UUIDs of version 7. Members work on weekdays from 7:00 to 19:00 UTC, each quarter on all tasks of six projects.
 * Three in ten entries were edited, a third of these several times.
 */
async function fillEntries(client: pg.ClientBase, orgId: string, entries: number, members: number): Promise<void> {
  const { rows } = await client.query<{ user_id: string }>(
    "select user_id from members where org_id = $1 and role = 'owner'",
    [orgId],
  );
  await client.query(
    `insert into time_entries (org_id, id, user_id, project_id, task_id, started_at, duration_seconds, description, tags, tag_keys,
                               billable, billable_seconds, rate_minor, rate_source, amount_minor, cost_rate_minor, cost_rate_source,
                               cost_minor, version, created_at, updated_at)
     select $1, 'time_' || lpad(to_hex((extract(epoch from started_at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 19),
            case member when 0 then $2 else 'user_0199c5d0a1b27c3d8e4f5a6b' || 10000000 + member end,
            'proj_0199c5d0a1b27c3d8e4f5a6b' || 10000001 + project,
            'task_0199c5d0a1b27c3d8e4f5a6b' || 10000000 + case project when 0 then ${projects} else project end + ${projects} * (n % 10),
            started_at, seconds, 'Worked on ticket ' || 1000 + n % 9000,
            case when n % 3 = 0 then array['Review'] else '{}' end, case when n % 3 = 0 then array['review'] else '{}' end,
            n % 4 > 0, billed, 9000, 'organization', (billed * 9000 * 2 + 3600) / 7200, 4000, 'member', (seconds * 4000 * 2 + 3600) / 7200, version,
            started_at + seconds * interval '1 second', started_at + seconds * interval '1 second' + (version - 1) * interval '1 day'
       from (select *, (member * 7 + quarter * 13 + turn * 29) % ${projects} as project, case when n % 4 > 0 then seconds else 0 end as billed,
                    coalesce((array[2, 2, 4])[n % 10 + 1], 1) as version
               from (select n, floor(random() * ${members})::integer as member, floor(random() * ${projectsAtATime})::integer as turn,
                            (300 + floor(random() * 240)::integer * 60)::bigint as seconds,
                            (extract(year from day) * 4 + extract(quarter from day))::integer as quarter,
                            date_trunc('second', day + interval '7 hours' + (n * ${workdays} % $3) * interval '12 hours' / $3) as started_at
                       from generate_series(0::bigint, $3::bigint - 1) n
                       join (select day, row_number() over (order by day) - 1 as number
                               from generate_series(date_trunc('day', now()) - interval '${years} years', now(), interval '1 day') day
                              where extract(isodow from day) < 6) days on days.number = n * ${workdays} / $3) drawn) placed
      order by n`,
    [orgId, rows[0]?.user_id, entries],
  );
}

async function fillSums(client: pg.ClientBase, orgId: string): Promise<void> {
  const columns = raw(
    "e.org_id, e.started_at, e.project_id, e.user_id, e.task_id, nullif(e.tag_keys, '{}') as tag_keys",
  );
  const entries = sql`(select ${columns}, ${measuresOf("e", sql`1`)} from time_entries e where e.org_id = ${orgId}) entry`;
  const { text, values } = sql`
    insert into time_sums (org_id, cube, level, starts_at, ${raw(allKeys.join(", "))}, ${raw(measureList)})
    select ${orgId}, sums.* from (${sumsOf(entries)}) sums order by cube, level, starts_at`;
  await client.query(text, values);
}
