import { randomBytes, timingSafeEqual } from "node:crypto";
import { hashToken } from "#identity/one-time-links/one-time-link.ts";
import type { HttpApp } from "#platform/http/create-http-app.ts";

export interface DemoSignIn {
  /** The path, relative to the service's URL. */
  path: string;
  addTo(app: HttpApp): void;
}

/**
 * Creates a sign-in link that can be used repeatedly while the demo runs. It submits the sign-in form, so it only saves
 * people from typing the password printed next to it.
 */
export function createDemoSignIn(signIn: { email: string; password: string }): DemoSignIn {
  const token = randomBytes(32).toString("base64url");
  const expected = hashToken(token);
  return {
    path: `/demo/${token}`,
    addTo(app) {
      app.get("/demo/:token", { schema: { hide: true } }, async (request, reply) => {
        const { token: given } = request.params as { token: string };
        if (!timingSafeEqual(hashToken(given), expected)) return reply.callNotFound();
        const signedIn = await app.inject({
          method: "POST",
          url: "/auth/sign-in",
          headers: { host: request.host, "user-agent": request.headers["user-agent"] ?? "" },
          payload: signIn,
        });
        const cookie = signedIn.headers["set-cookie"];
        if (cookie === undefined) return reply.code(303).header("location", "/sign-in").send();
        return reply.code(303).headers({ "set-cookie": cookie, "cache-control": "no-store", location: "/time" }).send();
      });
    },
  };
}
