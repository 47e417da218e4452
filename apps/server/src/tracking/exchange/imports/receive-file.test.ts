import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { testApp } from "#test/worlds/test-app.ts";
import { receiveFile } from "./receive-file.ts";

async function chunksOf(orgId: string): Promise<number[]> {
  const { db } = await testApp();
  const rows = await db.query<{ bytes: number }>(
    sql`select length(bytes) as bytes from import_chunks where org_id = ${orgId} order by number`,
  );
  return rows.map(({ bytes }) => bytes);
}

test("a file is stored in chunks of a mebibyte, however it arrives", async () => {
  const { db, newOrganization } = await testApp();
  const { orgId } = await newOrganization();
  const bytes = Buffer.from(Array.from({ length: 2_500_000 }, (_, at) => at % 251));
  const ends = [0, 1, 70_000, 1_048_000, 1_049_000, 2_500_000];
  const pieces = ends.slice(1).map((end, at) => bytes.subarray(ends[at], end));
  assert.equal(await receiveFile(db, orgId, newId("imp"), Readable.from(pieces)), bytes.length);
  assert.deepEqual(await chunksOf(orgId), [1_048_576, 1_048_576, 402_848]);
  const stored = await db.query<{ bytes: Buffer }>(
    sql`select bytes from import_chunks where org_id = ${orgId} order by number`,
  );
  assert.ok(Buffer.concat(stored.map((chunk) => chunk.bytes)).equals(bytes));
});

test("a file that is too large leaves nothing, and the rest of it is read so that the reply arrives", async () => {
  const { db, newOrganization } = await testApp();
  const { orgId } = await newOrganization();
  let given = 0;
  const body = new Readable({
    read() {
      this.push(given++ < 60 ? Buffer.alloc(65_536) : null);
    },
  });
  const ended = new Promise((resolve) => body.once("end", resolve));
  await assert.rejects(receiveFile(db, orgId, newId("imp"), body, 2_000_000), { code: "payload_too_large" });
  await ended;
  assert.deepEqual(await chunksOf(orgId), []);
});
