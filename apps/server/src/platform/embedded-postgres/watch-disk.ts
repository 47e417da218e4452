import { statfs } from "node:fs/promises";
import { minuteMs } from "#platform/days.ts";
import { type JobRunner, pollMs } from "#platform/jobs/job-runner.ts";

/**
 * With less free space than this, PostgreSQL will soon fail to write its WAL and crash, and it cannot restart until
 * there is space.
 */
export const minFreeBytes = 200_000_000;

export interface DiskWatchOptions {
  jobs: JobRunner;
  readFreeBytes: () => Promise<number>;
  everyMs?: number;
  /** Called when the disk becomes full and when it has space again. */
  onChange: (isFull: boolean, freeBytes: number) => void;
}

/** Returns how many more bytes the database's user can write on the folder's disk. */
export async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

export type DiskWatch = Awaited<ReturnType<typeof watchDisk>>;

/** Polls the free space; resolves after the first poll. */
export async function watchDisk({ jobs, readFreeBytes: read, everyMs = pollMs, onChange }: DiskWatchOptions) {
  let freeBytes = Number.NaN;
  let isFull = false;

  async function look(): Promise<void> {
    freeBytes = await read().catch(() => Number.NaN);
    const wasFull = isFull;
    isFull = freeBytes < minFreeBytes;
    if (isFull !== wasFull) onChange(isFull, freeBytes);
  }

  await look();
  const { stop } = jobs.start({ name: "watch-disk", everyMs, timeoutMs: minuteMs, run: look });
  return {
    /** NaN if unknown. */
    freeBytes: (): number => freeBytes,
    isFull: (): boolean => isFull,
    stop,
  };
}
