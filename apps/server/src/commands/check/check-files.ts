import { access, constants, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { BackupConfig } from "#platform/config/backup-config.ts";
import type { Config } from "#platform/config/config.ts";
import { minFreeBytes, readFreeBytes } from "#platform/embedded-postgres/watch-disk.ts";
import { secretKeyPath } from "#platform/secrets/secret-key-file.ts";
import { readPassphrase } from "#commands/backup/backup.ts";
import { type Finding, findingsOf, inMb, reasonOf } from "./finding.ts";

const { good, note, bad } = findingsOf("files");
const disks = findingsOf("disks");

export interface Folders {
  /** The data folder of the embedded database; undefined with DATABASE_URL. */
  dataDir: string | undefined;
  /** The folder for the service's backups; undefined if it makes none. */
  backupDir: string | undefined;
  temporary: string;
}

export function foldersOf({ backup }: Pick<Config, "backup">, dataDir: string | undefined): Folders {
  const backupDir = backup.dir ?? (dataDir === undefined ? undefined : join(dataDir, "backups"));
  return { dataDir, backupDir, temporary: tmpdir() };
}

/** Checks owners and modes of everything that the service writes. */
export async function checkFiles(
  config: Pick<Config, "backup" | "secretKey">,
  { dataDir, backupDir, temporary }: Folders,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (dataDir !== undefined) {
    findings.push(await checkFolder("DATA_DIR", dataDir));
    findings.push(...(await checkKeyFile(secretKeyPath(dataDir), config.secretKey !== undefined)));
  }
  if (backupDir !== undefined && config.backup.at !== undefined)
    findings.push(await checkFolder("BACKUP_DIR", await nearestExisting(backupDir)));
  if (config.backup.passphraseFile !== undefined) findings.push(await checkPassphrase(config.backup.passphraseFile));
  findings.push(await checkFolder("The temporary folder (TMPDIR)", temporary));
  return findings;
}

async function checkFolder(name: string, folder: string): Promise<Finding> {
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    const { mode } = await stat(folder);
    if ((mode & 0o002) !== 0 && (mode & 0o1000) === 0)
      return bad(`${name} ${folder} can be written by everyone.`, `chmod o-w ${folder}`);
    return good(`${name} ${folder} can be written.`);
  } catch (error) {
    return bad(
      `${name} ${folder} cannot be used: ${reasonOf(error)}.`,
      "Give it to the user that runs Stint (chown), mount it writable, or choose another folder.",
    );
  }
}

/**
 * Returns the folder or, if it does not exist, its nearest existing ancestor, which decides whether the service can
 * create the folder.
 */
async function nearestExisting(folder: string): Promise<string> {
  const exists = await stat(folder).then(
    () => true,
    () => false,
  );
  return exists || dirname(folder) === folder ? folder : nearestExisting(dirname(folder));
}

async function checkKeyFile(path: string, isInSettings: boolean): Promise<Finding[]> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return [];
  if ((found.mode & 0o077) !== 0)
    return [bad(`${path} can be read by other users (mode ${modeOf(found.mode)}).`, `chmod 600 ${path}`)];
  const unused = note(
    `SECRET_KEY is set, so ${path} is not used.`,
    "Once SECRET_KEY is stored safely, remove the file.",
  );
  return [good(`${path} can be read only by its owner.`), ...(isInSettings ? [unused] : [])];
}

function modeOf(mode: number): string {
  return (mode & 0o777).toString(8).padStart(3, "0");
}

async function checkPassphrase(path: string): Promise<Finding> {
  try {
    await readPassphrase(path);
    const { mode } = await stat(path);
    if ((mode & 0o077) === 0) return good(`BACKUP_PASSPHRASE_FILE ${path} can be read only by its owner.`);
    return bad(
      `BACKUP_PASSPHRASE_FILE ${path} can be read by other users (mode ${modeOf(mode)}).`,
      `chmod 600 ${path}`,
    );
  } catch (error) {
    return bad(
      `BACKUP_PASSPHRASE_FILE cannot be used: ${reasonOf(error)}`,
      "Without it every scheduled backup fails: write a passphrase of 12 characters or more to the file.",
    );
  }
}

/** Checks the free space where the service writes. `backupBytes` is the estimated size of the next backup. */
export async function checkDisks(
  { at, verifies }: BackupConfig,
  { dataDir, backupDir, temporary }: Folders,
  backupBytes: number | undefined,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (dataDir !== undefined)
    findings.push(await checkSpace("DATA_DIR", dataDir, 2 * minFreeBytes, "below 200 MB writes are refused"));
  if (backupDir !== undefined && at !== undefined) {
    const place = await nearestExisting(backupDir);
    const needed = (backupBytes ?? 0) + 2 * minFreeBytes;
    findings.push(await checkSpace("BACKUP_DIR", place, needed, "otherwise no backup is made"));
    if (dataDir !== undefined && (await isSameDisk(place, dataDir)))
      findings.push(
        disks.note(
          `The backups in ${backupDir} are on the same disk as the data, and are lost with it.`,
          "Set BACKUP_DIR to another disk, or copy the files away (docs/run/backup.md).",
        ),
      );
  }
  const use = verifies && at !== undefined ? "backups are verified in it" : "imports and downloads use it";
  findings.push(
    await checkSpace("The temporary folder (TMPDIR)", temporary, 2 * (backupBytes ?? 0) + minFreeBytes, use),
  );
  return findings;
}

async function checkSpace(name: string, folder: string, least: number, why: string): Promise<Finding> {
  try {
    const free = await readFreeBytes(folder);
    const message = `${name} ${folder} has ${inMb(free)} free`;
    if (free >= least) return disks.good(`${message}.`);
    return disks.bad(
      `${message} of the ${inMb(least)} that it should have: ${why}.`,
      "Free space, or enlarge the disk.",
    );
  } catch (error) {
    return disks.bad(`The free space of ${folder} cannot be read: ${reasonOf(error)}.`, "Mount the disk.");
  }
}

async function isSameDisk(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((path) => stat(path).catch(() => undefined)));
  return a !== undefined && a.dev === b?.dev;
}
