import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { KeyShares } from "#identity/api-keys/key-shares.ts";
import { visitorOf } from "#identity/http/visitor.ts";
import { networkOf } from "#identity/throttle/throttle.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { sendJson } from "#platform/http/replies/replies.ts";
import { problems } from "#platform/http/contract/resource-schemas.ts";
import type { RateLimiter } from "#platform/rate-limit/rate-limiter.ts";
import { refuseFlood } from "#platform/rate-limit/refuse-flood.ts";
import { fetchDeviceKey } from "./fetch-device-key.ts";
import {
  FetchDeviceKey,
  FetchedDeviceKey,
  StartDeviceLogin,
  StartedDeviceLogin,
} from "#identity/device-logins/schemas.ts";
import { startDeviceLogin } from "./start-device-login.ts";

const tags = ["Sign-in"];

interface WaitingProgramDeps {
  db: DatabasePool;
  keyShares: KeyShares;
  limiter: RateLimiter;
  publicUrl: string;
  hasDevicePage: boolean;
  now: () => Date;
  monotonicMs: () => number;
  /** Called after a new key has been committed. */
  onKeyMade: (orgId: string) => void;
}

/** Lets a program without an API key obtain one (based on RFC 8628). */
export const waitingProgramRoutes: FastifyPluginAsyncTypebox<WaitingProgramDeps> = async (app, deps) => {
  const { db, keyShares, limiter, publicUrl, hasDevicePage, now, monotonicMs, onKeyMade } = deps;

  app.post(
    "/device-logins",
    {
      schema: {
        operationId: "startDeviceLogin",
        tags,
        summary: "Start connecting a program",
        description:
          "Show the person `userCode` and `verificationUri`, then poll `POST /auth/device-logins/token`. One network address (IPv6: a /64) may start 50 logins in 15 minutes, and an IPv6 /48 may start 250. On a server without the dashboard, the reply is 503 `not_configured`.",
        body: StartDeviceLogin,
        response: { 201: StartedDeviceLogin, ...problems(400, 422, 503) },
      },
    },
    async (request, reply) => {
      if (!hasDevicePage)
        throw new AppError("not_configured", "This server has no page for connecting programs. Use an API key.");
      const started = await startDeviceLogin(visitorOf(request), request.body, { db, now: now() });
      const verificationUri = `${publicUrl}/device`;
      return sendJson(reply, 201, {
        ...started,
        verificationUri,
        verificationUriComplete: `${verificationUri}?code=${started.userCode}`,
      });
    },
  );

  app.post(
    "/device-logins/token",
    {
      schema: {
        operationId: "fetchDeviceKey",
        tags,
        summary: "Fetch the API key of a connected program",
        description:
          "Poll every `intervalSeconds`. Until a person has decided, the reply is 400 `authorization_pending`. Polling too fast is answered with 400 `slow_down`, and the interval grows by 5 seconds. After 400 `access_denied` or `expired_token`, stop polling. If the reply with the key is lost, you can fetch the same key again for a minute.",
        body: FetchDeviceKey,
        response: { 200: FetchedDeviceKey, ...problems(400, 409, 422) },
      },
    },
    async (request, reply) => {
      const visitor = visitorOf(request);
      const network = networkOf(visitor.address);
      refuseFlood(limiter, `device-login ${network}`, monotonicMs(), "Too many polls from this address.");
      const { apiKey, orgId } = await fetchDeviceKey(visitor, request.body.deviceCode, { db, keyShares, now: now() });
      onKeyMade(orgId);
      return sendJson(reply, 200, { apiKey });
    },
  );
};
