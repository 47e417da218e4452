import { renameSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

const noteIn = (dataDir: string): string => join(dataDir, "service-address");

/** Stores the service's public URL for commands in other terminals, which do not have its settings. */
export function noteAddress(dataDir: string, publicUrl: string): void {
  const file = noteIn(dataDir);
  try {
    // Synchronous: the service reports that it is ready only afterwards, and an asynchronous write would queue behind
    // other startup work.
    writeFileSync(`${file}.new`, `${publicUrl}\n`);
    renameSync(`${file}.new`, file);
  } catch {
    // The service runs even if it cannot write this file.
  }
}

/** The address that this data folder's service had at its last start. */
export async function findNotedAddress(dataDir: string): Promise<string | undefined> {
  const text = (await readFile(noteIn(dataDir), "utf8").catch(() => "")).trim();
  return URL.canParse(text) ? text : undefined;
}
