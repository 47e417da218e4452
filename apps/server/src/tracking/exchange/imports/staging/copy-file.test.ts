import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { insertChunk } from "#tracking/exchange/imports/queries.ts";
import { sharedDatabase } from "#test/databases/test-database.ts";
import { copyFile } from "./read-import.ts";

test("copying a file pauses between its chunks, and never for a file with one chunk", async (t) => {
  const { db } = await sharedDatabase();
  const folder = await mkdtemp(join(tmpdir(), "stint-copy-"));
  t.after(() => rm(folder, { recursive: true }));
  for (const [chunks, expected] of [
    [1, 0],
    [3, 2],
  ] as const) {
    const importId = `imp_copied_${chunks}`;
    for (let number = 0; number < chunks; number++)
      await insertChunk(db, "org_copied", importId, number, Buffer.from(`chunk ${number}\n`));
    const path = join(folder, importId);
    let rests = 0;
    await copyFile(db, { orgId: "org_copied", importId, path, pace: async () => void rests++ });
    assert.equal(rests, expected);
    assert.equal((await readFile(path, "utf8")).split("\n").length, chunks + 1);
  }
});
