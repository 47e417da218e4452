import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

const noteIn = (dataDir: string): string => join(dataDir, "service-address");

/** Notes where people reach the service, for commands in other terminals, which do not have its settings. */
export async function noteAddress(dataDir: string, publicUrl: string): Promise<void> {
  const file = noteIn(dataDir);
  // A service that cannot write the note runs all the same.
  await writeFile(`${file}.new`, `${publicUrl}\n`)
    .then(() => rename(`${file}.new`, file))
    .catch(() => undefined);
}

/** Where the service of this data folder was started last. */
export async function findNotedAddress(dataDir: string): Promise<string | undefined> {
  const text = (await readFile(noteIn(dataDir), "utf8").catch(() => "")).trim();
  return URL.canParse(text) ? text : undefined;
}
