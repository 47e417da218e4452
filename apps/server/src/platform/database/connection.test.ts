import assert from "node:assert/strict";
import { test } from "node:test";
import { remoteConnection } from "./connection.ts";

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
