import { open } from "node:fs/promises";
import type { Database } from "#platform/database/database.ts";
import { findChunk } from "#tracking/imports/queries.ts";

/** Writes an uploaded file to a path, one chunk at a time. */
export async function copyFile(db: Database, orgId: string, importId: string, path: string): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    for (let number = 0; ; number++) {
      const chunk = await findChunk(db, orgId, importId, number);
      if (chunk === undefined) return;
      await file.write(chunk);
    }
  } finally {
    await file.close();
  }
}
