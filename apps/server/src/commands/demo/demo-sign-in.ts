import { timingSafeEqual } from "node:crypto";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import { hashSecret, randomSecret } from "#platform/secrets/random-secret.ts";

/**
 * Creates sign-in links that can be used repeatedly while the demo runs. They submit the sign-in form, so they only
 * save people from typing the password printed next to them.
 */
export function createDemoSignIns(signIns: readonly { email: string; password: string }[]) {
  const links = signIns.map(({ email, password }) => {
    const token = randomSecret();
    return { signIn: { email, password }, path: `/demo/${token}`, expected: hashSecret(token) };
  });
  return {
    /** The paths of the links, in the order of the people and relative to the service's URL. */
    paths: links.map(({ path }) => path),
    addTo(app: HttpApp) {
      app.get("/demo/:token", async (request, reply) => {
        const { token: given } = request.params as { token: string };
        const link = links.find(({ expected }) => timingSafeEqual(hashSecret(given), expected));
        if (link === undefined) return reply.callNotFound();
        const signedIn = await app.inject({
          method: "POST",
          url: "/auth/sign-in",
          headers: { host: request.host, "user-agent": request.headers["user-agent"] ?? "" },
          payload: link.signIn,
        });
        const cookie = signedIn.headers["set-cookie"];
        if (cookie === undefined) return reply.code(303).header("location", "/sign-in").send();
        return reply.code(303).headers({ "set-cookie": cookie, "cache-control": "no-store", location: "/time" }).send();
      });
    },
  };
}
