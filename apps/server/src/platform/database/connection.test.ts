import assert from "node:assert/strict";
import { test } from "node:test";
import { remoteConnection } from "./connection.ts";
import { parseDatabaseUrl } from "./database-url.ts";

const remote = { ssl: undefined, sslCaFile: undefined } as const;

test("options and application_name of the URL do not displace ours", () => {
  const url =
    "postgres://me:secret@db.example:5433/stint?options=-c%20timezone%3DEurope/Berlin&application_name=x&sslmode=require";
  const { connectionString } = remoteConnection({ ...remote, url });
  assert.equal(connectionString, "postgres://me:secret@db.example:5433/stint?sslmode=require");
});

test("DATABASE_SSL counts before the URL's own sslmode", () => {
  const url = "postgres://db.example/stint?sslmode=disable";
  assert.deepEqual(remoteConnection({ ...remote, url, ssl: "verify-full" }), {
    connectionString: "postgres://db.example/stint",
    ssl: { rejectUnauthorized: true },
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
  assert.equal(connectionString, "postgres://me:secret@one:6001/stint?sslmode=require");
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
