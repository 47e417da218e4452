import type { FastifyReply, FastifyRequest } from "fastify";
import { etagOfBytes, namesTag } from "./etag.ts";
import type http from "node:http";

/** A reply that is the same for every caller; its bytes are in memory only once. */
export interface FixedDocument {
  body: Buffer;
  headers: Record<string, string>;
}

export function fixedDocument(body: string | Buffer, headers: Record<string, string>): FixedDocument {
  const bytes = Buffer.from(body);
  return { body: bytes, headers: { "cache-control": "no-cache", ...headers, etag: etagOfBytes(bytes) } };
}

/** Sends the document, or 304 to a client that already has it. */
export function sendFixed(request: FastifyRequest, reply: FastifyReply, document: FixedDocument): FastifyReply {
  const { body, headers } = document;
  const known = request.headers["if-none-match"];
  if (known !== undefined && namesTag(known.replaceAll("W/", ""), headers["etag"] ?? "")) {
    const { "content-type": _type, ...others } = headers;
    return reply.code(304).headers(others).send();
  }
  shareBody(reply.raw);
  return reply.headers(headers).send(body);
}

const shared = Symbol("body is shared");
type Reply = http.ServerResponse & { [shared]?: true };

/** Marks the reply's body as a Buffer shared by all replies, which costs no extra memory while it is unread. */
export function shareBody(response: http.ServerResponse): void {
  (response as Reply)[shared] = true;
}

export function isShared(response: http.ServerResponse): boolean {
  return (response as Reply)[shared] === true;
}
