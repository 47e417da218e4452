import { randomBytes } from "node:crypto";
import { link, open, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseSecretKey, DecryptError } from "./encrypt.ts";

/** Returns the path of the key file in the data folder of an embedded database. */
export function secretKeyPath(dataDir: string): string {
  return join(dataDir, "secret-key");
}

/** Creates the file with a new key, or with the given one. Concurrent processes get the same key. */
export async function makeSecretKey(path: string, key: Buffer = randomBytes(32)): Promise<Buffer> {
  const draft = `${path}.${process.pid}-${randomBytes(4).toString("hex")}`;
  try {
    const file = await open(draft, "wx", 0o600);
    await file.writeFile(`${key.toString("base64")}\n`);
    await file.sync();
    await file.close();
    // Unlike a rename, a link cannot replace a key that a concurrent process wrote first.
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
    // Syncs the folder, because a power failure must not lose the key of secrets that are already in the database.
    await using folder = await open(dirname(path));
    await folder.sync();
  } finally {
    await rm(draft, { force: true });
  }
  const made = await readSecretKey(path);
  if (made === undefined) throw new DecryptError(`${path} cannot be read although it was just created`);
  return made;
}

/** Reads the key from the file; undefined if there is no file. */
export async function readSecretKey(path: string): Promise<Buffer | undefined> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const key = parseSecretKey(text.trim());
  if (key === undefined)
    throw new DecryptError(
      `${path} does not contain a key of 32 bytes in base64 or hex. Restore it from a backup or, without a backup, move it away.`,
    );
  return key;
}
