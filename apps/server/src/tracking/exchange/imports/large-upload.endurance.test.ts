import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { text as readText } from "node:stream/consumers";
import { test, type TestContext } from "node:test";
import { sql } from "#platform/database/database.ts";
import { waitFor } from "#test/databases/hold.ts";
import { startServiceProcess } from "#test/processes/service-process.ts";
import { newTestApp } from "#test/worlds/test-app.ts";
import { createDatabase } from "#test/databases/test-database.ts";

const most = 100_000_000;
// A service that buffered the file would grow by more than the file's 100 MB. V8 may leave 64 MB of a refused body
// uncollected, so the limit lies in between.
const maxMb = 80;
const pieceBytes = 65_536;

async function start(t: TestContext) {
  const database = await createDatabase();
  const caller = await (await newTestApp({ db: database.db })).newOrganization();
  const service = await startServiceProcess(t, database);
  return { caller, service, db: database.db };
}

/**
 * Sends this many bytes as fast as the server reads them, with or without a Content-Length, and returns the response.
 */
async function upload(
  url: string,
  key: string,
  bytes: number,
  hasLength: boolean,
): Promise<{ status: number; text: string }> {
  const headers = {
    authorization: `Bearer ${key}`,
    "content-type": "text/csv",
    ...(hasLength ? { "content-length": bytes } : {}),
  };
  const sending = httpRequest(`${url}/v1/imports`, { method: "POST", headers });
  const answered = new Promise<{ status: number; text: string }>((resolve, reject) => {
    sending.once("error", reject).once("response", (response) => {
      readText(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject);
    });
  });
  let isAnswered = false;
  answered.catch(() => undefined).finally(() => (isAnswered = true));
  const closed = new Promise((resolve) => sending.once("close", resolve));
  const piece = Buffer.alloc(pieceBytes, "a line of a file that is no export\n");
  for (let left = bytes; left > 0 && !sending.destroyed && !isAnswered; left -= pieceBytes) {
    if (sending.write(left < pieceBytes ? piece.subarray(0, left) : piece)) continue;
    await Promise.race([once(sending, "drain"), closed]);
  }
  if (isAnswered) sending.destroy();
  else sending.end();
  return answered;
}

function residentMb(pid: number, name: "VmRSS" | "VmHWM"): number {
  const [, kb] = new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kb) / 1024;
}

test("an upload of 100 MB needs bounded memory, and one byte more is refused, with or without a Content-Length", async (t) => {
  const { caller, service, db } = await start(t);
  const send = (bytes: number, hasLength: boolean) => upload(service.url, caller.apiKey, bytes, hasLength);
  const path = (id: string) => `/v1/imports/${id}`;
  const untilFailed = (id: string) => waitFor(async () => (await caller.get(path(id))).json.status === "failed");
  // Warms up with a file that isn't an export: reading it fails at once, but loads the code, whose memory must not
  // count.
  await untilFailed(JSON.parse((await send(1_000, true)).text).id);
  const hasProc = existsSync(`/proc/${service.pid}/status`);
  const before = hasProc ? residentMb(service.pid, "VmRSS") : 0;
  const stored = async () => (await db.query(sql`select 1 from import_chunks where number > 0 limit 1`)).length > 0;
  for (const hasLength of [true, false]) {
    const refused = await send(most + 1, hasLength);
    assert.equal(refused.status, 413, refused.text);
    assert.equal(JSON.parse(refused.text).code, "payload_too_large");
    assert.equal(await stored(), false);
  }
  const taken = await send(most, false);
  assert.equal(taken.status, 202, taken.text);
  const { id, bytes } = JSON.parse(taken.text);
  assert.equal(bytes, most);
  await untilFailed(id);
  const grown = hasProc ? residentMb(service.pid, "VmHWM") - before : 0;
  assert.ok(grown < maxMb, `grew by ${grown} MB`);
  t.diagnostic(`grew by ${grown.toFixed(0)} MB`);
});
