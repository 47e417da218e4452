import { addOperations, type Operations } from "#identity/http/operations.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import type { KeyShares } from "#identity/api-keys/key-shares.ts";
import { visitorOf } from "#identity/visitor.ts";
import { networkOf } from "#identity/throttle/throttle.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
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

const operations = {
  startDeviceLogin: {
    at: "POST /device-logins",
    summary: "Start connecting a program",
    description:
      "Show the person `userCode` and `verificationUri`, then poll `POST /auth/device-logins/token`. One network address (IPv6: a /64) may start 50 logins in 15 minutes, and an IPv6 /48 may start 250. On a server without the dashboard, the reply is 503 `not_configured`.",
    body: StartDeviceLogin,
    reply: StartedDeviceLogin,
    status: 201,
    others: [400, 422, 503],
  },
  fetchDeviceKey: {
    at: "POST /device-logins/token",
    summary: "Fetch the API key of a connected program",
    description:
      "Poll every `intervalSeconds`. Until a person has decided, the reply is 400 `authorization_pending`. Polling too fast is answered with 400 `slow_down`, and the interval grows by 5 seconds. After 400 `access_denied` or `expired_token`, stop polling. If the reply with the key is lost, you can fetch the same key again for a minute.",
    body: FetchDeviceKey,
    reply: FetchedDeviceKey,
    others: [400, 409, 422],
  },
} as const satisfies Operations;

/** Lets a program without an API key obtain one (based on RFC 8628). */
export async function waitingProgramRoutes(app: HttpApp, deps: WaitingProgramDeps): Promise<void> {
  const { db, keyShares, limiter, publicUrl, hasDevicePage, now, monotonicMs, onKeyMade } = deps;
  addOperations(
    app,
    operations,
    { tag: "Sign-in" },
    {
      async startDeviceLogin(request) {
        if (!hasDevicePage)
          throw new AppError("not_configured", "This server has no page for connecting programs. Use an API key.");
        const started = await startDeviceLogin(visitorOf(request), request.body, { db, now: now() });
        const verificationUri = `${publicUrl}/device`;
        const verificationUriComplete = `${verificationUri}?code=${started.userCode}`;
        return { body: { ...started, verificationUri, verificationUriComplete } };
      },
      async fetchDeviceKey(request) {
        const visitor = visitorOf(request);
        const network = networkOf(visitor.address);
        refuseFlood(limiter, `device-login ${network}`, monotonicMs(), "Too many polls from this address.");
        const { apiKey, orgId } = await fetchDeviceKey(visitor, request.body.deviceCode, { db, keyShares, now: now() });
        onKeyMade(orgId);
        return { body: { apiKey } };
      },
    },
  );
}
