import { existsSync } from "node:fs";
import { open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connectionTo, untilReady } from "./connect-when-ready.ts";
import { EmbeddedPostgresError } from "./data-folder/embedded-postgres-error.ts";
import { endLeftovers, findWatchdog, isWatchdogHere, untilEnded } from "./end-leftovers.ts";
import { tryLock, type FileLock, lockRunningServer, type Hold } from "./lock-server.ts";
import { findBinaries } from "./data-folder/find-binaries.ts";
import { makeSocketDir, prepareDataFolder, type DataFolder } from "./data-folder/prepare-data-folder.ts";
import { minFreeBytes, readFreeBytes } from "./watch-disk.ts";
import { startWatchdog, type WatchdogEnd } from "./start-watchdog.ts";

export interface EmbeddedPostgresOptions {
  /** An explicit DATA_DIR (absolute), or undefined for the default (<checkout>/data). */
  dataDir: string | undefined;
  /** The root of the checkout, which contains the default folder. */
  checkoutDir: string;
  /** Receives one-line messages for the user. */
  say: (line: string) => void;
  /** Whether to create a database in an empty folder; defaults to true. */
  begins?: boolean;
  /** For tests: whether to use a temporary folder without fsync, which is removed however the server ends. */
  ephemeral?: boolean;
  /** Called once the server is starting or found running, so that the caller can do other work during the wait. */
  onWait?: () => void;
}

export type EmbeddedPostgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>;

/** Starts PostgreSQL on the data folder, or attaches to the server that another of our processes runs on it. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions) {
  const { say, ephemeral = false } = options;
  const folder = await prepareDataFolder({ ...options, ephemeral });
  const lock = await waitForLock(folder, say);
  try {
    const shared = await attach(folder, options);
    const hold = shared ?? (await start(folder, options));
    const share = tryLock(join(folder.runDir, "holders"), "shared");
    let stopped: Promise<void> | undefined;
    return {
      /** Options for pg.Pool: the host is the folder of the Unix socket. */
      connection: connectionTo(folder),
      /** The resolved folder, which contains `postgres/` and other files such as secret-key. */
      dataDir: folder.dataDir,
      /** Whether another of our processes had already started the server. */
      attached: shared !== undefined,
      /**
       * Releases the server. If no other process uses it, the server stops, and the promise resolves once it has ended.
       */
      stop: (): Promise<void> => (stopped ??= letGo(folder, hold, share, options)),
    };
  } finally {
    lock.release();
  }
}

/**
 * Makes start, attach and stop mutually exclusive, so that none of them meets a server that is starting or stopping.
 */
async function waitForLock(folder: DataFolder, say: (line: string) => void): Promise<FileLock> {
  const startedAt = performance.now();
  let said = false;
  for (;;) {
    const lock = tryToLock(folder);
    if (lock) return lock;
    await sleep(10);
    if (!said && performance.now() - startedAt > 10_000) {
      said = true;
      say(`Waiting for another Stint process that is starting or stopping the database in ${folder.dataDir}`);
    }
  }
}

function tryToLock({ dataDir, runDir }: DataFolder): FileLock | undefined {
  try {
    return tryLock(join(runDir, "lock"), "exclusive");
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The data folder ${dataDir} cannot be locked: ${(error as Error).message}. ` +
        "Free space on its disk, and check that it can be written.",
    );
  }
}

async function attach(folder: DataFolder, options: EmbeddedPostgresOptions): Promise<Hold | undefined> {
  const hold = await lockRunningServer(folder.runDir);
  if (hold === undefined) return undefined;
  // Refuses a server in another container, because the server would end with that container while we use it.
  if (process.platform === "linux" && !(await isWatchdogHere(folder.runDir))) {
    hold.release();
    throw new EmbeddedPostgresError(
      `Another container is running the database in ${folder.dataDir}. Run commands inside that container, or stop ` +
        "it first. Several nodes share a database through DATABASE_URL.",
    );
  }
  options.onWait?.();
  return keepIfReady(folder, hold, () => hold.isAnswered(), options.say);
}

async function start(folder: DataFolder, options: EmbeddedPostgresOptions): Promise<Hold> {
  const isFirst = !existsSync(folder.pgData);
  const native = await makeWay(folder, options);
  const { hold, end } = await startWatchdog(folder, native, options);
  const kept = hold && (await keepIfReady(folder, hold, () => end() === undefined, options.say));
  if (kept) {
    if (isFirst) await syncFolder(folder.dataDir);
    return kept;
  }
  let ended = end();
  for (; !ended; ended = end()) await sleep(5);
  throw await explain(folder, native, ended);
}

/**
 * Finds PostgreSQL's programs, ends leftover processes and creates the socket folder. Returns the folder with the
 * programs.
 */
async function makeWay(folder: DataFolder, options: EmbeddedPostgresOptions): Promise<string> {
  try {
    const native = findBinaries(options.checkoutDir, folder.copiesDir, folder.user);
    native.catch(() => undefined);
    await endLeftovers(folder);
    await makeSocketDir(folder);
    return await native;
  } catch (error) {
    // The watchdog normally removes the folder, but it has not started yet.
    if (options.ephemeral) await rm(folder.dataDir, { recursive: true, force: true });
    throw error;
  }
}

async function keepIfReady(
  folder: DataFolder,
  hold: Hold,
  isRunning: () => boolean,
  say: (line: string) => void,
): Promise<Hold | undefined> {
  let isReady = false;
  try {
    isReady = await untilReady(folder, isRunning, say);
  } finally {
    if (!isReady) hold.release();
  }
  return isReady ? hold : undefined;
}

async function letGo(
  folder: DataFolder,
  hold: Hold,
  share: FileLock | undefined,
  options: EmbeddedPostgresOptions,
): Promise<void> {
  // Releases the hold even if somebody has deleted the folder.
  const lock = existsSync(folder.runDir) ? await waitForLock(folder, options.say) : undefined;
  try {
    const watchdog = await findWatchdog(folder.runDir);
    share?.release();
    hold.release();
    if (!lock) return;
    const last = tryLock(join(folder.runDir, "holders"), "exclusive");
    if (!last) return;
    last.release();
    if (await untilEnded(folder, watchdog)) return;
    options.say(`PostgreSQL on ${folder.pgData} is still stopping; it will end by itself.`);
  } finally {
    lock?.release();
  }
}

/** Syncs the folder itself, so that the renaming of the new database survives a power failure. */
async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path);
  await folder.sync();
}

async function explain(folder: DataFolder, native: string, end: WatchdogEnd): Promise<EmbeddedPostgresError> {
  if (end.status === 127 && end.output.includes("shared libraries")) {
    return new EmbeddedPostgresError(
      `A library of PostgreSQL's programs in ${native} is missing: ${lastLines(end.output)}. ` +
        "Install Stint again (npm ci); if the library belongs to the system, install it, or set DATABASE_URL to " +
        "use another PostgreSQL server.",
    );
  }
  if (end.status === 126 || end.status === 127) {
    return new EmbeddedPostgresError(
      `PostgreSQL's programs in ${native} cannot run on this system: ${lastLines(end.output)}. They need Linux with ` +
        "glibc 2.27 or newer (not Alpine) or macOS, on a disk without noexec. " +
        "Otherwise set DATABASE_URL to use another PostgreSQL server.",
    );
  }
  if (end.output.includes("could not look up effective user ID")) {
    return new EmbeddedPostgresError(
      `The user id ${folder.user.uid} has no name on this system, and PostgreSQL creates a database only for a user with ` +
        "a name. Install the package libnss-wrapper, which our container image contains, add a line for the id to " +
        "/etc/passwd, or start Stint under an id that has a name.",
    );
  }
  const logPath = join(folder.runDir, "postgres.log");
  const log = await readFile(logPath, "utf8").catch(() => "");
  // An ephemeral folder is gone by now.
  const freeBytes = await readFreeBytes(folder.dataDir).catch(() => Infinity);
  const hint = freeBytes < minFreeBytes ? ` The disk is nearly full: ${Math.floor(freeBytes / 1e6)} MB are free.` : "";
  return new EmbeddedPostgresError(
    `PostgreSQL did not start on ${folder.pgData} (status ${end.status}).${hint} Its last lines:\n` +
      `${lastLines(end.output.trim() === "" ? log : end.output)}\n(log: ${logPath})`,
  );
}

function lastLines(text: string): string {
  return text.trim().split("\n").slice(-8).join("\n");
}
