import { randomBytes, timingSafeEqual } from "node:crypto";
import { hashToken } from "#identity/one-time-links/one-time-link.ts";
import type { HttpApp } from "#platform/http/create-http-app.ts";

export interface DemoSignIn {
  /** Below the service's address. */
  path: string;
  addTo(app: HttpApp): void;
}

/**
 * A link that signs in as often as it is opened, for as long as the demo runs: it sends what the form of the sign-in page
 * would, so nothing but the password is left out. Whoever has it could read the password beside it.
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
