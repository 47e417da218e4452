import type pg from "pg";
import { type Database, raw, sql } from "#platform/database/database.ts";

export interface BackupRow {
  id: string;
  host: string;
  file: string;
  scheduled_at: string | null;
  started_at: string;
  finished_at: string | null;
  bytes: number | null;
  rows: number | null;
  verified_at: string | null;
  error: string | null;
}

/** The newest first. */
export function listBackups(db: Database, most: number): Promise<BackupRow[]> {
  return db.query<BackupRow>(sql`select * from backups order by started_at desc, id desc limit ${most}`);
}

/** The newest whose file was put in place. */
export async function findLastGood(db: Database): Promise<BackupRow | undefined> {
  const [row] = await db.query<BackupRow>(sql`
    select * from backups where bytes is not null order by started_at desc, id desc limit 1`);
  return row;
}

/** The newest that has ended, whether well or not. */
export async function findLastEnded(db: Database): Promise<BackupRow | undefined> {
  const [row] = await db.query<BackupRow>(sql`
    select * from backups where finished_at is not null order by started_at desc, id desc limit 1`);
  return row;
}

/** Since when this installation exists: scheduled instants before that are no missed backups. */
export async function findBeginning(db: Database): Promise<Date> {
  const [row] = await db.query<{ at: string | null }>(sql`select min(applied_at) as at from schema_migrations`);
  return new Date(row?.at ?? 0);
}

export async function insertBackup(
  db: Database,
  {
    id,
    host,
    file,
    scheduled_at: at,
    started_at: startedAt,
  }: Pick<BackupRow, "id" | "host" | "file" | "scheduled_at" | "started_at">,
): Promise<void> {
  await db.query(sql`
    insert into backups (id, host, file, scheduled_at, started_at) values (${id}, ${host}, ${file}, ${at}, ${startedAt})`);
}

export async function updateBackup(
  db: Database,
  id: string,
  end: Pick<BackupRow, "finished_at" | "bytes" | "rows" | "verified_at" | "error">,
): Promise<void> {
  await db.query(sql`
    update backups
       set finished_at = ${end.finished_at}, bytes = ${end.bytes}, rows = ${end.rows}, verified_at = ${end.verified_at},
           error = ${end.error}
     where id = ${id}`);
}

/**
 * Takes the lock that a node holds, with a session, as long as it makes a backup by itself. The lock ends with the session,
 * so that the row of a killed node is known by it.
 */
export async function takeOwnBackupsLock(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${lockKey}) as taken`);
  return rows[0]?.taken === true;
}

const lockKey = "hashtextextended('own backups', 0)";

/** Ends the rows that nobody makes any more; answers their files. The lock is taken before the row is written. */
export async function endAbandonedBackups(db: Database, now: string, error: string): Promise<string[]> {
  const rows = await db.query<{ file: string }>(sql`
    update backups set finished_at = ${now}, error = ${error}
     where finished_at is null
       and not exists (
         select from pg_locks l
          where l.locktype = 'advisory' and l.granted and l.objsubid = 1
            and l.database = (select oid from pg_database where datname = current_database())
            and (l.classid::bigint << 32) | l.objid::bigint = ${raw(lockKey)})
    returning file`);
  return rows.map(({ file }) => file);
}

/** Forgets files of this host that are gone, and failures of former months. */
export async function forgetBackups(
  db: Database,
  host: string,
  existing: readonly string[],
  before: string,
): Promise<void> {
  await db.query(sql`
    delete from backups
     where (host = ${host} and bytes is not null and file <> all(${[...existing]}))
        or (bytes is null and started_at < ${before})`);
}

export async function findDatabaseBytes(db: Database): Promise<number> {
  const [row] = await db.query<{ bytes: number }>(sql`select pg_database_size(current_database()) as bytes`);
  return row?.bytes ?? 0;
}
