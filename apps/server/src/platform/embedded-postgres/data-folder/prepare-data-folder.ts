import { ownCommand } from "#platform/process/own-command.ts";
import { createHash } from "node:crypto";
import { chmod, chown, lstat, mkdir, readFile, readdir, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { chooseDataDir, hasDatabase, SHARED_PLACE } from "./choose-data-dir.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { isRoot, runAs, type ServerUser } from "./server-user.ts";

const MAJOR_VERSION = "18";
const SOCKET_NAME = ".s.PGSQL.5432";
// `sun_path` has 108 bytes on Linux and 104 on macOS, including the terminating NUL.
const SOCKET_PATH_BYTES = 103;

export interface DataFolder {
  dataDir: string;
  /** PGDATA */
  pgData: string;
  /** Contains locks, the FIFO, the log and (if its path is short enough) the socket. */
  runDir: string;
  socketDir: string;
  /** Contains copies of PostgreSQL's programs if the server's user cannot read those of the checkout. */
  copiesDir: string;
  user: ServerUser;
}

/**
 * Chooses the data folder, makes the server's user its owner, and creates everything in it that a server needs, except
 * the database.
 */
export async function prepareDataFolder(options: {
  dataDir: string | undefined;
  checkoutDir: string;
  ephemeral: boolean;
  begins?: boolean;
  say: (line: string) => void;
}): Promise<DataFolder> {
  const { dataDir, user } = await chooseDataDir(options);
  if (options.begins === false) await refuseNewFolder(dataDir);
  if (options.dataDir !== undefined) await refuseForeignFolder(dataDir, user);
  await makeDataDir(dataDir, user);
  const pgData = join(dataDir, "postgres");
  const runDir = join(dataDir, "run");
  const socketDir = chooseSocketDir(dataDir, runDir);
  await handOver([pgData, runDir], user);
  await makeRunFiles(dataDir, runDir, user);
  await checkDatabaseFolder(pgData);
  return { dataDir, pgData, runDir, socketDir, copiesDir: isRoot() ? SHARED_PLACE : dataDir, user };
}

async function makeDataDir(dataDir: string, user: ServerUser): Promise<void> {
  try {
    await mkdir(dirname(dataDir), { recursive: true });
    await mkdir(dataDir, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
    const { uid, mode } = await stat(dataDir);
    if (isRoot() && uid !== user.uid) await chown(dataDir, user.uid, user.credentials.gid ?? 0);
    if (isRoot() && (mode & 0o700) !== 0o700) await chmod(dataDir, mode | 0o700);
  } catch (error) {
    throw cannotUse(dataDir, user, (error as Error).message);
  }
}

async function refuseNewFolder(dataDir: string): Promise<void> {
  const names = await readdir(join(dataDir, "postgres")).catch((error: NodeJS.ErrnoException) => {
    if (["ENOENT", "ENOTDIR"].includes(error.code ?? "")) return [];
    // The folder exists but cannot be read. The code that opens it reports why.
    return [undefined];
  });
  if (names.length > 0) return;
  throw new EmbeddedPostgresError(
    `There is no Stint data in ${dataDir}. Set DATA_DIR to the service's data folder, ` +
      `or create a new one there with ${ownCommand} serve or ${ownCommand} org create.`,
  );
}

async function refuseForeignFolder(dataDir: string, user: ServerUser): Promise<void> {
  if (await hasDatabase(dataDir)) return;
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw cannotUse(dataDir, user, error.message);
  });
  const ours =
    /^(postgres|postgres\.new-.*|postgresql-.*|run|secret-key(?:\..+)?|service-address(?:\.new)?|backups|lost\+found)$/;
  const foreign = names.find((name) => !ours.test(name));
  if (foreign === undefined) return;
  throw new EmbeddedPostgresError(
    `DATA_DIR ${dataDir} is not empty and does not contain Stint data (it has '${foreign}'). ` +
      "Set DATA_DIR to an empty or new folder, or to an existing Stint data folder.",
  );
}

function chooseSocketDir(dataDir: string, runDir: string): string {
  if (Buffer.byteLength(join(runDir, SOCKET_NAME)) <= SOCKET_PATH_BYTES) return runDir;
  return `/tmp/stint-${createHash("sha256").update(dataDir).digest("hex").slice(0, 16)}`;
}

/** As root, corrects wrong ownership, which another user or a restored backup may have left behind. */
async function handOver(folders: string[], user: ServerUser): Promise<void> {
  if (!isRoot()) return;
  const root = { name: "root", uid: 0, credentials: {} };
  for (const folder of folders) {
    const found = await lstat(folder).catch(() => undefined);
    if (!found || found.uid === user.uid) continue;
    await runAs(root, 'chown -hR "$1" "$2"', [`${user.uid}:${user.credentials.gid ?? 0}`, folder]);
  }
}

async function checkDatabaseFolder(pgData: string): Promise<void> {
  const found = await lstat(pgData).catch(() => undefined);
  if (!found) return;
  const version = (await readFile(join(pgData, "PG_VERSION"), "utf8").catch(() => "")).trim();
  if (version === MAJOR_VERSION) return;
  if (version !== "") {
    throw new EmbeddedPostgresError(
      `The data in ${pgData} was written by PostgreSQL ${version}; this version of Stint includes PostgreSQL ${MAJOR_VERSION}, ` +
        "which cannot read it. Start the Stint version that wrote it and export the data there (or pg_dump it with " +
        `PostgreSQL ${version}), or set DATA_DIR to another folder.`,
    );
  }
  await rmdir(pgData).catch((error: unknown) => {
    throw new EmbeddedPostgresError(
      `${pgData} has no database that PostgreSQL can start (no PG_VERSION in it; ${String(error)}). ` +
        "Restore it from a backup, move it away to start with an empty database, or set DATA_DIR to another folder.",
    );
  });
}

async function makeRunFiles(dataDir: string, runDir: string, user: ServerUser): Promise<void> {
  const script = `umask 077
    mkdir -p "$1" && cd "$1" || exit
    [ -p alive ] || mkfifo alive 2>/dev/null || [ -p alive ] || mkfifo alive || exit
    : >>lock && : >>holders`;
  const { ok, output } = await runAs(user, script, [runDir]);
  if (!ok) throw cannotUse(dataDir, user, output);
}

/**
 * Creates the socket's folder. In /tmp, another user could have created it first, so it must belong to us and be closed
 * to others.
 */
export async function makeSocketDir({ socketDir, runDir, user }: DataFolder): Promise<void> {
  if (socketDir !== runDir) await runAs(user, 'umask 077; mkdir -p "$1"', [socketDir]);
  const found = await lstat(socketDir).catch(() => undefined);
  if (found?.isDirectory() && found.uid === user.uid && (found.mode & 0o077) === 0) return;
  throw new EmbeddedPostgresError(
    `${socketDir}, the folder for PostgreSQL's socket, is not a private folder of the user '${user.name}'. ` +
      "Remove it, or set DATA_DIR to a folder with a shorter path.",
  );
}

function cannotUse(dataDir: string, user: ServerUser, reason: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The user '${user.name}', which runs PostgreSQL, cannot use the data folder ${dataDir}: ${reason}. ` +
      "Start Stint as the folder's owner, give the folder to that user, or set DATA_DIR to another folder.",
  );
}
