import { readdir, rm } from "node:fs/promises";
import { keptDays } from "#identity/history/kept-days.ts";
import { hostname } from "node:os";
import { join } from "node:path";
import { BackupError } from "#platform/backup/format/backup-error.ts";
import { findDatabaseBytes, findLastGood, forgetBackups } from "#platform/backup/queries.ts";
import { type BackupKeep, type BackupTime, listSuperfluous } from "#platform/backup/schedule.ts";
import type { Database } from "#platform/database/database.ts";
import { minFreeBytes, readFreeBytes } from "#platform/embedded-postgres/watch-disk.ts";
import { dayMs } from "#platform/days.ts";

const fileName = /^stint-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/;

export function backupFileName(startedAt: Date): string {
  return `stint-${startedAt.toISOString().slice(0, 19).replaceAll(":", "-")}Z.backup`;
}

export function isBackupFile(file: string): boolean {
  return fileName.test(file);
}

async function listBackupFiles(folder: string): Promise<{ file: string; at: Date }[]> {
  return (await readdir(folder)).flatMap((file) => {
    const [, day, hour, minute, second] = fileName.exec(file) ?? [];
    return day === undefined ? [] : { file, at: new Date(`${day}T${hour}:${minute}:${second}Z`) };
  });
}

/** Throws if the backup could fill the disk, which it may share with the database. */
export async function requireRoom(db: Database, folder: string): Promise<void> {
  const last = await findLastGood(db);
  const needed = last === undefined ? await findDatabaseBytes(db) : (last.bytes ?? 0) * 2;
  const free = await readFreeBytes(folder);
  if (free - needed >= 2 * minFreeBytes) return;
  const mb = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`;
  throw new BackupError(
    `${folder} has ${mb(free)} free; a backup needs ${mb(needed)}, and ${mb(2 * minFreeBytes)} must stay free.`,
  );
}

/** Removes the files that no retention rule keeps, and the rows of files that no longer exist. */
export async function removeSuperfluous(
  db: Database,
  folder: string,
  { keep, at }: { keep: BackupKeep; at: BackupTime | undefined },
  now: () => Date,
): Promise<void> {
  const files = await listBackupFiles(folder);
  const superfluous = listSuperfluous(files, keep, at?.timeZone ?? "UTC");
  for (const { file } of superfluous) await rm(join(folder, file), { force: true });
  const left = (await listBackupFiles(folder)).map(({ file }) => file);
  await forgetBackups(db, hostname(), left, new Date(now().getTime() - keptDays * dayMs).toISOString());
}
