import { renameSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

const noteIn = (dataDir: string): string => join(dataDir, "service-address");

/**
 * Stores the service's public URL and the URL at which it listens, because commands in other terminals do not have the
 * service's settings.
 */
export function noteAddress(dataDir: string, publicUrl: string, url: string): void {
  const file = noteIn(dataDir);
  try {
    // Writes synchronously, because the service must not report that it is ready before the file exists, and an
    // asynchronous write would queue behind other startup work.
    writeFileSync(`${file}.new`, `${publicUrl}\n${url}\n`);
    renameSync(`${file}.new`, file);
  } catch {
    // The service runs even if it cannot write this file.
  }
}

/** Returns the public URL that this data folder's service had when it last started. */
export async function findNotedAddress(dataDir: string): Promise<string | undefined> {
  return (await readNote(dataDir))[0];
}

/** Returns the URL at which this data folder's service listened when it last started. */
export async function findNotedListener(dataDir: string): Promise<string | undefined> {
  return (await readNote(dataDir))[1];
}

async function readNote(dataDir: string): Promise<(string | undefined)[]> {
  const text = await readFile(noteIn(dataDir), "utf8").catch(() => "");
  return text.split("\n").map((line) => (URL.canParse(line.trim()) ? line.trim() : undefined));
}
