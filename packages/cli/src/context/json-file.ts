import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Reads a small file of settings or state; undefined if it is absent, damaged, or being written. */
export function readJsonFile<Value>(path: string): Partial<Value> | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Partial<Value>;
  } catch {
    return undefined;
  }
}

/** Writes a file that only the user can read. */
export function writeJsonFile(path: string, value: object): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, `${JSON.stringify(value)}\n`, { mode: 0o600 });
}
