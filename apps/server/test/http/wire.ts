import assert from "node:assert/strict";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import type { HttpTimeouts } from "#platform/http/server/http-server.ts";
import { listenOn, type RawConnection, type RawReply } from "./raw-connection.ts";
import { type Caller, newTestApp } from "#test/worlds/test-app.ts";

/**
 * Timeouts for tests of requests that never end. They are too short for other tests, because valid requests could
 * exceed them on a busy machine.
 */
export const shortTimeouts = { headersMs: 300, requestMs: 600, uploadMs: 600, silentMs: 60_000, checkMs: 50 };

export interface Wire {
  app: HttpApp;
  port: number;
  owner: Caller;
  /** Returns the request line and headers, including Host and the API key, without the final empty line. */
  head: (line: string, ...headers: string[]) => string;
}

/** Starts an app that listens on a port, with the owner of an organization. */
export async function listening(options: { timeouts?: HttpTimeouts } = {}): Promise<Wire> {
  const { app, newOrganization } = await newTestApp(options);
  const owner = await newOrganization();
  const head = (line: string, ...headers: string[]) =>
    [`${line} HTTP/1.1`, "Host: stint", `Authorization: Bearer ${owner.apiKey}`, ...headers, ""].join("\r\n");
  return { app, port: await listenOn(app), owner, head };
}

export function assertRawProblem(reply: RawReply, status: number, code: string): void {
  assert.equal(reply.status, status, reply.text);
  assert.equal(reply.headers["content-type"], "application/problem+json");
  assert.equal(reply.json.code, code, reply.text);
  assert.equal(reply.json.status, status);
  assert.ok(reply.json.requestId.length > 10);
}

export const framedJson = (text: string) =>
  `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;

/** Asserts that the connection is still usable: its next request gets its own reply. */
export async function assertUsable(connection: RawConnection, { head }: Wire): Promise<void> {
  connection.send(`${head("GET /v1/clients")}\r\n`);
  const reply = await connection.reply();
  assert.equal(reply.status, 200, reply.text);
  assert.deepEqual(reply.json.data, []);
  connection.destroy();
}
