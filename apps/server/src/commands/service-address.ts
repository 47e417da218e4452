import { renameSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

const noteIn = (dataDir: string): string => join(dataDir, "service-address");

/** Stores the service's public URL for commands in other terminals, which do not have its settings. */
export function noteAddress(dataDir: string, publicUrl: string): void {
  const file = noteIn(dataDir);
  try {
    // Synchronous: the service says only afterwards that it is ready, and other work of its start waits behind that.
    writeFileSync(`${file}.new`, `${publicUrl}\n`);
    renameSync(`${file}.new`, file);
  } catch {
    // The service runs even if it cannot write this file.
  }
}

/** The address of the last start of this data folder's service. */
export async function findNotedAddress(dataDir: string): Promise<string | undefined> {
  const text = (await readFile(noteIn(dataDir), "utf8").catch(() => "")).trim();
  return URL.canParse(text) ? text : undefined;
}
