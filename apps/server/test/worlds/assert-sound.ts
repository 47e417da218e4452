import assert from "node:assert/strict";
import { runDoctor } from "#commands/doctor/doctor.ts";
import type { DatabasePool } from "#platform/database/database.ts";

/** Asserts that the doctor finds nothing wrong in a database. */
export async function assertSound(db: DatabasePool): Promise<void> {
  let said = "";
  const isSound = await runDoctor(
    { db, out: (text) => (said += text), err: () => undefined },
    { repair: false, json: false },
  );
  assert.ok(isSound, said);
}
