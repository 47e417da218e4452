import { randomUUIDv7 } from "node:crypto";
import http from "node:http";
import type { Socket } from "node:net";
import { AppError } from "#platform/errors.ts";
import { type Connections, endGently } from "./connections.ts";
import { problemMediaType, statusOf, toProblem } from "./problem.ts";

/** What Node's `clientError` hands over. */
export interface RefusedRequest extends Error {
  code?: string;
  rawPacket?: Buffer;
}

export interface Refusals {
  /** Refuses a request that HTTP forbids; says whether it may go on. */
  admit(request: http.IncomingMessage, response: http.ServerResponse): boolean;
  /** Answers bytes that Node's parser refused, after the requests before them, and closes the connection. */
  refuse(error: RefusedRequest, socket: Socket): void;
}

/** How many header fields a request may have. */
export const headerLimit = 100;
const tooManyHeaders = new AppError("headers_too_large", `The request has more than ${headerLimit} header fields.`);

const notHttp = "This is not a well-formed HTTP/1.1 request.";
const byCode: Record<string, AppError> = {
  HPE_HEADER_OVERFLOW: new AppError(
    "headers_too_large",
    "The request line and headers are larger than 16 KiB together.",
  ),
  ERR_HTTP_REQUEST_TIMEOUT: new AppError("request_timeout", "The request did not arrive in time. Send it again."),
};

export function createRefusals(
  connections: Connections,
  own: ((error: RefusedRequest) => string | undefined) | undefined,
): Refusals {
  function answer(error: RefusedRequest, socket: Socket): void {
    if (socket.writable)
      endGently(
        socket,
        own?.(error) ?? rawReply(byCode[error.code ?? ""] ?? new AppError("malformed_request", notHttp)),
      );
    else socket.destroy();
  }

  return {
    admit({ rawHeaders, headers }, response) {
      const error = rawHeaders.length > 2 * headerLimit ? tooManyHeaders : findHostFault(response.req);
      if (error === undefined) return true;
      const body = problemBytes(error);
      const type = problemMediaType(headers.accept);
      response
        .writeHead(statusOf[error.code], { "content-type": type, "content-length": body.length, connection: "close" })
        .end(body);
      return false;
    },
    refuse(error, socket) {
      if (error.code === "ECONNRESET") {
        socket.destroy();
        return;
      }
      // A request that has arrived whole gets its own reply first: ours would be taken for it.
      if (!connections.refuseMore(socket, () => answer(error, socket))) socket.pause();
    },
  };
}

function findHostFault({ rawHeaders, httpVersion }: http.IncomingMessage): AppError | undefined {
  const hosts = countHosts(rawHeaders);
  if (hosts === 1 || (hosts === 0 && httpVersion === "1.0")) return undefined;
  const reason = hosts === 0 ? "The request has no Host header." : "The request has more than one Host header.";
  return new AppError("malformed_request", reason);
}

function countHosts(rawHeaders: string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") count++;
  }
  return count;
}

function problemBytes(error: AppError): Buffer {
  return Buffer.from(JSON.stringify(toProblem(error, randomUUIDv7())));
}

function rawReply(error: AppError): Buffer {
  const status = statusOf[error.code];
  const body = problemBytes(error);
  const head = [
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`,
    "Content-Type: application/problem+json",
    "Connection: close",
    `Content-Length: ${body.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), body]);
}
