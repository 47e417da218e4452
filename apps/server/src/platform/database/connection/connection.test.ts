import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { TLSSocket } from "node:tls";
import type pg from "pg";
import { openDatabase } from "#commands/open/open-service.ts";
import { loadConfig } from "#platform/config/config.ts";
import { selfSigned } from "#test/fixtures/self-signed.ts";
import { sharedDatabase } from "#test/databases/test-database.ts";
import { sql } from "#platform/database/database.ts";
import { remoteConnection } from "./connection.ts";
import { parseDatabaseUrl } from "./database-url.ts";

const remote = { ssl: undefined, sslCaFile: undefined } as const;

test("options and application_name of the URL do not displace ours", () => {
  const url =
    "postgres://me:secret@db.example:5433/stint?options=-c%20timezone%3DEurope/Berlin&application_name=x&sslmode=require";
  const { connectionString } = remoteConnection({ ...remote, url });
  assert.equal(connectionString, "postgres://me:secret@db.example:5433/stint");
});

test("DATABASE_SSL counts before the URL's own sslmode", () => {
  const url = "postgres://db.example/stint?sslmode=disable";
  assert.deepEqual(remoteConnection({ ...remote, url, ssl: "verify-full" }), {
    connectionString: "postgres://db.example/stint",
    ssl: { rejectUnauthorized: true },
    prefersTls: false,
  });
});

test("several hosts are read as libpq reads them", () => {
  const hostsOf = (url: string) => parseDatabaseUrl(url).hosts?.map(({ host, port }) => `${host} ${port}`);
  for (const [url, hosts] of [
    ["postgres://db/stint", undefined],
    ["postgres://db:5433/stint?target_session_attrs=read-write", undefined],
    ["postgres://one,two/stint", ["one 5432", "two 5432"]],
    ["postgres://me:p%40ss@one:6001,two:6002/stint?target_session_attrs=primary", ["one 6001", "two 6002"]],
    ["postgres://me@[::1]:6001,10.0.0.2/stint", ["::1 6001", "10.0.0.2 5432"]],
    ["postgres://me@localhost/stint?host=one,two&port=6001,6002", ["one 6001", "two 6002"]],
    ["postgres:///stint?host=one,two&port=6001", ["one 6001", "two 6001"]],
  ] as const)
    assert.deepEqual(hostsOf(url), hosts, url);
  const { connectionString, hosts } = remoteConnection({
    ...remote,
    url: "postgres://me:secret@one:6001,two/stint?sslmode=require&target_session_attrs=read-write",
  });
  assert.equal(connectionString, "postgres://me:secret@one:6001/stint");
  assert.equal(hosts?.length, 2);
});

test("a URL that cannot be is an error that says what it must be", () => {
  for (const [url, message] of [
    ["postgres://one,/stint", /^must have a host and port between its commas, not ""$/],
    ["postgres://one,two:0/stint", /not "two:0"$/],
    ["postgres://one,two:99999/stint", /not "two:99999"$/],
    ["postgres://one:x/stint", /^must be a URL such as postgres:\/\/user/],
    ["postgres://one,two/stint?target_session_attrs=standby", /must not request a standby server/],
    ["postgres://one/stint?target_session_attrs=prefer-standby", /must not request a prefer-standby server/],
  ] as const)
    assert.throws(() => parseDatabaseUrl(url), { message });
});

/** Puts TLS with this certificate in front of a PostgreSQL server; without a certificate, declines TLS. */
async function tlsFront(t: TestContext, { host, port }: pg.ClientConfig, own?: { key: string; cert: string }) {
  const front = { port: 0, encrypted: 0, plain: 0 };
  const server = createServer((client) => {
    client.on("error", () => undefined);
    client.once("data", (first: Buffer) => {
      const isRequest = first.length === 8 && first.readInt32BE(4) === 80_877_103;
      if (isRequest) client.write(own === undefined ? "N" : "S");
      if (isRequest && own === undefined) return;
      if (isRequest) front.encrypted++;
      else front.plain++;
      const stream = isRequest ? new TLSSocket(client, { isServer: true, ...own }) : client;
      const database = connect(`${host}/.s.PGSQL.${port}`);
      if (!isRequest) database.write(first);
      for (const end of [stream, database]) end.on("error", () => undefined);
      stream.pipe(database).pipe(stream);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  return Object.assign(front, { port: (server.address() as AddressInfo).port });
}

test("sslmode means what it means in libpq, without a warning of the driver", async (t) => {
  const { connection } = await sharedDatabase();
  const own = await selfSigned("localhost");
  const folder = await mkdtemp(join(tmpdir(), "stint-ca-"));
  t.after(() => rm(folder, { recursive: true }));
  const ca = join(folder, "ca.pem");
  await writeFile(ca, own.cert);
  const warnings: string[] = [];
  const noteWarning = (warning: Error) => void warnings.push(warning.message);
  process.on("warning", noteWarning);
  t.after(() => process.off("warning", noteWarning));
  const [offers, declines] = [await tlsFront(t, connection, own), await tlsFront(t, connection)];
  const root = `&sslrootcert=${encodeURIComponent(ca)}`;
  const untrusted =
    /^The certificate of the database server is not trusted: self-signed certificate\. Set DATABASE_SSL_CA/;
  const mismatch = /^The certificate of the database server is not trusted: .*127\.0\.0\.1.*Set DATABASE_SSL_CA/;
  for (const [front, host, parameters, expected, env] of [
    [offers, "127.0.0.1", "", "plain"],
    [offers, "127.0.0.1", "sslmode=disable", "plain"],
    [offers, "127.0.0.1", "sslmode=allow", "encrypted"],
    [offers, "127.0.0.1", "sslmode=prefer", "encrypted"],
    [declines, "127.0.0.1", "sslmode=prefer", "plain"],
    [offers, "127.0.0.1", "sslmode=require", "encrypted"],
    [offers, "127.0.0.1", "sslmode=no-verify", "encrypted"],
    [declines, "127.0.0.1", "sslmode=require", /does not support SSL.*DATABASE_SSL/],
    [offers, "localhost", "sslmode=verify-full", untrusted],
    [offers, "localhost", "sslmode=verify-ca", untrusted],
    [offers, "127.0.0.1", `sslmode=require${root}`, "encrypted"],
    [offers, "127.0.0.1", `sslmode=verify-ca${root}`, "encrypted"],
    [offers, "127.0.0.1", `sslmode=verify-full${root}`, mismatch],
    [offers, "localhost", `sslmode=verify-full${root}`, "encrypted"],
    [offers, "localhost", "sslmode=require", "encrypted", { DATABASE_SSL_CA: ca }],
    [offers, "localhost", "sslmode=verify-full", "encrypted", { DATABASE_SSL: "require" }],
    [offers, "127.0.0.1", "sslmode=require&sslrootcert=/none/ca.pem", /^sslrootcert cannot be read: ENOENT/],
  ] as const) {
    const { user, database } = connection;
    const url = `postgres://${user}@${host}:${front.port}/${database}?${parameters}`;
    const config = loadConfig({ DATABASE_URL: url, ...env });
    const before = { ...front };
    const opening = openDatabase({ config, say: () => undefined, poolSize: 1, migrates: false });
    if (typeof expected !== "string") {
      await assert.rejects(opening, (error: Error) => {
        assert.match(error.message, expected, parameters);
        assert.doesNotMatch(error.message, /Node|use-system-ca/);
        return true;
      });
      continue;
    }
    const opened = await opening;
    await opened.db.query(sql`select 1`);
    await opened.close();
    const used = front.encrypted > before.encrypted ? "encrypted" : "plain";
    assert.deepEqual([used, front.plain > before.plain], [expected, expected === "plain"], `${host} ${parameters}`);
  }
  assert.deepEqual(warnings, []);
  assert.throws(() => loadConfig({ DATABASE_URL: "postgres://one/stint?sslmode=on" }), /DATABASE_URL must have one of/);
});
