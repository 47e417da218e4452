import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import { openPool } from "#platform/database/pool/open-pool.ts";
import { type DatabaseProxy, startProxy } from "./database-proxy.ts";
import { listenOn } from "#test/http/raw-connection.ts";
import { type Caller, type Json, newTestApp, type TestApp } from "#test/worlds/test-app.ts";
import { createDatabase } from "./test-database.ts";

/** A listening app with a fault-injecting proxy in front of its database. */
export interface FaultyWorld extends TestApp {
  /** A direct connection to the database, which bypasses the proxy. */
  truth: DatabasePool;
  proxy: DatabaseProxy;
  /** Sends a request over TCP. Returns undefined if the connection closed without a reply. */
  request: (
    caller: Caller,
    method: string,
    path: string,
    body?: Json,
    headers?: Record<string, string>,
  ) => Promise<Reply | undefined>;
}

export interface Reply {
  status: number;
  headers: Headers;
  json: Json;
}

export const faultyPoolName = "stint-faulty";

export async function faultyWorld(
  t: TestContext,
  options: { poolSize?: number; resolveCommitMs?: number } = {},
): Promise<FaultyWorld> {
  const { db: truth, connection } = await createDatabase();
  const proxy = await startProxy(t, connection);
  const { poolSize = 6, resolveCommitMs = 8_000 } = options;
  const db = openPool({ connection: proxy.connection, poolSize, applicationName: faultyPoolName, resolveCommitMs });
  t.after(() => db.end());
  // Looks up the key of each request, so a dead connection fails there, and never with an unknown outcome by chance.
  const world = await newTestApp({ db, keepsKeys: false });
  const port = await listenOn(world.app);
  return {
    ...world,
    truth,
    proxy,
    async request(caller, method, path, body, headers = {}) {
      try {
        const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
          method,
          headers: {
            authorization: `Bearer ${caller.apiKey}`,
            ...(body === undefined ? {} : { "content-type": "application/json" }),
            ...headers,
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        const text = await reply.text();
        return { status: reply.status, headers: reply.headers, json: text === "" ? undefined : JSON.parse(text) };
      } catch (error) {
        assert.ok(error instanceof TypeError, String(error));
        return undefined;
      }
    },
  };
}

/** Counts the time entries with this description, and the change rows of their creation. */
export async function countStored(
  { truth }: Pick<FaultyWorld, "truth">,
  orgId: string,
  description: string,
): Promise<{ entries: number; changes: number }> {
  const [row] = await truth.query<{ entries: number; changes: number }>(sql`
    select (select count(*) from time_entries where org_id = ${orgId} and description = ${description}) as entries,
           (select count(*) from changes where org_id = ${orgId} and action = 'time_entry.created'
               and object ->> 'description' = ${description}) as changes`);
  assert.ok(row !== undefined);
  return row;
}
