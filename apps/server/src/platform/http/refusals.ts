import { randomUUIDv7 } from "node:crypto";
import http from "node:http";
import type { Socket } from "node:net";
import { AppError } from "#platform/errors.ts";
import { problemMediaType, statusOf, toProblem } from "./problem.ts";

/** What Node's `clientError` hands over. */
export interface RefusedRequest extends Error {
  code?: string;
  rawPacket?: Buffer;
}

export interface Refusals {
  /** Notes a request, or refuses one that HTTP forbids; says whether it may go on. */
  admit(request: http.IncomingMessage, response: http.ServerResponse): boolean;
  /** Answers bytes that Node's parser refused, after the requests before them, and closes the connection. */
  refuse(error: RefusedRequest, socket: Socket): void;
}

const notHttp = "This is not a well-formed HTTP/1.1 request.";
const byCode: Record<string, AppError> = {
  HPE_HEADER_OVERFLOW: new AppError(
    "headers_too_large",
    "The request line and headers are larger than 16 KiB together.",
  ),
  ERR_HTTP_REQUEST_TIMEOUT: new AppError("request_timeout", "The request did not arrive in time. Send it again."),
};

// Closing at once would reset the connection while the client still sends, and take our words away from it.
const lingerMs = 1_000;

export function createRefusals(own: ((error: RefusedRequest) => string | undefined) | undefined): Refusals {
  const unanswered = new WeakMap<Socket, Set<http.ServerResponse>>();
  const refused = new WeakSet<Socket>();

  function answer(error: RefusedRequest, socket: Socket): void {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    socket.end(own?.(error) ?? rawReply(byCode[error.code ?? ""] ?? new AppError("malformed_request", notHttp)));
    setTimeout(() => socket.destroy(), lingerMs).unref();
  }

  return {
    admit(request, response) {
      const { socket } = request;
      const responses = unanswered.get(socket) ?? new Set();
      unanswered.set(socket, responses.add(response));
      response.once("close", () => responses.delete(response));
      const hosts = countHosts(request.rawHeaders);
      if (hosts === 1 || (hosts === 0 && request.httpVersion === "1.0")) return true;
      const reason = hosts === 0 ? "The request has no Host header." : "The request has more than one Host header.";
      const body = problemBytes(new AppError("malformed_request", reason));
      const type = problemMediaType(request.headers.accept);
      response.writeHead(400, { "content-type": type, "content-length": body.length, connection: "close" }).end(body);
      return false;
    },
    refuse(error, socket) {
      if (refused.has(socket)) return;
      if (error.code === "ECONNRESET") {
        socket.destroy();
        return;
      }
      refused.add(socket);
      // A request that has arrived whole gets its own reply first: ours would be taken for it.
      const earlier = [...(unanswered.get(socket) ?? [])].filter((response) => response.req.complete);
      const closed = earlier.map((response) => new Promise((resolve) => response.once("close", resolve)));
      if (closed.length === 0) answer(error, socket);
      else void Promise.all(closed).then(() => answer(error, socket));
    },
  };
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
