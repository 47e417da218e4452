import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import { Type } from "#platform/http/contract/type/type.ts";
import { AppError } from "#platform/errors.ts";
import { answerError, unknownPath, type HttpApp } from "#platform/http/server/create-http-app.ts";
import { bodyRefusal, readBody } from "#platform/http/server/bodies/read-body.ts";
import { loopTurns } from "#platform/process/loop-turns.ts";
import "#identity/http/fastify-types.ts";

type KnownMethods = Map<string, Set<string>>;

/** Checks that the caller must run between its own checks. */
export type StrictRoutes = ReturnType<typeof strictRoutes>;

/** Makes everything under a prefix strict: query strings and bodies (400, 413, 415), paths (404) and methods (405). */
export function strictRoutes(app: HttpApp) {
  const methods: KnownMethods = new Map();
  app.decorateRequest("bodyType", undefined);

  app.addHook("onRoute", (route) => {
    route.schema = { querystring: Type.Object({}, { additionalProperties: false }), ...route.schema };
    const known = methods.get(route.url) ?? new Set();
    for (const method of [route.method].flat()) known.add(method);
    methods.set(route.url, known);
  });

  app.addHook("onRequest", (request, _reply, done) => {
    // Hides the Content-Type from Fastify, which would reject an unknown type even for a request without a body.
    request.bodyType = request.headers["content-type"];
    if (request.bodyType !== undefined) request.headers["content-type"] = undefined;
    done();
  });

  app.removeAllContentTypeParsers();
  // Returns an error as the body: if it were thrown, Fastify would close the connection while the client is still
  // sending.
  app.addContentTypeParser("*", async (request: FastifyRequest, payload: IncomingMessage) =>
    takesBody(request)
      ? readBody(payload, request.bodyType, request.headers).catch((error: unknown) => error)
      : undefined,
  );
  app.addHook("preValidation", (request, _reply, done) => {
    loopTurns.noteWork();
    done(request.body instanceof Error ? request.body : undefined);
  });

  app.setNotFoundHandler((request, reply) => {
    const allowed = allowedMethods(methods, pathOf(request));
    answerError(allowed === undefined ? unknownPath(request) : notAllowed(request, allowed), request, reply);
  });

  return {
    /** Returns the 405 if a route with this literal path exists, but not for this method. */
    methodRefusal(request: FastifyRequest): AppError | undefined {
      const exact = methods.get(pathOf(request).replace(/\/$/, ""));
      return exact === undefined || exact.has(request.method) ? undefined : notAllowed(request, exact);
    },
    /** Returns the 415 or 413, if the route accepts a body. */
    bodyRefusal: (request: FastifyRequest): AppError | undefined =>
      takesBody(request) ? bodyRefusal(request.bodyType, request.headers) : undefined,
  };
}

function pathOf(request: FastifyRequest): string {
  return request.url.split("?", 1)[0] ?? "";
}

function notAllowed(request: FastifyRequest, allowed: Set<string>): AppError {
  const allow = [...allowed].sort().join(", ");
  return new AppError("method_not_allowed", `${request.method} is not allowed here. Allowed: ${allow}.`, {
    headers: { allow },
  });
}

/**
 * Whether to read the body here. A body that the route does not expect has no meaning (RFC 9110 §9.3.5), so it is
 * ignored.
 */
function takesBody(request: FastifyRequest): boolean {
  return request.routeOptions.schema?.body !== undefined && request.routeOptions.config.streamsBody !== true;
}

function allowedMethods(methods: KnownMethods, path: string): Set<string> | undefined {
  const wanted = path.split("/").filter((part, index, parts) => part !== "" || index < parts.length - 1);
  for (const [pattern, known] of methods) {
    const parts = pattern.split("/").filter((part, index, all) => part !== "" || index < all.length - 1);
    if (parts.length === wanted.length && parts.every((part, index) => part.startsWith(":") || part === wanted[index]))
      return known;
  }
  return undefined;
}
