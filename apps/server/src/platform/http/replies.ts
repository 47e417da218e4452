import type { FastifyReply, FastifyRequest } from "fastify";
import { namesTag } from "./etag.ts";

/** As bytes: Fastify adds a charset, which JSON does not have (RFC 8259 §11), to the type of a string. */
export function jsonBytes(text: string): Buffer {
  return Buffer.from(text);
}

export function sendJson(reply: FastifyReply, status: number, value: unknown): FastifyReply {
  return reply
    .code(status)
    .header("content-type", "application/json")
    .send(jsonBytes(JSON.stringify(value)));
}

/** One resource: its ETag, its caching, and 304 for a caller who has this state already. */
export function sendResource(request: FastifyRequest, reply: FastifyReply, etag: string, value: unknown): FastifyReply {
  void reply.header("etag", etag).header("cache-control", "private, no-cache");
  const known = request.headers["if-none-match"];
  if (known !== undefined && namesTag(known.replaceAll("W/", ""), etag)) return reply.code(304).send();
  return sendJson(reply, 200, value);
}

/** A page, with the next one also as a Link header (RFC 8288). */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: { data: unknown[]; nextCursor: string | null },
): FastifyReply {
  if (page.nextCursor !== null) {
    const [path = "", query = ""] = request.url.split("?", 2);
    const next = new URLSearchParams(query);
    next.set("cursor", page.nextCursor);
    void reply.header("link", `<${path}?${next.toString()}>; rel="next"`);
  }
  return sendJson(reply, 200, page);
}
