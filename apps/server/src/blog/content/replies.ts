import type { IncomingMessage, ServerResponse } from "node:http";
import { shareBody } from "#platform/http/replies/fixed-document.ts";
import type { RefusedReply, RefusedRequest } from "#platform/http/server/refusals.ts";
import { kibibyte } from "#platform/process/memory.ts";
import { toJson } from "./article.ts";

/** A representation with its headers, built once and sent many times. */
export interface Reply {
  body: Buffer;
  /** A small body as a Latin-1 string, because Node sends a string together with the head in a single write. */
  inlineBody: string | undefined;
  headers: string[];
  notModifiedHeaders: string[];
  etag: string;
  modifiedMs: number;
  /** Whether these bytes are cached for all clients. */
  isKept: boolean;
}

const allowedMethods = "GET, HEAD, OPTIONS";

// Up to about this size, sending one string is faster than sending a head and a Buffer (measured).
const inlineLimit = 32 * kibibyte;

/** The headers of every response. */
const usual = pairs({
  Allow: allowedMethods,
  Vary: "Accept",
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "Link, X-Total-Count, ETag",
  "X-Content-Type-Options": "nosniff",
});

export function toReply(
  body: Buffer,
  etag: string,
  modifiedAt: string,
  options: { contentType?: string; extra?: string[]; isKept?: boolean } = {},
): Reply {
  const modifiedMs = Date.parse(modifiedAt);
  const validators = [
    ...usual,
    ...pairs({
      ETag: etag,
      "Last-Modified": new Date(modifiedMs).toUTCString(),
      "Cache-Control": "public, max-age=0, must-revalidate",
    }),
    ...(options.extra ?? []),
  ];
  return {
    body,
    inlineBody: body.length > inlineLimit ? undefined : body.toString("latin1"),
    headers: ["Content-Type", options.contentType ?? "application/json", ...validators, ...contentLength(body)],
    notModifiedHeaders: validators,
    etag,
    modifiedMs,
    isKept: options.isKept ?? false,
  };
}

function sendReply(res: ServerResponse, reply: Reply): void {
  res.writeHead(200, reply.headers);
  if (reply.inlineBody !== undefined) res.end(reply.inlineBody, "latin1");
  else {
    if (reply.isKept) shareBody(res);
    res.end(reply.body);
  }
}

/** Sends 304 if the client already has this representation (RFC 9110, 13.2.2), otherwise the whole reply. */
export function sendUnlessKnown(req: IncomingMessage, res: ServerResponse, reply: Reply): void {
  if (isKnown(req, reply)) {
    res.writeHead(304, reply.notModifiedHeaders);
    res.end();
  } else {
    sendReply(res, reply);
  }
}

function isKnown(req: IncomingMessage, reply: Reply): boolean {
  const tags = req.headers["if-none-match"];
  if (tags !== undefined) {
    return tags.trim() === "*" || (tags.match(/"[^"]*"/g)?.includes(reply.etag) ?? false);
  }
  const since = parseHttpDate(req.headers["if-modified-since"]);
  return since !== undefined && reply.modifiedMs <= since;
}

const httpDate =
  /^(?:[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT|[A-Z][a-z]+day, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})$/;

// Checks the format first, because Date.parse alone accepts almost any text as a date.
function parseHttpDate(text: string | undefined): number | undefined {
  if (text === undefined || !httpDate.test(text)) return undefined;
  const ms = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isNaN(ms) ? undefined : ms;
}

export function sendDetail(res: ServerResponse, status: number, detail: string, indent = 0): void {
  sendJson(res, status, { detail }, indent);
}

export function sendJson(res: ServerResponse, status: number, value: unknown, indent = 0, extra: string[] = []): void {
  const body = Buffer.from(toJson(value, indent));
  res.writeHead(status, ["Content-Type", "application/json", ...usual, ...extra, ...contentLength(body)]);
  res.end(body);
}

export function sendPreflight(res: ServerResponse): void {
  res.writeHead(204, [
    ...usual,
    ...pairs({
      "Access-Control-Allow-Methods": allowedMethods,
      // Authorization is listed because the wildcard does not cover it (Fetch standard), and clients written for DRF
      // may send it.
      "Access-Control-Allow-Headers": "*, Authorization",
      "Access-Control-Max-Age": "86400",
    }),
  ]);
  res.end();
}

/** Builds the reply to a request that never reaches the handler. */
function refusal(status: number, detail: string): RefusedReply {
  return { status, headers: ["Content-Type", "application/json", ...usual], body: toJson({ detail }) };
}

// Flattens the headers, because writeHead sends a flat list without conversion.
function pairs(headers: Record<string, string>): string[] {
  return Object.entries(headers).flat();
}

function contentLength(body: Buffer): string[] {
  return ["Content-Length", String(body.length)];
}

// Finds request lines. The last one before the fault is the invalid one, because earlier requests in a pipeline were
// valid.
const requestLine = /^([!#$%&'*+.^_`|~\w-]+) +(?:[a-z][a-z\d+.-]*:\/\/[^/\s]*)?(\/[^\r\n]*)/gim;

const notHttp: [status: number, detail: string] = [400, "The request is not valid HTTP."];
const refusals = new Map<string | undefined, [status: number, detail: string]>([
  ["HPE_INVALID_METHOD", [405, 'Method "{method}" not allowed.']],
  ["CONNECT", [405, 'Method "CONNECT" not allowed.']],
  ["HPE_INVALID_URL", [404, "Not found."]],
  ["HPE_HEADER_OVERFLOW", [431, "The request line and headers are too large."]],
  ["TOO_MANY_HEADERS", [431, "The request has too many headers."]],
  ["ERR_HTTP_REQUEST_TIMEOUT", [408, "The request took too long to arrive."]],
]);

/** Returns the reply to an unparseable request to the blog; undefined for all other requests. */
export function refuseUnparsed({ code, rawPacket, bytesParsed }: RefusedRequest): RefusedReply | undefined {
  const packet = rawPacket?.subarray(0, 64 * 1024).toString("latin1") ?? "";
  const faultAt = bytesParsed ?? packet.length;
  const lines = [...packet.matchAll(requestLine)].filter(({ index }) => index <= faultAt);
  const [, method = "", target = ""] = lines.at(-1) ?? [];
  if (!/^\/api\/blogs(?:[/?#\s]|$)/.test(target)) return undefined;
  // A path with forbidden bytes is treated as an unknown slug, but a query with forbidden bytes as a bad request.
  const [status, detail] =
    (code === "HPE_INVALID_URL" && target.includes("?") ? notHttp : refusals.get(code)) ?? notHttp;
  return refusal(status, detail.replace("{method}", method));
}
