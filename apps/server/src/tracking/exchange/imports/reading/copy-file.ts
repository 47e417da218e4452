import { open } from "node:fs/promises";
import { createBufferCollector } from "#platform/collect-buffers.ts";
import type { Database } from "#platform/database/database.ts";
import { findChunk } from "#tracking/exchange/imports/queries.ts";

interface Copy {
  orgId: string;
  importId: string;
  path: string;
  /** Called between two chunks. */
  pace: () => Promise<void>;
}

/** Writes an uploaded file to a path, one chunk at a time. */
export async function copyFile(db: Database, { orgId, importId, path, pace }: Copy): Promise<void> {
  const file = await open(path, "wx", 0o600);
  const collect = createBufferCollector();
  try {
    for (let number = 0; ; number++) {
      const chunk = await findChunk(db, orgId, importId, number);
      if (chunk === undefined) return;
      if (number > 0) await pace();
      await file.write(chunk);
      // Collects garbage, because each chunk leaves sixteen times its size: its text form, and the buffers that grow
      // with the message.
      collect();
    }
  } finally {
    await file.close();
  }
}
