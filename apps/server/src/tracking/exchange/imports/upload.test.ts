import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "#platform/database/database.ts";
import { waitFor } from "#test/databases/hold.ts";
import { togglCsv } from "#test/worlds/import-files.ts";
import { connect, type RawConnection } from "#test/http/raw-connection.ts";
import { type Caller, testApp } from "#test/worlds/test-app.ts";
import { assertRawProblem, assertUsable, listening } from "#test/http/wire.ts";

const hourMs = 3_600_000;
const file = Buffer.from(togglCsv([{}, { seconds: 60 }]));

function uploadHead(head: (line: string, ...headers: string[]) => string, length: number): string {
  return `${head("POST /v1/imports", "Content-Type: text/csv", `Content-Length: ${length}`)}\r\n`;
}

/** Counts the organization's uploads that have stored chunks. */
async function countUploads({ orgId }: Caller): Promise<number> {
  const { db } = await testApp();
  const rows = await db.query(sql`select distinct import_id from import_chunks where org_id = ${orgId}`);
  return rows.length;
}

test("an upload may take longer than every other request", async () => {
  const wire = await listening({
    timeouts: { headersMs: 300, requestMs: 600, uploadMs: hourMs, silentMs: hourMs, checkMs: 50 },
  });
  const { port, head } = wire;
  const slow = await connect(port);
  slow.send(uploadHead(head, file.length));
  slow.send(file.subarray(0, 100));
  const other = await connect(port);
  other.send(`${head("POST /v1/clients", "Content-Type: application/json", "Content-Length: 100")}\r\n{"name"`);
  // This request began after the upload, so its timeout shows that the upload has outlasted the usual limit.
  assertRawProblem(await other.reply(), 408, "request_timeout");
  slow.send(file.subarray(100));
  const reply = await slow.reply();
  assert.deepEqual([reply.status, reply.json.bytes], [202, file.length]);
  await assertUsable(slow, wire);
});

test("a steady upload outlives every time window", async () => {
  const { port, head } = await listening({
    timeouts: { headersMs: 300, requestMs: 600, uploadMs: 600, silentMs: hourMs, checkMs: 50 },
  });
  const steady = await connect(port);
  const piece = Buffer.alloc(70_000, "x");
  const pieces = 150;
  steady.send(uploadHead(head, pieces * piece.length));
  for (let sent = 0; sent < pieces; sent++) {
    steady.send(piece);
    await pause(20);
  }
  assert.equal((await steady.reply()).status, 202);
});

test("an upload that stops, or only drips, gets a 408, and nothing of it stays", async () => {
  const { port, head, owner } = await listening({
    timeouts: { headersMs: 300, requestMs: hourMs, uploadMs: 600, silentMs: hourMs, checkMs: 50 },
  });
  const stopped = await connect(port);
  stopped.send(uploadHead(head, 5_000_000));
  stopped.send(Buffer.alloc(1_500_000, "x"));
  const dripping = await connect(port);
  dripping.send(uploadHead(head, 5_000_000));
  const drops = setInterval(() => dripping.send("x"), 20);
  try {
    for (const connection of [stopped, dripping]) {
      const reply = await connection.reply();
      assertRawProblem(reply, 408, "request_timeout");
      assert.equal(reply.headers["connection"], "close");
    }
  } finally {
    clearInterval(drops);
  }
  await waitFor(async () => (await countUploads(owner)) === 0);
});

test("an upload that is cut off half way leaves nothing", async () => {
  const { port, head, owner } = await listening();
  for (const leave of ["end", "destroy"] as const) {
    const cut = await connect(port);
    cut.send(uploadHead(head, 5_000_000));
    cut.send(Buffer.alloc(2_500_000, "x"));
    await waitFor(async () => (await countUploads(owner)) === 1);
    cut[leave]();
    await waitFor(async () => (await countUploads(owner)) === 0);
  }
  assert.deepEqual((await owner.get("/v1/imports")).json.data, []);
});

test("an organization uploads four files at once, and delays no other", async () => {
  const wire = await listening();
  const { port, head, owner } = wire;
  const length = 2_000_000;
  const under: RawConnection[] = [];
  for (let count = 1; count <= 4; count++) {
    const connection = await connect(port);
    connection.send(uploadHead(head, length));
    connection.send(Buffer.alloc(1_500_000, "x"));
    await waitFor(async () => (await countUploads(owner)) === count);
    under.push(connection);
  }
  const fifth = await connect(port);
  const send = () => fifth.send(Buffer.concat([Buffer.from(uploadHead(head, file.length)), file]));
  send();
  const refused = await fifth.reply();
  assertRawProblem(refused, 503, "unavailable");
  assert.equal(refused.headers["retry-after"], "5");
  const other = await listening();
  const elsewhere = await connect(other.port);
  elsewhere.send(Buffer.concat([Buffer.from(uploadHead(other.head, file.length)), file]));
  assert.equal((await elsewhere.reply()).status, 202);
  for (const connection of under) {
    connection.send(Buffer.alloc(500_000, "x"));
    assert.equal((await connection.reply()).status, 202);
  }
  send();
  assert.equal((await fifth.reply()).status, 202);
  await assertUsable(fifth, wire);
});
