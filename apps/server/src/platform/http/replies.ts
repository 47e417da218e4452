import type { FastifyReply, FastifyRequest } from "fastify";
import { namesTag } from "./etag.ts";

const asIs = (text: unknown) => text as string;

/**
 * Sends text that is JSON already. A serializer of its own keeps Fastify from adding a charset, which JSON does not have
 * (RFC 8259 §11); as a string it leaves in one write with the head.
 */
export function sendJsonText(reply: FastifyReply, text: string): FastifyReply {
  return reply.serializer(asIs).send(text);
}

export function sendJson(reply: FastifyReply, status: number, value: unknown): FastifyReply {
  return sendJsonText(reply.code(status).header("content-type", "application/json"), JSON.stringify(value));
}

/** A reply whose status and headers say everything. */
export function sendNothing(reply: FastifyReply, status: number): FastifyReply {
  return reply.code(status).send();
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
    const { url } = request;
    const end = url.includes("?") ? url.indexOf("?") : url.length;
    const next = new URLSearchParams(url.slice(end));
    next.set("cursor", page.nextCursor);
    void reply.header("link", `<${url.slice(0, end)}?${next.toString()}>; rel="next"`);
  }
  return sendJson(reply, 200, page);
}
