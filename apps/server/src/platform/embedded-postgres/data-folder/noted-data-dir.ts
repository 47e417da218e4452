import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

interface Note {
  checkoutDir: string;
  dataDir: string;
}

const noteIn = (checkoutDir: string): string => join(checkoutDir, ".stint-data");

/**
 * Records the data folder in the checkout, because the default location depends on the checkout's path, which may
 * change.
 */
export async function noteDataDir(note: Note): Promise<void> {
  // This fails in a read-only checkout, which then keeps its default location.
  await writeFile(noteIn(note.checkoutDir), `${JSON.stringify(note)}\n`).catch(() => undefined);
}

/**
 * Returns the recorded folder, unless the checkout is a copy, whose recorded folder belongs to the original checkout.
 */
export async function findNotedDataDir(checkoutDir: string): Promise<string | undefined> {
  const note = await readNote(checkoutDir);
  if (note === undefined || note.checkoutDir === checkoutDir) return note?.dataDir;
  const original = await readNote(note.checkoutDir);
  return original?.dataDir === note.dataDir ? undefined : note.dataDir;
}

async function readNote(checkoutDir: string): Promise<Note | undefined> {
  const text = await readFile(noteIn(checkoutDir), "utf8").catch(() => "");
  try {
    const { checkoutDir: of, dataDir } = JSON.parse(text) as Partial<Note>;
    return typeof of === "string" && typeof dataDir === "string" ? { checkoutDir: of, dataDir } : undefined;
  } catch {
    return undefined;
  }
}
