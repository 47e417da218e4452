import { existsSync } from "node:fs";
import { minuteMs } from "#platform/days.ts";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { EmbeddedPostgresError } from "./data-folder/embedded-postgres-error.ts";
import type { DataFolder } from "./data-folder/prepare-data-folder.ts";
import { runAs } from "./data-folder/server-user.ts";

const PATIENCE_MS = minuteMs;

/**
 * Ends unwatched processes that use the data: a server that is stopping, or one that lost its watchdog. Also removes
 * stale files, because PostgreSQL takes a zombie or an unrelated process with the pid in postmaster.pid for a running
 * server.
 */
export async function endLeftovers(folder: DataFolder): Promise<void> {
  const { pgData, runDir, socketDir } = folder;
  // Every start creates both files and a clean stop removes both, so without these files there are no leftovers.
  if (!existsSync(join(pgData, "postmaster.pid")) && !existsSync(join(runDir, "watchdog.pid"))) return;
  const deadline = performance.now() + PATIENCE_MS;
  const signalled = new Set<number>();
  const watchdog = await findWatchdog(runDir);
  for (;;) {
    const pids = await findServerProcesses(folder);
    if (pids.length === 0 && !(await isWatchdog(watchdog, runDir))) break;
    if (performance.now() > deadline) {
      throw new EmbeddedPostgresError(
        `PostgreSQL processes from an earlier start still use ${pgData} and did not exit: ${pids.join(", ")}. ` +
          "End them (kill -QUIT), then start Stint again.",
      );
    }
    const postmaster = await readPid(join(pgData, "postmaster.pid"));
    // Backends without their postmaster exit once they are idle; a busy backend needs a signal.
    for (const pid of pids.includes(postmaster) ? [postmaster] : pids) {
      if (!signalled.has(pid)) signal(pid, pid === postmaster ? "SIGINT" : "SIGQUIT");
      signalled.add(pid);
    }
    await sleep(10);
  }
  // Without /proc (macOS), we cannot tell whether the files are stale, so we rely on PostgreSQL's own check.
  if (process.platform !== "linux") return;
  for (const stale of [
    join(pgData, "postmaster.pid"),
    join(socketDir, ".s.PGSQL.5432"),
    join(socketDir, ".s.PGSQL.5432.lock"),
  ]) {
    await rm(stale, { force: true });
  }
}

/** Waits until a released server has ended; returns false if that takes too long. */
export async function untilEnded(folder: DataFolder, watchdog: number): Promise<boolean> {
  const deadline = performance.now() + PATIENCE_MS;
  while ((await isWatchdog(watchdog, folder.runDir)) || (await findServerProcesses(folder)).length > 0) {
    if (performance.now() > deadline) return false;
    await sleep(10);
  }
  return true;
}

export function findWatchdog(runDir: string): Promise<number> {
  return readPid(join(runDir, "watchdog.pid"));
}

async function readPid(file: string): Promise<number> {
  return Number.parseInt(await readFile(file, "utf8").catch(() => ""), 10);
}

/** Whether this process can see the folder's watchdog. A watchdog in another container is invisible. */
export async function isWatchdogHere(runDir: string): Promise<boolean> {
  return isWatchdog(await findWatchdog(runDir), runDir);
}

/** Whether the pid belongs to the running watchdog, not to a zombie or a later process. */
async function isWatchdog(pid: number, runDir: string): Promise<boolean> {
  if (Number.isNaN(pid)) return false;
  if (process.platform !== "linux") return signal(pid, 0);
  const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  return command.split("\0").includes(runDir);
}

/**
 * Finds PostgreSQL's processes by their working directory, which is the data folder. Zombies have no working directory,
 * so they are not found. Without /proc, no process is found.
 */
async function findServerProcesses({ pgData, user }: DataFolder): Promise<number[]> {
  const script = `for process in /proc/[0-9]*; do
      [ "$process/cwd" -ef "$1" ] && read -r name <"$process/comm" && [ "$name" = postgres ] && echo "\${process#/proc/}"
    done; true`;
  const { output } = await runAs(user, script, [pgData]);
  return output
    .split("\n")
    .map(Number)
    .filter((pid) => pid > 0);
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    // The process has already exited.
    return false;
  }
}
