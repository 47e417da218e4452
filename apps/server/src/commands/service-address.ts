import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

const noteIn = (dataDir: string): string => join(dataDir, "service-address");

/** Stores the service's public URL for commands in other terminals, which do not have its settings. */
export async function noteAddress(dataDir: string, publicUrl: string): Promise<void> {
  const file = noteIn(dataDir);
  // The service runs even if it cannot write this file.
  await writeFile(`${file}.new`, `${publicUrl}\n`)
    .then(() => rename(`${file}.new`, file))
    .catch(() => undefined);
}

/** The address of the last start of this data folder's service. */
export async function findNotedAddress(dataDir: string): Promise<string | undefined> {
  const text = (await readFile(noteIn(dataDir), "utf8").catch(() => "")).trim();
  return URL.canParse(text) ? text : undefined;
}
