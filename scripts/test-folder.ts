import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
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
  rmSync(folder, { recursive: true });
  return makeFolder(tmpdir());
}

/**
 * Removes the folder. Retries, because after an interruption the databases' watchdogs are still deleting files in it.
 */
export function removeTestFolder(folder: string): void {
  const script = 'for try in $(seq 100); do rm -rf "$1" 2>/dev/null && exit; sleep 0.1; done';
  spawnSync("/bin/sh", ["-c", script, "sh", folder]);
}

function makeFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, "stint-tests-"));
  chmodSync(folder, 0o1777);
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
