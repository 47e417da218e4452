import type { DatabasePool } from "#platform/database/database.ts";

const members = 50;
const projects = 200;
export const taskCount = 2_000;
const years = 3;
export const entryCount = 1_000_000;

/** The project and task of a number from 1 to `taskCount`; always of the same length. */
export function placeOf(number: number): { projectId: string; taskId: string } {
  return {
    projectId: `proj_0199c5d0a1b27c3d8e4f5a6b${10_000_001 + (number % projects)}`,
    taskId: `task_0199c5d0a1b27c3d8e4f5a6b${10_000_000 + number}`,
  };
}

/**
 * Members, projects and tasks, and where asked for a million entries over three years, in SQL. Triggers (foreign keys)
 * and secondary indexes are left out meanwhile; the data fits them and the indexes are made again.
 */
export async function fillOrganization(db: DatabasePool, orgId: string, entries: number): Promise<void> {
  const client = await db.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query("set session_replication_role = replica");
    await client.query("set maintenance_work_mem = '256MB'");
    await client.query(`
      insert into users (id, email, name)
      select 'user_0199c5d0a1b27c3d8e4f5a6b' || 10000000 + n, 'member' || n || '@example.com', 'Member ' || n
        from generate_series(1, ${members - 1}) n`);
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
    const { rows: indexes } = await client.query<{ indexname: string; indexdef: string }>(`
      select indexname, indexdef from pg_indexes
       where tablename = 'time_entries' and indexname not in (select conname from pg_constraint)`);
    for (const { indexname } of indexes) await client.query(`drop index ${indexname}`);
    // Written in the order of their start, as they come in over the years; ids sort by time like UUID version 7.
    await client.query(
      `insert into time_entries (org_id, id, user_id, project_id, task_id, started_at, duration_seconds, description,
                                 tags, tag_keys, billable, billable_seconds, created_at, updated_at)
       select $1, 'time_' || lpad(to_hex((extract(epoch from started_at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 19),
              case member when 0 then $2 else 'user_0199c5d0a1b27c3d8e4f5a6b' || 10000000 + member end,
              'proj_0199c5d0a1b27c3d8e4f5a6b' || 10000001 + task % ${projects}, 'task_0199c5d0a1b27c3d8e4f5a6b' || 10000000 + task,
              started_at, seconds, 'Worked on ticket ' || 1000 + n % 9000,
              case when n % 3 = 0 then array['Review'] else '{}' end, case when n % 3 = 0 then array['review'] else '{}' end,
              n % 4 > 0, case when n % 4 > 0 then seconds else 0 end, started_at + seconds * interval '1 second', started_at + seconds * interval '1 second'
         from (select n, floor(random() * ${members})::integer as member,
                      1 + floor(power(random(), 2) * ${taskCount})::integer as task,
                      300 + floor(random() * 240)::integer * 60 as seconds,
                      date_trunc('second', now() - interval '${years} years' + n * (interval '${years} years' / ${entryCount})) as started_at
                 from generate_series(1, ${entries}) n) drawn`,
      [
        orgId,
        (await client.query("select user_id from members where org_id = $1 and role = 'owner'", [orgId])).rows[0]
          .user_id,
      ],
    );
    for (const { indexdef } of indexes) await client.query(indexdef);
    await client.query("vacuum (analyze)");
    await client.query("checkpoint");
  } finally {
    // With its settings: they are not for anybody else.
    client.release(true);
  }
}
