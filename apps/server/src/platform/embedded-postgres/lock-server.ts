import { randomUUID } from "node:crypto";
import { closeSync, constants, existsSync, fstatSync, openSync, writeSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseSync } from "node:sqlite";

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_RDWR, O_WRONLY } = constants;

/** Keeps the server running: the watchdog stops the server once no process has a hold on it. */
export interface Hold {
  /** Returns false once the watchdog has begun to stop the server. */
  isAnswered(): boolean;
  release(): void;
}

/** Acquires a hold on the running server; undefined if none is running or it is stopping. */
export async function lockRunningServer(runDir: string): Promise<Hold | undefined> {
  const fd = openWriteEnd(runDir);
  return fd === undefined ? undefined : confirmHold(fd, runDir);
}

/** Starts a watchdog and acquires a hold on its server. `spawnWatchdog` must give the watchdog the FIFO's read end. */
export async function lockNewServer(
  runDir: string,
  spawnWatchdog: (readEnd: number) => void,
): Promise<Hold | undefined> {
  // While `both` is open, the next two opens neither block nor fail. The read end must be in blocking mode, because a
  // shell cannot read from a non-blocking descriptor.
  const both = openSync(fifoIn(runDir), O_RDWR | O_NONBLOCK | O_NOFOLLOW);
  const readEnd = openSync(fifoIn(runDir), O_RDONLY | O_NOFOLLOW);
  const fd = openWriteEnd(runDir);
  try {
    spawnWatchdog(readEnd);
  } finally {
    closeSync(readEnd);
    closeSync(both);
  }
  return fd === undefined ? undefined : confirmHold(fd, runDir);
}

const fifoIn = (runDir: string): string => join(runDir, "alive");

function openWriteEnd(runDir: string): number | undefined {
  try {
    const fd = openSync(fifoIn(runDir), O_WRONLY | O_NONBLOCK | O_NOFOLLOW);
    if (fstatSync(fd).isFIFO()) return fd;
    closeSync(fd);
    throw new Error(`${fifoIn(runDir)} is not a FIFO`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENXIO") return undefined;
    throw error;
  }
}

/**
 * Waits until the watchdog acknowledges the hold. An open write end alone is not enough, because the watchdog may have
 * just seen the last hold being released. After the acknowledgement, it sees no end of file until we close our end.
 */
async function confirmHold(fd: number, runDir: string): Promise<Hold | undefined> {
  const hold = { isAnswered: () => write(fd, "\n"), release: () => closeSync(fd) };
  const answer = `answer-${randomUUID()}`;
  let isRead = write(fd, `${answer}\n`);
  while (isRead && !existsSync(join(runDir, answer))) {
    await sleep(2);
    isRead = hold.isAnswered();
  }
  if (!isRead) {
    hold.release();
    return undefined;
  }
  // The folder of an ephemeral server may already be gone.
  await rm(join(runDir, answer), { force: true });
  return hold;
}

function write(fd: number, line: string): boolean {
  try {
    writeSync(fd, line);
    return true;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "EPIPE") return false;
    // The FIFO is full, because the watchdog has not read the earlier lines yet.
    if (code === "EAGAIN") return true;
    throw error;
  }
}

/** The kernel releases this lock when its process dies. */
export interface FileLock {
  release(): void;
}

// Node has no flock, so this uses SQLite's file locks; nothing is ever written to the files.
export function tryLock(path: string, kind: "shared" | "exclusive"): FileLock | undefined {
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    file.exec(kind === "exclusive" ? "begin exclusive" : "begin; select 1 from sqlite_schema");
    return { release: () => file.close() };
  } catch (error) {
    file.close();
    const SQLITE_BUSY = 5;
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
}
