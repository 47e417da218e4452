import { ownCommand } from "#platform/process/own-command.ts";
import { tmpdir } from "node:os";
import { BackupError, DamagedBackupError } from "#platform/backup/format/backup-error.ts";
import { checkBackup, type CheckedBackup } from "#platform/backup/check-backup.ts";
import { loadDatabase } from "#platform/backup/load-database.ts";
import { readTable } from "#platform/backup/save-database.ts";
import { openPool } from "#platform/database/pool/open-pool.ts";
import { startEmbeddedPostgres } from "#platform/embedded-postgres/start-embedded-postgres.ts";
import { readFreeBytes } from "#platform/embedded-postgres/watch-disk.ts";
import { runDoctor } from "#commands/doctor/doctor.ts";
import { checkoutDir, migrations } from "#commands/open/open-service.ts";

export interface VerifyDeps {
  err: (text: string) => void;
  signal?: AbortSignal | undefined;
  /** Whether the file is kept even if it could not be verified. */
  isKept?: boolean;
}

// The temporary database may need this many times the size of the saved rows, because of its indexes and the WAL.
const roomFactor = 4;
const minRoom = 300_000_000;

/**
 * Restores a backup to a temporary database, reads every table back and runs the doctor. Throws a `BackupError` if the
 * rows differ from those saved or the doctor finds a difference.
 */
export async function verifyBackup(path: string, { err, signal, isKept = false }: VerifyDeps): Promise<void> {
  const checked = await checkBackup(path);
  await requireRoom(checked);
  const server = await startEmbeddedPostgres({
    dataDir: undefined,
    checkoutDir,
    ephemeral: true,
    say: (line) => err(`${line}\n`),
  });
  // On an abort, stop the server, so that every statement of the verification fails immediately.
  signal?.addEventListener("abort", () => void server.stop(), { once: true });
  const db = openPool({ connection: server.connection, poolSize: 3, applicationName: "stint-verify" });
  try {
    await loadDatabase(db, { path, checked, migrations, onLoaded: (loaded) => compareRows(loaded, checked) });
    signal?.throwIfAborted();
    let findings = "";
    const isSound = await runDoctor({ db, out: (text) => (findings += text), err }, { repair: false, json: false });
    if (isSound) return;
    err(findings);
    throw new BackupError(
      `The backup is complete, but the doctor finds differences in the saved data; ${
        isKept
          ? `the file was kept. Run ${ownCommand} doctor.`
          : `no file was put in place. Run ${ownCommand} doctor; without --verify the data is saved as it is.`
      }`,
    );
  } finally {
    await db.end();
    await server.stop();
  }
}

type Client = Parameters<NonNullable<Parameters<typeof loadDatabase>[1]["onLoaded"]>>[0];

async function compareRows(client: Client, { head, summary }: CheckedBackup): Promise<void> {
  await client.query("set local synchronize_seqscans = off; set local bytea_output = hex");
  for (const [at, table] of head.tables.entries()) {
    const { rows, sha256 } = await readTable(client, table);
    const saved = summary.tables[at];
    if (rows !== saved?.rows || sha256 !== saved.sha256)
      throw new DamagedBackupError(`The restored rows of ${table.name} differ from those saved.`);
  }
}

async function requireRoom({ summary }: CheckedBackup): Promise<void> {
  const needed = summary.tables.reduce((sum, { bytes }) => sum + bytes, 0) * roomFactor + minRoom;
  const free = await readFreeBytes(tmpdir());
  if (free >= needed) return;
  const mb = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`;
  throw new BackupError(
    `A verification needs ${mb(needed)} in ${tmpdir()}, which has ${mb(free)} free. Set TMPDIR to a folder with more space.`,
  );
}
