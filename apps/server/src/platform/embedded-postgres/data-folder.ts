import { createHash } from "node:crypto";
import { chmod, chown, lstat, mkdir, mkdtemp, readFile, readdir, realpath, rmdir, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { findServerUser, isRoot, runAs, type ServerUser } from "./server-user.ts";

const MAJOR_VERSION = "18";
const SOCKET_NAME = ".s.PGSQL.5432";
// sun_path holds 108 bytes with its final zero on Linux, 104 on macOS.
const SOCKET_PATH_BYTES = 103;
const SHARED_PLACE = "/var/lib/stint";

/** Where everything of one embedded server is. */
export interface DataFolder {
  dataDir: string;
  /** PGDATA */
  pgData: string;
  /** Locks, the FIFO, the log and (if its path is short enough) the socket. */
  runDir: string;
  socketDir: string;
  /** Where the binaries are copied to when the server's user cannot use those of the checkout. */
  copiesDir: string;
  user: ServerUser;
}

/** Chooses the data folder, hands it to the server's user and makes what a server needs in it, except the database. */
export async function prepareDataFolder(options: {
  dataDir: string | undefined;
  checkoutDir: string;
  ephemeral: boolean;
  say: (line: string) => void;
}): Promise<DataFolder> {
  const { dataDir, user } = await chooseDataDir(options);
  await makeDataDir(dataDir, user);
  if (options.dataDir !== undefined) await refuseForeignFolder(dataDir);
  const pgData = join(dataDir, "postgres");
  const runDir = join(dataDir, "run");
  const socketDir = chooseSocketDir(dataDir, runDir);
  await handOver([pgData, runDir], user);
  await checkDatabaseFolder(pgData);
  await makeRunFiles(dataDir, runDir, socketDir, user);
  return { dataDir, pgData, runDir, socketDir, copiesDir: isRoot() ? SHARED_PLACE : dataDir, user };
}

async function chooseDataDir(options: {
  dataDir: string | undefined;
  checkoutDir: string;
  ephemeral: boolean;
  say: (line: string) => void;
}): Promise<{ dataDir: string; user: ServerUser }> {
  if (options.ephemeral) return chooseEphemeralDir(options.dataDir);
  const checkoutDir = resolve(options.checkoutDir);
  const dataDir = await resolveLinks(resolve(options.dataDir ?? join(checkoutDir, "data")));
  const user = await findServerUser(dataDir);
  if (!isRoot()) return { dataDir, user };

  const closed = await findClosedFolder(dirname(dataDir), user);
  if (options.dataDir !== undefined) {
    if (closed === undefined) return { dataDir, user };
    throw new EmbeddedPostgresError(
      `The user '${user.name}', as whom PostgreSQL runs, cannot enter ${closed}, so the data cannot be in ${dataDir}. ` +
        `Set DATA_DIR to a folder below one that everyone can enter (such as ${SHARED_PLACE}), or chmod o+x ${closed}.`,
    );
  }
  const hash = createHash("sha256").update(checkoutDir).digest("hex").slice(0, 8);
  const fallback = join(SHARED_PLACE, hash);
  // Data that is there already stays in use when the checkout becomes readable later.
  const movedBefore = (await hasDatabase(fallback)) && !(await hasDatabase(dataDir));
  if (closed === undefined && !movedBefore) return { dataDir, user };
  options.say(
    closed === undefined
      ? `The data of this checkout is in ${fallback}.`
      : `The user '${user.name}', as whom PostgreSQL runs, cannot enter ${closed}; the data is in ${fallback} instead.`,
  );
  await mkdir(SHARED_PLACE, { recursive: true, mode: 0o755 });
  return { dataDir: fallback, user: await findServerUser(fallback) };
}

async function chooseEphemeralDir(given: string | undefined): Promise<{ dataDir: string; user: ServerUser }> {
  const temp = await realpath(tmpdir());
  const dataDir = given === undefined ? await mkdtemp(join(temp, "stint-")) : await resolveLinks(given);
  if (dirname(dataDir) !== temp || !basename(dataDir).startsWith("stint-")) {
    throw new EmbeddedPostgresError(`${dataDir} is not ${temp}/stint-…: only such a folder may be ephemeral.`);
  }
  return { dataDir, user: await findServerUser(dataDir) };
}

/** The real path, also of a folder that does not exist yet. */
async function resolveLinks(path: string): Promise<string> {
  return realpath(path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT" || dirname(path) === path) throw error;
    return join(await resolveLinks(dirname(path)), basename(path));
  });
}

/** The first folder on the way that the user cannot enter. Asked of the system: mode bits do not tell of ACLs. */
async function findClosedFolder(folder: string, user: ServerUser): Promise<string | undefined> {
  const way = [folder];
  for (let parent = dirname(folder); parent !== way[0]; parent = dirname(parent)) way.unshift(parent);
  const script = 'for folder do [ -e "$folder" ] || exit 0; [ -x "$folder" ] || { printf %s "$folder"; exit 1; }; done';
  const { ok, output } = await runAs(user, script, way);
  return ok ? undefined : output;
}

async function hasDatabase(dataDir: string): Promise<boolean> {
  return (await stat(join(dataDir, "postgres", "PG_VERSION")).catch(() => undefined)) !== undefined;
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
    throw cannotUse(dataDir, user, String(error));
  }
}

async function refuseForeignFolder(dataDir: string): Promise<void> {
  if (await hasDatabase(dataDir)) return;
  const ours = /^(postgres|postgres\.new-.*|postgresql-.*|run|SECRET_KEY|lost\+found)$/;
  const foreign = (await readdir(dataDir)).find((name) => !ours.test(name));
  if (foreign === undefined) return;
  throw new EmbeddedPostgresError(
    `DATA_DIR ${dataDir} is not empty and holds no data of Stint (it has '${foreign}'). ` +
      "Set DATA_DIR to an empty or new folder, or to the data folder of a Stint.",
  );
}

function chooseSocketDir(dataDir: string, runDir: string): string {
  if (Buffer.byteLength(join(runDir, SOCKET_NAME)) <= SOCKET_PATH_BYTES) return runDir;
  return `/tmp/stint-${createHash("sha256").update(dataDir).digest("hex").slice(0, 16)}`;
}

/** Gives root the way to mend what another user or a restored backup left with the wrong owner. */
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
      `The data in ${pgData} was written by PostgreSQL ${version}; this Stint brings PostgreSQL ${MAJOR_VERSION}, ` +
        "which cannot read it. Start the Stint version that wrote it and export the data there (or pg_dump it with " +
        `PostgreSQL ${version}), or set DATA_DIR to another folder.`,
    );
  }
  await rmdir(pgData).catch((error: unknown) => {
    throw new EmbeddedPostgresError(
      `${pgData} holds no database that PostgreSQL can start (no PG_VERSION in it; ${String(error)}). ` +
        "Restore it from a backup, move it away to begin with an empty database, or set DATA_DIR to another folder.",
    );
  });
}

async function makeRunFiles(dataDir: string, runDir: string, socketDir: string, user: ServerUser): Promise<void> {
  const script = `umask 077
    mkdir -p "$1" && cd "$1" || exit
    [ -p alive ] || mkfifo alive 2>/dev/null || [ -p alive ] || mkfifo alive || exit
    : >>lock && : >>holders || exit
    mkdir -p "$2"`;
  const { ok, output } = await runAs(user, script, [runDir, socketDir]);
  if (!ok) throw cannotUse(dataDir, user, output);
  const socket = await lstat(socketDir);
  if (!socket.isDirectory() || socket.uid !== user.uid || (socket.mode & 0o077) !== 0) {
    throw new EmbeddedPostgresError(
      `${socketDir}, the place of PostgreSQL's socket, is not a private folder of the user '${user.name}'. ` +
        "Remove it, or set DATA_DIR to a folder with a shorter path.",
    );
  }
}

function cannotUse(dataDir: string, user: ServerUser, reason: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The user '${user.name}', as whom PostgreSQL runs, cannot use the data folder ${dataDir}: ${reason}. ` +
      "Give it to that user, or set DATA_DIR to another folder.",
  );
}
