import { randomUUIDv7 } from "node:crypto";
import type http from "node:http";
import { STATUS_CODES } from "#platform/http/node-http.ts";
import type { Socket } from "node:net";
import { AppError, type ErrorCode } from "#platform/errors.ts";
import { type Connections, endGently } from "./connections.ts";
import { problemMediaType, toProblem } from "#platform/http/contract/problem.ts";
import type { FastifyInstance } from "fastify";

/** The error that Node passes to `clientError`: the parser's code and the refused bytes. */
export interface RefusedRequest extends Error {
  code?: string;
  rawPacket?: Buffer;
  bytesParsed?: number;
}

/** A reply after which the connection is closed. */
export interface RefusedReply {
  status: number;
  /** Alternating names and values, without Content-Length. */
  headers: string[];
  body: string;
}

export const headerLimit = 100;

/** Node's code for a request that did not arrive completely in time. */
export const timeoutCode = "ERR_HTTP_REQUEST_TIMEOUT";

const byCode: Record<string, AppError> = {
  CONNECT: new AppError("method_not_allowed", "CONNECT is not allowed: this server is not a proxy."),
  HPE_HEADER_OVERFLOW: new AppError(
    "headers_too_large",
    "The request line and headers are larger than 16 KiB together. Shorten the URL or the headers.",
  ),
  TOO_MANY_HEADERS: new AppError(
    "headers_too_large",
    `The request has more than ${headerLimit} header fields. Send fewer.`,
  ),
  NO_HOST: new AppError("malformed_request", "The request has no Host header. Send exactly one."),
  SEVERAL_HOSTS: new AppError("malformed_request", "The request has more than one Host header. Send exactly one."),
  [timeoutCode]: new AppError("request_timeout", "The complete request did not arrive in time. Send it again."),
};
const notHttp = new AppError(
  "malformed_request",
  "The request is not well-formed HTTP/1.1. Correct its request line, headers or framing.",
);

export type Refusals = ReturnType<typeof createRefusals>;

export function createRefusals(
  connections: Connections,
  statusOf: Readonly<Record<ErrorCode, number>>,
  own: ((error: RefusedRequest) => RefusedReply | undefined) | undefined,
) {
  function replyTo(error: RefusedRequest, accept?: string): RefusedReply {
    const ours = own?.(error);
    if (ours !== undefined) return ours;
    const problem = byCode[error.code ?? ""] ?? notHttp;
    const status = statusOf[problem.code];
    const body = JSON.stringify(toProblem(problem, status, randomUUIDv7()));
    return { status, headers: ["Content-Type", problemMediaType(accept)], body };
  }

  function answer(error: RefusedRequest, socket: Socket): void {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const { status, headers, body } = replyTo(error);
    const lines = headers.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${headers[at + 1]}`] : []));
    const length = `Content-Length: ${Buffer.byteLength(body)}`;
    const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, length, "Connection: close", "", ""];
    endGently(socket, head.join("\r\n") + body);
  }

  function refuse(error: RefusedRequest, socket: Socket): void {
    if (error.code === "ECONNRESET") {
      socket.destroy();
      return;
    }
    // Replies first to the requests that arrived completely; otherwise the client would read this error as the reply to
    // one of them.
    if (!connections.refuseMore(socket, () => answer(error, socket))) socket.pause();
  }

  return {
    /** Refuses a request that violates HTTP; returns whether the request may continue. */
    admit(request: http.IncomingMessage, response: http.ServerResponse): boolean {
      const code = findFault(request);
      if (code === undefined) return true;
      const { status, headers, body } = replyTo(refused(code, request), request.headers.accept);
      response.writeHead(status, [
        ...headers,
        "Content-Length",
        String(Buffer.byteLength(body)),
        "Connection",
        "close",
      ]);
      response.end(body);
      return false;
    },
    /**
     * Replies to bytes that Node's parser refused, once all earlier requests are answered, and closes the connection.
     */
    refuse,
    /** Refuses CONNECT, because this server offers no tunnels. */
    refuseConnect: (request: http.IncomingMessage, socket: Socket) => refuse(refused("CONNECT", request), socket),
  };
}

function refused(code: string, { method, url }: http.IncomingMessage): RefusedRequest {
  return Object.assign(new Error(code), { code, rawPacket: Buffer.from(`${method} ${url}`, "latin1") });
}

function findFault({ rawHeaders, httpVersion }: http.IncomingMessage): string | undefined {
  if (rawHeaders.length > 2 * headerLimit) return "TOO_MANY_HEADERS";
  const hosts = countHosts(rawHeaders);
  if (hosts === 1 || (hosts === 0 && httpVersion === "1.0")) return undefined;
  return hosts === 0 ? "NO_HOST" : "SEVERAL_HOSTS";
}

function countHosts(rawHeaders: string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") count++;
  }
  return count;
}

/** Refuses requests that may change something while the database's disk is full. Reads continue. */
export function refuseWritesWhenFull(app: FastifyInstance, isDiskFull: () => boolean): void {
  app.addHook("preHandler", ({ method, is404 }, _reply, done) => {
    const isRead = method === "GET" || method === "HEAD" || method === "OPTIONS";
    if (isRead || is404 || !isDiskFull()) return done();
    const message =
      "The database's disk is nearly full. Nothing was changed; reads still work. The server's operator must free some space.";
    done(new AppError("unavailable", message, { headers: { "retry-after": "60" } }));
  });
}
