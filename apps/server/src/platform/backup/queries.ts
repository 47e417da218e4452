import type pg from "pg";
import { type Database, sql } from "#platform/database/database.ts";

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

export function listBackups(db: Database, most: number): Promise<BackupRow[]> {
  return db.query<BackupRow>(sql`select * from backups order by started_at desc, id desc limit ${most}`);
}

/** Finds the newest backup whose file was moved to its final path. */
export async function findLastGood(db: Database): Promise<BackupRow | undefined> {
  const [row] = await db.query<BackupRow>(sql`
    select * from backups where bytes is not null order by started_at desc, id desc limit 1`);
  return row;
}

/** Finds the newest backup that has ended, successfully or not. */
export async function findLastEnded(db: Database): Promise<BackupRow | undefined> {
  const [row] = await db.query<BackupRow>(sql`
    select * from backups where finished_at is not null order by started_at desc, id desc limit 1`);
  return row;
}

/** Returns when this installation was created. Backups scheduled for an earlier time were not missed. */
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
 * A node has this lock while it creates a backup in the service's own folder. If no node has it, an unfinished row was
 * left by a killed node.
 */
export const ownBackupsLock = "own backups";

/** Locks an unfinished file until the session ends. */
export async function lockPartial(client: pg.ClientBase, id: string): Promise<void> {
  await client.query(`select pg_advisory_lock(${partialKey})`, [id]);
}

/** Whether a session is writing this file. */
export async function isPartialLocked(client: pg.ClientBase, id: string): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>(`select pg_try_advisory_xact_lock(${partialKey}) as free`, [
    id,
  ]);
  return rows[0]?.free !== true;
}

const partialKey = "hashtextextended('partial backup ' || $1::text, 0)";

/**
 * If no node has `ownBackupsLock`, marks unfinished rows as ended and returns their files. A backup acquires the lock
 * before it writes its row, so these backups were abandoned.
 */
export async function endAbandonedBackups(db: Database, now: string, error: string): Promise<string[]> {
  const rows = await db.query<{ file: string }>(sql`
    update backups set finished_at = ${now}, error = ${error}
     where finished_at is null
       and not exists (
         select from pg_locks l
          where l.locktype = 'advisory' and l.granted and l.objsubid = 1
            and l.database = (select oid from pg_database where datname = current_database())
            and (l.classid::bigint << 32) | l.objid::bigint = hashtextextended(${ownBackupsLock}, 0))
    returning file`);
  return rows.map(({ file }) => file);
}

/** Deletes the rows of this host's backups whose files are missing, and of failures that started before `before`. */
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
