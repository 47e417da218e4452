// Logs in without an existing key: the user approves this program on a page of the server, which then issues a key.
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { ApiError, ConnectionError, RateLimitError, type Stint } from "@stint/sdk";
import { type Context, note } from "#src/context/context.ts";
import { Failure } from "#src/failure/failure.ts";
import { oneLine } from "#src/context/printable.ts";
import { explainApi, type Where } from "#src/sync/explain.ts";
import { connect } from "#src/sync/connection/client.ts";
import { TooOld } from "#src/sync/connection/too-old.ts";
import { hasBrowser, openBrowser } from "./open.ts";

/**
 * Returns the key that the server issues after the user's approval; undefined if the server does not support this
 * login.
 */
export async function loginByPage(
  context: Context,
  where: Where,
  { opensBrowser, ...asked }: { opensBrowser: boolean; scopes?: readonly string[] },
): Promise<string | undefined> {
  const { auth } = connect(context, { server: where.server }).stint;
  const program = { program: "stint", machine: machineName(), ...asked };
  const started = await auth.startDeviceLogin(program).catch((error: unknown) => {
    const code = error instanceof ApiError ? error.code : undefined;
    if (error instanceof TooOld || code === "not_found" || code === "not_configured") return undefined;
    if (error instanceof RateLimitError)
      throw new Failure(3, error.detail, "Or use an API key: stint login --with-key");
    throw explainApi(error, where);
  });
  if (started === undefined) return undefined;
  const { userCode, verificationUri, verificationUriComplete, expiresInSeconds } = started;
  note(context, `Open ${oneLine(verificationUri)} and enter the code\n\n    ${oneLine(userCode)}\n`);
  const isWebPage = /^https?:\/\//.test(verificationUriComplete);
  if (opensBrowser && isWebPage && hasBrowser(context)) openBrowser(context, verificationUriComplete);
  else note(context, `or open ${oneLine(verificationUriComplete)}`);
  note(context, `Waiting for ${Math.round(expiresInSeconds / 60)} minutes. Press Ctrl-C to cancel.`);
  const untilMs = context.now() + expiresInSeconds * 1000;
  return await pollForKey(context, where, { ...started, auth, untilMs });
}

type Started = Awaited<ReturnType<Stint["auth"]["startDeviceLogin"]>>;

/** The poll interval after a lost reply. It is short, because the server keeps returning the key for only a minute. */
const lostSeconds = 2;

async function pollForKey(
  context: Context,
  where: Where,
  { auth, deviceCode, intervalSeconds, untilMs }: Started & { auth: Stint["auth"]; untilMs: number },
): Promise<string> {
  let interval = intervalSeconds;
  let waitSeconds = interval;
  while (context.now() < untilMs) {
    await sleep(waitSeconds * 1000);
    waitSeconds = interval;
    try {
      return (await auth.fetchDeviceKey({ deviceCode }, { maxRetries: 0 })).apiKey;
    } catch (error) {
      if (error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500))
        waitSeconds = lostSeconds;
      else if (error instanceof RateLimitError)
        waitSeconds = Math.max(interval, Number(error.headers.get("retry-after")));
      else if (!(error instanceof ApiError)) throw explainApi(error, where);
      else if (error.code === "slow_down") waitSeconds = interval += 5;
      else if (error.code === "access_denied")
        throw new Failure(
          3,
          "The login was denied.",
          "Run stint login again, or use an API key: stint login --with-key",
        );
      else if (error.code === "expired_token") break;
      else if (error.code !== "authorization_pending") throw explainApi(error, where);
    }
  }
  throw new Failure(4, "The code has expired.", "Run stint login again.");
}

/** Returns the host name, reduced to the characters that the server accepts. */
function machineName(): string {
  const plain = hostname()
    .replaceAll(/[^A-Za-z0-9 ._-]+/g, "-")
    .replace(/^[^A-Za-z0-9]+/, "")
    .slice(0, 64);
  return plain === "" ? "a machine" : plain;
}
