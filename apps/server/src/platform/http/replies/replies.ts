import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import type {
  FastifyContextConfig,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
} from "fastify";
import type { Static, TSchema } from "typebox";
import { etagOfBytes, namesTag } from "./etag.ts";

export type ReplyOf<Schema extends FastifySchema> = FastifyReply<
  RouteGenericInterface,
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyContextConfig,
  Schema,
  TypeBoxTypeProvider
>;

/** The body that the route declares for the status; `never` if it declares none. */
export type BodyOf<Schema extends FastifySchema, Status extends number> = Schema extends {
  response: Record<Status, infer Body extends TSchema>;
}
  ? Static<Body>
  : never;

/** JSON text of a value of this type. */
export type Json<Value> = string & { readonly "is the JSON of": Value };

const asIs = (text: unknown) => text as string;

/**
 * Sends text that is already JSON. The separate serializer keeps Fastify from adding a charset, which JSON does not
 * have (RFC 8259 §11). A string is sent in one write with the headers.
 */
export function sendJsonText(reply: FastifyReply, text: string | Buffer): FastifyReply {
  return reply.serializer(asIs).send(text);
}

export function sendJson<Schema extends FastifySchema, Status extends number>(
  reply: ReplyOf<Schema>,
  status: Status,
  body: BodyOf<Schema, Status>,
): FastifyReply {
  return writeJson(reply, status, body);
}

/** Sends a reply that no route declares. */
export function writeJson(reply: FastifyReply, status: number, value: unknown): FastifyReply {
  return writeJsonText(reply, status, JSON.stringify(value));
}

function writeJsonText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return sendJsonText(reply.code(status).header("content-type", "application/json"), text);
}

/** Sends a reply that consists only of its status and headers. */
export function sendNothing(reply: FastifyReply, status: number): FastifyReply {
  return reply.code(status).send();
}

/** Sends one resource with its ETag and caching headers; 304 to a caller who already has this state. */
export function sendResource<Schema extends FastifySchema>(
  request: FastifyRequest,
  reply: ReplyOf<Schema>,
  etag: string,
  body: BodyOf<Schema, 200>,
): FastifyReply {
  void reply.header("etag", etag).header("cache-control", "private, no-cache");
  if (hasAlready(request, etag)) return sendNothing(reply, 304);
  return sendJson(reply, 200, body);
}

/** Sends bytes with their ETag; 304 to a caller who already has them. */
export function sendTaggedBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  mediaType: string,
  bytes: Buffer,
): FastifyReply {
  const etag = etagOfBytes(bytes);
  void reply.header("etag", etag);
  if (hasAlready(request, etag)) return sendNothing(reply, 304);
  return reply.code(200).header("content-type", mediaType).send(bytes);
}

function hasAlready({ headers }: FastifyRequest, etag: string): boolean {
  const known = headers["if-none-match"];
  return known !== undefined && namesTag(known.replaceAll("W/", ""), etag);
}

/** Sends a page; a Link header refers to the next one (RFC 8288). */
export function sendPage<Schema extends FastifySchema>(
  request: FastifyRequest,
  reply: ReplyOf<Schema>,
  page: BodyOf<Schema, 200> & { nextCursor: string | null },
): FastifyReply {
  linkNext(request, reply, page.nextCursor);
  return sendJson(reply, 200, page);
}

/** Like `sendPage`, for items that are already JSON. */
export function sendWrittenPage<Item, Schema extends FastifySchema>(
  request: FastifyRequest,
  reply: { data: Item[]; nextCursor: string | null } extends BodyOf<Schema, 200> ? ReplyOf<Schema> : never,
  { data, nextCursor }: { data: Json<Item>[]; nextCursor: string | null },
): FastifyReply {
  linkNext(request, reply, nextCursor);
  return writeJsonText(reply, 200, `{"data":[${data.join(",")}],"nextCursor":${JSON.stringify(nextCursor)}}`);
}

function linkNext(request: FastifyRequest, reply: FastifyReply, nextCursor: string | null): void {
  if (nextCursor === null) return;
  const { url } = request;
  const end = url.includes("?") ? url.indexOf("?") : url.length;
  const next = new URLSearchParams(url.slice(end));
  next.set("cursor", nextCursor);
  void reply.header("link", `<${url.slice(0, end)}?${next.toString()}>; rel="next"`);
}
