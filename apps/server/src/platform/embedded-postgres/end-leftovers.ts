import { readFile, readdir, readlink, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import type { DataFolder } from "./data-folder.ts";

const PATIENCE_MS = 60_000;

/**
 * Ends what runs on the data without a watchdog (one that is stopping, or that lost it) and removes its stale files.
 * PostgreSQL itself takes a zombie or a foreign process with the pid in postmaster.pid for a running server.
 */
export async function endLeftovers({ pgData, socketDir }: DataFolder): Promise<void> {
  // Without /proc (macOS) PostgreSQL's own check has to do.
  if (process.platform !== "linux") return;
  const deadline = performance.now() + PATIENCE_MS;
  const signalled = new Set<number>();
  for (;;) {
    const pids = await findServerProcesses(pgData);
    if (pids.length === 0) break;
    if (performance.now() > deadline) {
      throw new EmbeddedPostgresError(
        `PostgreSQL processes of an earlier start still work on ${pgData} and do not end: ${pids.join(", ")}. ` +
          "End them (kill -QUIT), then start again.",
      );
    }
    const postmaster = await readPostmasterPid(pgData);
    for (const pid of pids.includes(postmaster) ? [postmaster] : pids) {
      if (!signalled.has(pid)) signal(pid, pid === postmaster ? "SIGINT" : "SIGQUIT");
      signalled.add(pid);
    }
    await sleep(25);
  }
  for (const file of [
    join(pgData, "postmaster.pid"),
    join(socketDir, ".s.PGSQL.5432"),
    join(socketDir, ".s.PGSQL.5432.lock"),
  ]) {
    await rm(file, { force: true });
  }
}

/** Every process of PostgreSQL works in its data folder; a zombie works in none. */
export async function findServerProcesses(pgData: string): Promise<number[]> {
  const pids: number[] = [];
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const folder = await readlink(`/proc/${name}/cwd`).catch(() => undefined);
    if (folder !== pgData) continue;
    const command = await readFile(`/proc/${name}/comm`, "utf8").catch(() => "");
    if (command.trim() === "postgres") pids.push(Number(name));
  }
  return pids;
}

async function readPostmasterPid(pgData: string): Promise<number> {
  const text = await readFile(join(pgData, "postmaster.pid"), "utf8").catch(() => "");
  return Number.parseInt(text, 10);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself meanwhile.
  }
}
