import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const defaultMinutes = 10;

/** Returns the number of minutes without input after which the user counts as away; 0 turns this off. */
export function readIdleMinutes(folder: string): number {
  try {
    const { minutes } = JSON.parse(readFileSync(join(folder, "idle.json"), "utf8")) as { minutes?: unknown };
    return typeof minutes === "number" ? minutes : defaultMinutes;
  } catch {
    return defaultMinutes;
  }
}

export function writeIdleMinutes(folder: string, minutes: number): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, "idle.json"), `${JSON.stringify({ minutes })}\n`, { mode: 0o600 });
}
