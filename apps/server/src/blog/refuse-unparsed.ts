import type { RefusedReply, RefusedRequest } from "#platform/http/server/refusals.ts";
import { refusal } from "./replies.ts";

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
