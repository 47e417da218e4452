import { rawReply } from "./replies.ts";

/** What `clientError` hands over: the parser's code and the bytes it choked on. */
export interface ClientError extends Error {
  code?: string;
  rawPacket?: Buffer;
  bytesParsed?: number;
}

// The last request line before the fault; in a pipeline earlier ones were fine.
const requestLine = /^([!#$%&'*+.^_`|~\w-]+) +(?:https?:\/\/[^/\s]*)?(\/[^\r\n]*)/gim;

const refusals = new Map<string | undefined, [status: number, reason: string, detail: string]>([
  ["HPE_INVALID_METHOD", [405, "Method Not Allowed", 'Method "{method}" not allowed.']],
  ["HPE_INVALID_URL", [404, "Not Found", "Not found."]],
  ["HPE_HEADER_OVERFLOW", [431, "Request Header Fields Too Large", "The request line and headers are too large."]],
  ["ERR_HTTP_REQUEST_TIMEOUT", [408, "Request Timeout", "The request took too long to arrive."]],
]);

/**
 * The reply, as it goes over the wire, to what Node's parser refuses when it was meant for the blog; undefined when it
 * was not. The connection is to be closed after it.
 */
export function blogClientError(error: ClientError): string | undefined {
  const packet = error.rawPacket?.subarray(0, 64 * 1024).toString("latin1") ?? "";
  const faultAt = error.bytesParsed ?? packet.length;
  const lines = [...packet.matchAll(requestLine)].filter(({ index }) => index <= faultAt);
  const [, method = "", path = ""] = lines.at(-1) ?? [];
  if (!/^\/api\/blogs(?:[/?\s]|$)/.test(path)) return undefined;
  const [status, reason, detail] = refusals.get(error.code) ?? [400, "Bad Request", "The request is not valid HTTP."];
  return rawReply(status, reason, detail.replace("{method}", method));
}
