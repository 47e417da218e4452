import type { Config } from "#platform/config/config.ts";
import type { Database } from "#platform/database/database.ts";
import { hourMs } from "#platform/days.ts";
import { ownCommand } from "#platform/process/own-command.ts";
import { findBeginning, findDatabaseBytes, findLastEnded, findLastGood } from "#platform/backup/queries.ts";
import { lastSlot } from "#platform/backup/schedule.ts";
import { counted } from "#commands/command-line/counted.ts";
import { type Finding, findingsOf } from "./finding.ts";

const { good, note, bad } = findingsOf("backups");

/**
 * How late a backup can normally be: the service makes up for a missed backup within a minute of its start, and retries
 * a failed backup after an hour.
 */
const graceMs = 2 * hourMs;

/** Estimates the bytes that the next backup needs. */
export async function findBackupBytes(db: Database): Promise<number> {
  const last = await findLastGood(db);
  return last === undefined ? findDatabaseBytes(db) : (last.bytes ?? 0) * 2;
}

/** Checks the age and verification of the last scheduled backup. */
export async function checkBackups(
  db: Database,
  { at, verifies }: Pick<Config["backup"], "at" | "verifies">,
  backupDir: string | undefined,
  now: Date,
): Promise<Finding[]> {
  if (backupDir === undefined)
    return [note("The service makes no backups.", "Set BACKUP_DIR, or make sure that PostgreSQL itself is backed up.")];
  if (at === undefined)
    return [note("BACKUP_AT is off: the service makes backups only on request.", "Set BACKUP_AT, such as 03:00.")];
  const [last, ended, beginning] = [await findLastGood(db), await findLastEnded(db), await findBeginning(db)];
  const findings: Finding[] = [];
  const slot = lastSlot(at, new Date(now.getTime() - graceMs));
  const startedAt = last === undefined ? undefined : new Date(last.scheduled_at ?? last.started_at);
  if (startedAt === undefined) {
    if (slot < beginning) findings.push(good(`There is no backup yet; the first one is due at ${at.time}.`));
    else
      findings.push(bad("There is no backup.", `Read the service's log, and check that it can write to ${backupDir}.`));
  } else {
    const age = `The last backup is ${describeAge(now.getTime() - startedAt.getTime())} old`;
    findings.push(
      startedAt >= slot
        ? good(`${age}.`)
        : bad(
            `${age}, although one is due each day at ${at.time}.`,
            `Check that the service runs at that time, or read its log; it writes to ${backupDir}.`,
          ),
    );
  }
  if (ended !== undefined && ended.bytes === null)
    findings.push(bad(`The last attempt at a backup failed: ${ended.error ?? "unknown"}`, "See docs/run/backup.md."));
  if (last !== undefined && verifies && last.verified_at === null)
    findings.push(
      bad(
        `The last backup could not be verified: ${last.error ?? "it was not tried"}`,
        `Run ${ownCommand} doctor, and check that the temporary folder (TMPDIR) has space.`,
      ),
    );
  else if (last !== undefined && last.verified_at !== null)
    findings.push(good("It was restored to a scratch database and recounted."));
  return findings;
}

function describeAge(ms: number): string {
  const hours = Math.floor(ms / hourMs);
  return hours < 48 ? counted(hours, "hour") : `${Math.floor(hours / 24)} days`;
}
