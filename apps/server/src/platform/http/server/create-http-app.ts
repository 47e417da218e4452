import { randomUUIDv7 } from "node:crypto";
import { type default as http, maxHeaderSize } from "node:http";
import { tmpdir } from "node:os";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  type onRequestHookHandler,
} from "fastify";
import { CancelledError } from "#platform/concurrency/errors.ts";
import { UnknownCommitError } from "#platform/database/database-errors.ts";
import { AppError, type ErrorCode } from "#platform/errors.ts";
import { type ConnectionLimits, createConnections, defaultConnectionLimits } from "./connections.ts";
import { loopTurns } from "#platform/process/loop-turns.ts";
import { type Requester, runFor } from "#platform/requester.ts";
import type { Tracing } from "#platform/spans.ts";
import { type CodedDocument, sendCoded } from "#platform/http/replies/coded-document.ts";
import { createDownloads, type DownloadLimits, defaultDownloadLimits } from "#platform/http/replies/downloads.ts";
import { createHttpServer, type HttpTimeouts } from "./http-server.ts";
import { isSentInProcess } from "./in-process.ts";
import { bodyLimit } from "#platform/http/contract/json-body.ts";
import { asAppError, problemMediaType, toProblem } from "#platform/http/contract/problem.ts";
import { readForwardedFor } from "./proxies.ts";
import { requestFacts, traceRequest } from "./trace-request.ts";
import { createRefusals, type RefusedReply, type RefusedRequest, timeoutCode } from "./refusals.ts";
import { sendJsonText } from "#platform/http/replies/replies.ts";
import { createUploads, type Uploads, defaultUploadLimits } from "./bodies/uploads.ts";
import { requestCompiler } from "#platform/http/contract/validation.ts";

declare module "fastify" {
  interface FastifyInstance {
    uploads: Uploads;
    statusOf: StatusOf;
  }
  interface FastifyRequest {
    /** Undefined until the first hook; the figures in `spent` grow until the reply ends. */
    requester: Requester | undefined;
    /** Whether another request of this process sent this request; only the outer request is logged and measured. */
    isInner: boolean;
  }
}

export type StatusOf = Readonly<Record<ErrorCode, number>>;

export interface HttpAppOptions {
  statusOf: StatusOf;
  logger: FastifyBaseLogger | undefined;
  timeouts: HttpTimeouts | undefined;
  /** Bounds the process memory that clients may occupy. */
  limits?: ConnectionLimits | undefined;
  /** Networks of proxies whose X-Forwarded-For is trusted. */
  trustProxy?: readonly string[];
  /** Whether to close each connection after its next reply. */
  isStopping?: () => boolean;
  /** The limits for downloads; defaults to `defaultDownloadLimits` with the temporary folder. */
  downloads?: DownloadLimits | undefined;
  /** Creates a span for each request, except probes. */
  tracing?: Tracing | undefined;
  /** May handle a request before the router does; returns whether it did. */
  answerFirst?: (request: http.IncomingMessage, response: http.ServerResponse) => boolean;
  /**
   * Returns the reply of the addressed product, such as the blog, to a request that violates HTTP; undefined if the
   * product has none.
   */
  answerRefused?: (error: RefusedRequest) => RefusedReply | undefined;
  /** The page for an unknown URL, for clients that want a page rather than a problem. */
  unknownPage?: ((request: UnknownRequest) => Promise<CodedDocument | undefined>) | undefined;
}

const requestMs = 30_000;
const defaultTimeouts: HttpTimeouts = {
  headersMs: 10_000,
  requestMs,
  uploadMs: requestMs,
  silentMs: 120_000,
  checkMs: 2_000,
};

/**
 * The default headers of a reply. Most replies aren't pages, so they load nothing, cannot be framed, and their type is
 * never sniffed.
 */
const safetyHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
};

export type UnknownRequest = Pick<FastifyRequest, "method" | "url" | "headers">;

/**
 * Creates a Fastify app with the conventions of all our routes: strict bodies and queries, one error path, plain
 * JSON.stringify.
 */
export function createHttpApp({
  statusOf,
  logger,
  timeouts = defaultTimeouts,
  trustProxy = [],
  isStopping = () => false,
  limits = defaultConnectionLimits,
  downloads = { ...defaultDownloadLimits, folder: tmpdir() },
  tracing,
  answerFirst,
  answerRefused,
  unknownPage,
}: HttpAppOptions) {
  let isClosing = false;
  let route: http.RequestListener;
  const answer = (request: http.IncomingMessage, response: http.ServerResponse) => {
    // Closes a busy connection after its reply, so a stopping node drains quickly.
    if (isClosing || isStopping()) response.shouldKeepAlive = false;
    if (refusals.admit(request, response) && answerFirst?.(request, response) !== true) route(request, response);
  };
  const connections = createConnections(answer, limits);
  const refusals = createRefusals(connections, statusOf, answerRefused);
  const uploads = createUploads(
    { ...defaultUploadLimits, windowMs: timeouts.uploadMs, lookMs: timeouts.checkMs },
    (socket) => refusals.refuse(Object.assign(new Error("the upload stalled"), { code: timeoutCode }), socket),
  );
  const app = Fastify({
    ...(logger === undefined ? { logger: false } : { loggerInstance: logger }),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    bodyLimit,
    trustProxy: trustProxy.length === 0 ? false : [...trustProxy],
    forceCloseConnections: "idle",
    return503OnClosing: false,
    genReqId: requestId,
    rewriteUrl: (request) => repairPercentEncoding(toOriginForm(request.url ?? "/")),
    frameworkErrors: (_error, request, reply) =>
      answerError(unknownPath(request as FastifyRequest), request as FastifyRequest, reply as FastifyReply),
    // No URL is longer than a request's head.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: maxHeaderSize },
    serverFactory: (handler) => {
      route = handler;
      return createHttpServer({ timeouts, connections, refusals, uploads });
    },
    clientErrorHandler: () => undefined,
    schemaController: {
      // Set here, because Fastify would load its own compilers if these were set later.
      compilersFactory: {
        buildValidator: () => requestCompiler() as never,
        // Replies are built by explicit mapping; JSON.stringify is faster than a compiled serializer on this Node.
        buildSerializer: () => () => JSON.stringify,
      },
    },
  }).withTypeProvider<TypeBoxTypeProvider>();
  app.decorate("downloads", createDownloads(downloads));
  app.decorate("uploads", uploads);
  app.decorate("statusOf", statusOf);
  app.decorateRequest("requester", undefined);
  app.decorateRequest("isInner", false);
  app.addHook("preClose", (done) => {
    isClosing = true;
    done();
  });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(async (request, reply) => {
    const page = await unknownPage?.(request);
    if (page !== undefined) return sendCoded(request, reply.code(404), page);
    answerError(unknownPath(request), request, reply);
    return reply;
  });
  if (trustProxy.length > 0) app.addHook("onRequest", plainForwardedFor);
  app.addHook("onRequest", beginRequest(tracing));
  return app;
}

export type HttpApp = ReturnType<typeof createHttpApp>;

/** Fastify takes each entry of the header for an address, although some proxies add ports or words. */
const plainForwardedFor: onRequestHookHandler = ({ raw: { headers } }, _reply, done) => {
  const header = headers["x-forwarded-for"];
  const addresses = header === undefined ? [] : readForwardedFor(String(header));
  if (addresses.length === 0) delete headers["x-forwarded-for"];
  else headers["x-forwarded-for"] = addresses.join(", ");
  done();
};

/** Returns the hook that sets up each request. It sets the request's `requester`, which statements, logs and spans use. */
function beginRequest(tracing: Tracing | undefined): onRequestHookHandler {
  return (request, reply, done) => {
    void reply.headers(safetyHeaders).header("x-request-id", request.id);
    const { method, socket } = request.raw;
    const isReading = method === "GET" || method === "HEAD";
    const { url, config } = request.routeOptions;
    const route = url === undefined ? "unknown" : `${method} ${url}`;
    loopTurns.noteWork(route);
    const spent = { databaseMs: 0, waitedMs: 0 };
    const client = clientName(request.headers["stint-client"]);
    const requester: Requester = {
      tenant: undefined,
      route,
      client,
      isReading,
      hasLeft: () => socket.destroyed,
      spent,
    };
    request.requester = requester;
    request.isInner = isSentInProcess();
    if (tracing === undefined || config.isProbe === true) return runFor(requester, done);
    runFor(requester, () => traceRequest(tracing, request, reply, requester).run(done));
  };
}

export function unknownPath(request: FastifyRequest): AppError {
  return new AppError(
    "not_found",
    `There is nothing at ${request.method} ${request.url.split("?", 1)[0]}. The reference is at /docs.`,
  );
}

/** Sends an error as a problem document, and logs faults of the service. */
export function answerError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (thrown instanceof UnknownCommitError) {
    // Neither "done" nor "not done" would be true, so no reply is sent (docs/api/errors.md, "Retrying").
    request.log.error({ err: thrown }, "closing the connection without a reply");
    reply.hijack();
    request.raw.socket.destroy();
    return;
  }
  if (thrown instanceof CancelledError && (request.raw.socket.destroyed || reply.raw.destroyed)) {
    request.log.info(requestFacts(request), "the client disconnected");
    reply.hijack();
    return;
  }
  const error = asAppError(thrown);
  const status = request.server.statusOf[error.code];
  const at = { method: request.method, route: request.routeOptions.url };
  // Reaching a limit is not a fault of the service, and clients that reach it must not fill the log.
  if (thrown instanceof AppError && thrown.code === "unavailable") request.log.info(at, error.code);
  else if (status >= 500) request.log.error({ err: thrown, ...at }, error.code);
  void reply.code(status).headers(error.headers).header("content-type", problemMediaType(request.headers.accept));
  void sendJsonText(reply, JSON.stringify(toProblem(error, status, request.id)));
}

/** Returns the `name/version` that our own programs and agents send; undefined for text in another form. */
function clientName(sent: string | string[] | undefined): string | undefined {
  return typeof sent === "string" && /^[\w.+-]{1,60}\/[\w.+-]{1,30}$/.test(sent) ? sent : undefined;
}

function requestId(request: { headers: http.IncomingHttpHeaders }): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && /^[\x21-\x7e]{1,128}$/.test(given) ? given : randomUUIDv7();
}

// A proxy's absolute form starts with the origin; "*" is not a path.
function toOriginForm(url: string): string {
  if (url.startsWith("/")) return url;
  const local = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, "");
  return local.startsWith("/") ? local : `/${local}`;
}

// Encodes an undecodable path once more, so it matches no route and gets the 404 of its part of the API.
function repairPercentEncoding(url: string): string {
  if (!url.includes("%")) return url;
  const end = url.indexOf("?");
  const path = end === -1 ? url : url.slice(0, end);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll("%", "%25") + url.slice(path.length);
  }
}
