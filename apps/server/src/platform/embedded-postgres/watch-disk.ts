import { statfs } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";

/** Below this, PostgreSQL soon cannot write its WAL: it crashes, and does not start until there is room. */
export const leastFreeBytes = 200_000_000;

export interface DiskWatch {
  /** NaN while unknown. */
  freeBytes(): number;
  isFull(): boolean;
  stop(): Promise<void>;
}

export interface DiskWatchOptions {
  readFreeBytes: () => Promise<number>;
  everyMs?: number;
  /** The disk became full, or has room again. */
  onChange: (isFull: boolean, freeBytes: number) => void;
}

/** Bytes that the database's user may still write on the folder's disk. */
export async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Polls the free space; resolves after the first poll. */
export async function watchDisk({
  readFreeBytes: read,
  everyMs = 1_000,
  onChange,
}: DiskWatchOptions): Promise<DiskWatch> {
  const stopping = new AbortController();
  let freeBytes = Number.NaN;
  let isFull = false;

  async function look(): Promise<void> {
    freeBytes = await read().catch(() => Number.NaN);
    const wasFull = isFull;
    isFull = freeBytes < leastFreeBytes;
    if (isFull !== wasFull) onChange(isFull, freeBytes);
  }

  async function run(): Promise<void> {
    const waits = { signal: stopping.signal };
    while (await pause(everyMs, true, waits).catch(() => false)) await look();
  }

  await look();
  const running = run();
  return {
    freeBytes: () => freeBytes,
    isFull: () => isFull,
    stop() {
      stopping.abort();
      return running;
    },
  };
}
