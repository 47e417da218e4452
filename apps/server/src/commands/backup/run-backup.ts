import { stat } from "node:fs/promises";
import { checkBackup } from "#platform/backup/check-backup.ts";
import { MigrationError } from "#platform/database/migrate.ts";
import type { Config } from "#platform/config/config.ts";
import { abortOnSignal, type BackupDeps, describeBackup, makeBackup, readPassphrase, reportOf } from "./backup.ts";
import { CommandError } from "#commands/command-line/command-error.ts";
import { UsageError } from "#commands/command-line/command-line.ts";

type Out = (text: string) => void;

export interface BackupArguments {
  path: string;
  verify: boolean;
  passphraseFile: string | undefined;
  json: boolean;
}

/** Runs `stint-server backup FILE`. */
export async function runBackup(
  deps: BackupDeps & { out: Out },
  { path, verify, passphraseFile, json }: BackupArguments,
): Promise<void> {
  const passphrase = passphraseFile === undefined ? undefined : await readPassphrase(passphraseFile);
  const made = await forPeople(() => makeBackup(deps, { path, verify, passphrase, signal: abortOnSignal() }));
  if (json) return deps.out(`${JSON.stringify(made)}\n`);
  const proof = made.verified ? " It was restored to a scratch database and recounted." : "";
  const hint = passphrase === undefined ? " Save it with --passphrase-file, or store it elsewhere." : "";
  deps.out(`${path} is a backup ${describeBackup(made)}${hint}${proof}\n`);
}

/** Runs `stint-server backup --check FILE`. */
export async function runBackupCheck({ out }: { out: Out }, { path, json }: { path: string; json: boolean }) {
  const checked = await checkBackup(path);
  const report = reportOf(path, (await stat(path)).size, checked);
  if (json) return out(`${JSON.stringify(report)}\n`);
  out(`${path} is intact: a backup ${describeBackup(report)}\n`);
}

export interface RestoreArguments {
  path: string;
  passphraseFile: string | undefined;
  secretKeyFile: string | undefined;
  webhooks: string | undefined;
  json: boolean;
}

/** Runs `stint-server restore FILE`. */
export async function runRestore(
  { config, out, err }: { config: Config; out: Out; err: Out },
  { path, passphraseFile, secretKeyFile, webhooks = "new", json }: RestoreArguments,
): Promise<void> {
  if (webhooks !== "new" && webhooks !== "all" && webhooks !== "off")
    throw new UsageError(`--webhooks must be "new", "all" or "off", not ${JSON.stringify(webhooks)}.`);
  const passphrase = passphraseFile === undefined ? undefined : await readPassphrase(passphraseFile);
  // Loaded on demand, because `backup` needs the memory for rows.
  const { describeRestore, restoreBackup } = await import("./restore.ts");
  const report = await forPeople(() =>
    restoreBackup({ config, say: (line) => err(`${line}\n`) }, { path, passphrase, secretKeyFile, webhooks }),
  );
  out(json ? `${JSON.stringify(report)}\n` : `${describeRestore(report)}\n`);
}

async function forPeople<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof MigrationError ? new CommandError(error.message) : error;
  }
}
