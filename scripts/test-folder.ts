import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import type { Socket } from "node:net";
import { join } from "node:path";

const memory = "/dev/shm";
const neededBytes = 6_000_000_000;

/**
 * Creates the temporary folder of a run. Creates it in memory if there is room, because copying a database on a disk
 * takes twenty times as much CPU time. Makes it accessible to all users, like /tmp, because PostgreSQL does not run as
 * root.
 */
export function makeTestFolder(): string {
  const folder = makeFolder(isRoomy() ? memory : tmpdir());
  if (!folder.startsWith(memory) || canExecute(folder)) return folder;
  return makeFolder(tmpdir());
}

/**
 * Creates a folder that is removed once this process has ended, however it ended, and databases no longer write to it.
 */
function makeFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, "stint-tests-"));
  chmodSync(folder, 0o1777);
  const script = 'cat >/dev/null; for try in $(seq 600); do rm -rf "$1" 2>/dev/null && exit; sleep 0.1; done';
  const keeper = spawn("/bin/sh", ["-c", script, "sh", folder], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  keeper.unref();
  (keeper.stdin as Socket).unref();
  return folder;
}

function isRoomy(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= neededBytes && process.availableMemory() >= neededBytes;
  } catch {
    return false;
  }
}

/**
 * Whether programs in the folder can be executed, as some tests require. Containers often mount memory with `noexec`.
 */
function canExecute(folder: string): boolean {
  const program = join(folder, "program");
  writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
