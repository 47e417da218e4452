import { isSafe, refuseCrossSite, refuseInsecureOrigin } from "#identity/sessions/refuse-cross-site.ts";
import type { HttpApp } from "#platform/http/create-http-app.ts";
import { strictRoutes } from "./strict-routes.ts";

/**
 * The checks before the routes of /auth, which need no key: CSRF, 415 and 413, 404 and 405. No cache may keep their
 * replies.
 */
export function authDoor(app: HttpApp): void {
  const strict = strictRoutes(app);

  app.addHook("onRequest", (request, reply, done) => {
    void reply.header("cache-control", "no-store");
    try {
      const { headers, method, routeOptions } = request;
      const { usesSession, givesSession = false } = routeOptions.config;
      // Browsers send Origin or Sec-Fetch-Site. Without either this is no browser, so CSRF is impossible.
      const isBrowser = headers["sec-fetch-site"] !== undefined || headers.origin !== undefined;
      if (!isSafe(method) && (isBrowser || usesSession !== undefined))
        refuseCrossSite(method, headers, { plainHttp: givesSession || usesSession === undefined });
      if (givesSession) refuseInsecureOrigin(headers);
      done(strict.bodyRefusal(request));
    } catch (error) {
      done(error as Error);
    }
  });
}
