// Stores why the last sync failed. Syncs run in the background, where nobody sees their error, so later commands report
// it. The failure has a file of its own, because shell prompts read it before every line.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { dayMs } from "@stint/grammar/days.ts";
import { readJsonFile, writeJsonFile } from "#src/context/json-file.ts";

export interface SyncFailure {
  /** When syncs began to fail. */
  sinceMs: number;
  lastMs: number;
  /** Whether the failure usually ends without the user's help, as a missing connection does. */
  isPassing: boolean;
  reason: string;
}

const pathIn = (folder: string): string => join(folder, "sync-failure.json");

const readFailure = (folder: string) => readJsonFile(pathIn(folder)) as SyncFailure | undefined;

/**
 * Returns the failure that the user should know about. Being offline is normal, so passing failures count only if syncs
 * have been failing for more than a day. The time since the last attempt does not count: the machine may have been off.
 */
export function readSyncFailure(folder: string): SyncFailure | undefined {
  const failure = readFailure(folder);
  return failure?.isPassing === true && failure.lastMs - failure.sinceMs <= dayMs ? undefined : failure;
}

/** A passing failure does not replace another one: a refused key is still refused while the machine is offline. */
export function keepSyncFailure(folder: string, failure: Pick<SyncFailure, "lastMs" | "isPassing" | "reason">): void {
  const former = readFailure(folder);
  if (failure.isPassing && former?.isPassing === false) return;
  const sinceMs = former?.isPassing === failure.isPassing ? former.sinceMs : failure.lastMs;
  try {
    writeJsonFile(pathIn(folder), { sinceMs, ...failure });
  } catch {
    // A full disk must not hide why the sync failed.
  }
}

export function forgetSyncFailure(folder: string): void {
  rmSync(pathIn(folder), { force: true });
}
