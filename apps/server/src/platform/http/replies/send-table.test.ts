import assert from "node:assert/strict";
import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { test, type TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import pino from "pino";
import { sql } from "#platform/database/database.ts";
import { openPool } from "#platform/database/pool/open-pool.ts";
import { sharePool } from "#platform/database/pool/share-pool.ts";
import { readCsv } from "#test/files/read-csv.ts";
import { readXlsx } from "#test/files/read-xlsx.ts";
import type { Column } from "#platform/tables/table.ts";
import { waitFor } from "#test/databases/hold.ts";
import { sharedDatabase } from "#test/databases/test-database.ts";
import type { HttpTimeouts } from "#platform/http/server/http-server.ts";
import { shortTimeouts } from "#test/http/wire.ts";
import { statusOf } from "#src/error-codes.ts";
import { createHttpApp } from "#platform/http/server/create-http-app.ts";
import { defaultDownloadLimits } from "./downloads.ts";
import { type SentTable, sendTable } from "./send-table.ts";

interface Line {
  name: string;
  amount: number;
}

const columns: Column<Line>[] = [
  { header: "Name", kind: "text", value: ({ name }) => name },
  { header: "Amount", kind: "money", value: ({ amount }) => amount },
];

interface TableServer {
  port: number;
  url: string;
  log: string[];
  inject: ReturnType<typeof createHttpApp>["inject"];
  isOpen: () => Promise<boolean>;
}

/** Serves an app whose route /table sends a table that is created for each request. */
async function serve(
  t: TestContext,
  make: () => Partial<SentTable<Line>> & Pick<SentTable<Line>, "batches">,
  timeouts?: HttpTimeouts,
): Promise<TableServer> {
  const logger = pino({ level: "error" }, { write: (line) => void server.log.push(line) });
  const app = createHttpApp({ statusOf, logger, timeouts });
  app.get("/table", (request, reply) => {
    return sendTable(request, reply, {
      format: "csv",
      filename: "lines.csv",
      sheet: "Lines",
      columns,
      decimals: 2,
      ...make(),
    });
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  t.after(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const server: TableServer = {
    port,
    url: `http://127.0.0.1:${port}/table`,
    log: [],
    inject: app.inject.bind(app),
    isOpen: () =>
      new Promise((resolve, reject) =>
        app.server.getConnections((error, count) => (error === null ? resolve(count > 0) : reject(error))),
      ),
  };
  return server;
}

const linesFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index): Line => ({ name: `line ${first + index}`, amount: first + index }));

/** Returns batches of a hundred lines and a record of how they were consumed. */
function countedLines(batchCount: number, failAt = Infinity) {
  const state = { batches: 0, isEnded: false };
  async function* make(): AsyncGenerator<Line[]> {
    try {
      for (; state.batches < batchCount;) {
        if (state.batches === failAt) throw new Error("on purpose");
        yield linesFrom(100 * state.batches++, 100);
      }
    } finally {
      state.isEnded = true;
    }
  }
  return { state, batches: make() };
}

/** Reads a reply on a separate connection, and reports how the connection ends. */
async function receive(port: number, version: "1.0" | "1.1"): Promise<{ text: string; failure: string | undefined }> {
  const socket = net.connect({ port, host: "127.0.0.1" });
  socket.write(`GET /table HTTP/${version}\r\nHost: x\r\nConnection: close\r\n\r\n`);
  let text = "";
  let failure: string | undefined;
  socket.on("data", (data) => (text += data.toString()));
  socket.on("error", (error: NodeJS.ErrnoException) => (failure = error.code));
  await new Promise((resolve) => socket.once("close", resolve));
  return { text, failure };
}

test("a table is sent as CSV", async (t) => {
  const { url } = await serve(t, () => countedLines(25));
  const reply = await fetch(url);
  assert.equal(reply.status, 200);
  assert.equal(reply.headers.get("content-type"), "text/csv; charset=utf-8");
  assert.equal(reply.headers.get("content-disposition"), 'attachment; filename="lines.csv"');
  assert.equal(reply.headers.get("cache-control"), "private, no-store");
  const records = readCsv(await reply.text());
  assert.deepEqual(records.slice(0, 3), [
    ["Name", "Amount"],
    ["line 0", "0.00"],
    ["line 1", "0.01"],
  ]);
  assert.equal(records.length, 2_501);
});

test("a table is sent as .xlsx", async (t) => {
  const { url } = await serve(t, () => ({ ...countedLines(25), format: "xlsx", filename: "lines.xlsx", decimals: 0 }));
  const reply = await fetch(url);
  assert.equal(reply.status, 200);
  assert.equal(reply.headers.get("content-type"), "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
  const { sheet, rows } = await readXlsx(Buffer.from(await reply.arrayBuffer()));
  assert.equal(sheet, "Lines");
  assert.equal(rows.length, 2_501);
  assert.deepEqual(
    rows[2_500]?.map((cell) => cell?.value),
    ["line 2499", "2499"],
  );
});

test("a table without rows has its header", async (t) => {
  const { url } = await serve(t, () => countedLines(0));
  assert.equal(await (await fetch(url)).text(), "Name,Amount\r\n");
});

test("an error of the first batch is a problem like any other", async (t) => {
  const { db } = await sharedDatabase();
  const { url } = await serve(t, () => ({ batches: db.stream<Line>(sql`select 1 / 0`, { batchSize: 10 }) }));
  for (const method of ["GET", "HEAD"]) {
    const reply = await fetch(url, { method });
    assert.equal(reply.status, 500);
    assert.equal(reply.headers.get("content-type"), "application/problem+json");
    assert.equal(reply.headers.get("content-disposition"), null);
  }
});

test("a value that cannot be written is a problem while nothing is sent", async (t) => {
  let isEnded = false;
  async function* batches(): AsyncGenerator<Line[]> {
    try {
      yield [{ name: "a", amount: 1.5 }];
    } finally {
      isEnded = true;
    }
  }
  const { url } = await serve(t, () => ({ batches: batches() }));
  const reply = await fetch(url);
  assert.equal(reply.status, 500);
  assert.equal(reply.headers.get("content-disposition"), null);
  assert.equal(((await reply.json()) as { code: string }).code, "internal");
  assert.equal(isEnded, true);
});

test("a later error resets the connection, whatever the client's version and the format", async (t) => {
  for (const format of ["csv", "xlsx"] as const) {
    for (const version of ["1.0", "1.1"] as const) {
      const lines = countedLines(400, 300);
      const { port, log } = await serve(t, () => ({ ...lines, format }));
      const { text, failure } = await receive(port, version);
      assert.match(text, /^HTTP\/1\.1 200 OK\r\n/);
      assert.equal(failure, "ECONNRESET", `${format} over HTTP/${version}`);
      assert.equal(lines.state.isEnded, true);
      assert.match(log.join(""), /^[^\n]*"on purpose"[^\n]*\n$/);
    }
  }
});

test("a later error also ends a request without a connection", async (t) => {
  const { inject } = await serve(t, () => countedLines(10, 5));
  await assert.rejects(inject({ url: "/table" }));
});

test("a client that disconnects ends the source", async (t) => {
  for (const format of ["csv", "xlsx"] as const) {
    const { state, batches } = countedLines(1_000_000);
    const server = await serve(t, () => ({ batches, format }));
    const request = http.get(server.url);
    const [reply] = (await once(request, "response")) as [http.IncomingMessage];
    await once(reply, "readable");
    request.destroy();
    await waitFor(() => state.isEnded);
    await waitFor(async () => !(await server.isOpen()));
    assert.deepEqual(server.log, []);
  }
});

test("a client that disconnects frees its database connection, even during the first batch", async (t) => {
  const { connection, db: other } = await sharedDatabase();
  const begun = sql`
    select pid from pg_stat_activity where application_name = 'stint-test-table' and query ~ '^select .* as amount'`;
  const pool = openPool({
    connection,
    poolSize: 1,
    applicationName: "stint-test-table",
    statementTimeoutMs: 3_600_000,
  });
  t.after(() => pool.end());
  const db = sharePool(pool);
  for (const statement of [
    sql`select i::text as name, i as amount from generate_series(1, 10000000) i`,
    sql`select pg_sleep(3600)::text as name, 1 as amount`,
    sql`select pg_sleep(case when i > 20 then 3600 else 0 end)::text as name, i as amount from generate_series(1, 30) i`,
  ]) {
    const server = await serve(t, () => ({ batches: db.stream<Line>(statement, { batchSize: 10 }) }));
    const request = http.get(server.url).on("error", () => undefined);
    await waitFor(async () => (await other.query(begun)).length === 1);
    request.destroy();
    // The pool rejects a query after waiting five seconds for a connection, so try again.
    await waitFor(() =>
      db.query(sql`select 1 as one`).then(
        () => true,
        () => false,
      ),
    );
  }
});

test("a client that reads nothing does not prevent cleanup, and is disconnected", async (t) => {
  const { state, batches } = countedLines(5_000);
  const { port, isOpen } = await serve(t, () => ({ batches }), { ...shortTimeouts, silentMs: 10_000 });
  const socket = net.connect({ port, host: "127.0.0.1" });
  t.after(() => socket.destroy());
  socket.on("error", () => undefined);
  socket.pause();
  socket.write("GET /table HTTP/1.1\r\nHost: x\r\n\r\n");
  await waitFor(() => state.isEnded);
  assert.equal(state.batches, 5_000);
  await waitFor(async () => !(await isOpen()));
});

test("an organization has room for another download once a client has disconnected", async (t) => {
  const downloads = { ...defaultDownloadLimits, folder: tmpdir(), maxOfTenant: 1 };
  const app = createHttpApp({ statusOf, logger: undefined, timeouts: undefined, downloads });
  app.get("/table", (request, reply) => {
    if (request.requester !== undefined) request.requester.tenant = "org_1";
    const { batches } = countedLines(5_000);
    return sendTable(request, reply, { format: "csv", filename: "x.csv", sheet: "x", columns, decimals: 2, batches });
  });
  const url = `${await app.listen({ host: "127.0.0.1", port: 0 })}/table`;
  t.after(() => app.close());
  const request = http.get(url);
  const [reply] = (await once(request, "response")) as [http.IncomingMessage];
  assert.equal(reply.statusCode, 200);
  const refused = await fetch(url);
  assert.equal(refused.status, 503);
  assert.equal(((await refused.json()) as { code: string }).code, "unavailable");
  request.destroy();
  await waitFor(async () => {
    const again = await fetch(url);
    await again.text();
    return again.status === 200;
  });
});

test("a slow client gets all of it", async (t) => {
  const { url } = await serve(t, () => ({ ...countedLines(3_000) }));
  const reply = await fetch(url);
  const chunks: Uint8Array[] = [];
  for await (const chunk of reply.body ?? []) {
    if (chunks.push(chunk as Uint8Array) % 20 === 0) await pause(20);
  }
  assert.equal(readCsv(Buffer.concat(chunks).toString()).length, 300_001);
});

test("HEAD returns the table's headers and does not read it", async (t) => {
  const { state, batches } = countedLines(1_000);
  const { url } = await serve(t, () => ({ batches }));
  const reply = await fetch(url, { method: "HEAD" });
  assert.equal(reply.status, 200);
  assert.equal(reply.headers.get("content-disposition"), 'attachment; filename="lines.csv"');
  assert.equal(reply.headers.get("content-length"), null);
  assert.deepEqual(state, { batches: 1, isEnded: true });
});

test("a name that is not plain ASCII is sent in both forms", async (t) => {
  for (const [filename, header] of [
    ["time entries.csv", 'attachment; filename="time entries.csv"'],
    [
      "Übersicht März.csv",
      `attachment; filename="Ubersicht Marz.csv"; filename*=UTF-8''%C3%9Cbersicht%20M%C3%A4rz.csv`,
    ],
    ["日本(1).csv", `attachment; filename="__(1).csv"; filename*=UTF-8''%E6%97%A5%E6%9C%AC%281%29.csv`],
    ['a"b\r\nX: y/../z.csv', `attachment; filename="a_b__X: y_.._z.csv"; filename*=UTF-8''a%22b__X%3A%20y_.._z.csv`],
  ] as const) {
    const { inject } = await serve(t, () => ({ ...countedLines(1), filename }));
    assert.equal((await inject({ url: "/table" })).headers["content-disposition"], header);
  }
});
