import {
  isSafe,
  refuseCrossSite,
  refuseCrossSiteLoad,
  refuseInsecureOrigin,
} from "#identity/sessions/refuse-cross-site.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import { strictRoutes } from "./strict-routes.ts";

/**
 * Adds the checks before the routes of /auth, which need no key: CSRF, 415, 413, 404 and 405. Also prevents caching.
 */
export function authDoor(app: HttpApp): void {
  const strict = strictRoutes(app);
  let warnsOfProxy = true;

  app.addHook("onRequest", (request, reply, done) => {
    void reply.header("cache-control", "no-store");
    // Fastify sets `request.ips` only if a proxy is trusted.
    if (warnsOfProxy && request.headers["x-forwarded-for"] !== undefined && request.ips === undefined) {
      warnsOfProxy = false;
      app.log.warn(
        { address: request.ip },
        "requests come through a proxy that TRUST_PROXY does not include, so everyone who signs in shares its address and its limits; see docs/run/proxies.md",
      );
    }
    try {
      const { headers, method, routeOptions } = request;
      const { usesSession, givesSession = false } = routeOptions.config;
      // Browsers send Origin or Sec-Fetch-Site. A client that sends neither is not a browser, so CSRF is not possible.
      const isBrowser = headers["sec-fetch-site"] !== undefined || headers.origin !== undefined;
      if (isSafe(method)) refuseCrossSiteLoad(headers);
      else if (isBrowser || usesSession !== undefined)
        refuseCrossSite(method, headers, { plainHttp: givesSession || usesSession === undefined });
      if (givesSession) refuseInsecureOrigin(headers);
      done(strict.bodyRefusal(request));
    } catch (error) {
      done(error as Error);
    }
  });
}
