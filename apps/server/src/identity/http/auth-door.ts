import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { isSafe, refuseCrossSite, refuseInsecureOrigin } from "#identity/sessions/refuse-cross-site.ts";
import { answerError, unknownPath, type HttpApp } from "#platform/http/create-http-app.ts";
import { bodyRefusal, readBody } from "#platform/http/read-body.ts";
import { allowedMethods, type KnownMethods, notAllowed, pathOf, takesBody } from "./known-methods.ts";
import "./request.ts";

/**
 * What stands before the routes of /auth, which need no key: what another site makes a browser send is refused, 415 and
 * 413, 404 and 405. Nothing of it is ever kept by a cache.
 */
export function authDoor(app: HttpApp): void {
  const methods: KnownMethods = new Map();
  app.decorateRequest("bodyType", undefined);

  app.addHook("onRoute", (route) => {
    route.schema = { querystring: Type.Object({}, { additionalProperties: false }), ...route.schema };
    const known = methods.get(route.url) ?? new Set();
    for (const method of [route.method].flat()) known.add(method);
    methods.set(route.url, known);
  });

  app.addHook("onRequest", (request, reply, done) => {
    void reply.header("cache-control", "no-store");
    request.bodyType = request.headers["content-type"];
    if (request.bodyType !== undefined) request.headers["content-type"] = undefined;
    try {
      const { headers, method, routeOptions } = request;
      const { usesSession, givesSession = false } = routeOptions.config;
      // Browsers send one of the two. Without either this is no browser, so that no cookie came along by itself.
      const isBrowser = headers["sec-fetch-site"] !== undefined || headers.origin !== undefined;
      if (!isSafe(method) && (isBrowser || usesSession !== undefined))
        refuseCrossSite(method, headers, { plainHttp: givesSession || usesSession === undefined });
      if (givesSession) refuseInsecureOrigin(headers);
      done(takesBody(request) ? bodyRefusal(request.bodyType, headers) : undefined);
    } catch (error) {
      done(error as Error);
    }
  });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", async (request: FastifyRequest, payload: IncomingMessage) =>
    takesBody(request)
      ? readBody(payload, request.bodyType, request.headers).catch((error: unknown) => error)
      : undefined,
  );
  app.addHook("preValidation", (request, _reply, done) => {
    done(request.body instanceof Error ? request.body : undefined);
  });

  app.setNotFoundHandler((request, reply) => {
    const allowed = allowedMethods(methods, pathOf(request));
    answerError(allowed === undefined ? unknownPath(request) : notAllowed(request, allowed), request, reply);
  });
}
