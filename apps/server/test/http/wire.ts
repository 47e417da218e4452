import assert from "node:assert/strict";
import type { HttpApp } from "#platform/http/create-http-app.ts";
import type { HttpTimeouts } from "#platform/http/http-server.ts";
import { listenOn, type RawConnection, type RawReply } from "./raw-connection.ts";
import { type Caller, newTestApp } from "#test/worlds/test-app.ts";

/**
 * Only for tests of requests that never end: with timeouts this short, valid requests could time out on a busy machine.
 */
export const shortTimeouts = { headersMs: 300, requestMs: 600, uploadMs: 600, checkMs: 50 };

export interface Wire {
  app: HttpApp;
  port: number;
  owner: Caller;
  /** Request line and headers, with Host and key, without the final empty line. */
  head: (line: string, ...headers: string[]) => string;
}

/** A listening app and the owner of an organization. */
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

/** Asserts that the connection is in sync: the next request gets its own reply. */
export async function assertUsable(connection: RawConnection, { head }: Wire): Promise<void> {
  connection.send(`${head("GET /v1/clients")}\r\n`);
  const reply = await connection.reply();
  assert.equal(reply.status, 200, reply.text);
  assert.deepEqual(reply.json.data, []);
  connection.destroy();
}
