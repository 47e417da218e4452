import { createHmac, timingSafeEqual } from "node:crypto";
import * as client from "openid-client";
import { minuteMs } from "#platform/days.ts";
import { clientAuthentication, isRefusedClient } from "./client-authentication.ts";
import { explainOpenIdError } from "./explain-openid-error.ts";
import { OpenIdFailure } from "./openid-failure.ts";
import { clockToleranceMs, type OpenIdClaims, readClaims } from "./read-claims.ts";

/** Values that are needed again when the person returns from the provider. */
export interface OpenIdChecks {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface OpenIdOptions {
  issuer: string;
  clientId: string;
  /** Undefined for a public client. */
  clientSecret: string | undefined;
  name: string;
  /** The name of the claim with the person's groups; undefined if groups are not used. */
  groupsClaim?: string | undefined;
  /** Whether to ask the provider for names; needed if people may join by signing in. */
  asksName?: boolean;
  monotonicMs?: () => number;
}

const timeoutSeconds = 10;
/** How long the provider's endpoints and keys are used before they are read again. */
const freshMs = 10 * minuteMs;

/**
 * Two configurations of the same provider: the library verifies signatures as a separate step only in a configuration
 * for another response type.
 */
interface Discovered {
  requests: client.Configuration;
  signatures: client.Configuration;
}

/** Throws an `OpenIdFailure` if the provider or the request to it fails. */
export type OpenIdProvider = ReturnType<typeof createOpenIdProvider>;

/** Creates the client of an OpenID provider, which is discovered on first use and whenever it may have changed. */
export function createOpenIdProvider(options: OpenIdOptions) {
  const { issuer, clientId, clientSecret, name, groupsClaim, asksName = false } = options;
  const { monotonicMs = () => performance.now() } = options;
  const authentication = clientAuthentication(clientSecret);
  let discovered: { atMs: number; result: Promise<Discovered> } | undefined;

  async function read(): Promise<Discovered> {
    // Permits plain HTTP, which the configuration accepts only for this machine.
    const execute = new URL(issuer).protocol === "http:" ? [client.allowInsecureRequests] : [];
    const tolerance = { [client.clockTolerance]: clockToleranceMs / 1000 };
    const [url = issuer, ...others] = spellingsOf(issuer);
    const discover = (spelling: string) =>
      client.discovery(new URL(spelling), clientId, tolerance, authentication.authenticate, {
        execute,
        timeout: timeoutSeconds,
      });
    const requests = await others.reduce(
      (found, other) =>
        found.catch((error: unknown) =>
          isOtherIssuer(error) || other === issuer ? discover(other) : Promise.reject(error),
        ),
      discover(url),
    );
    const { authenticate } = authentication;
    const signatures = new client.Configuration(requests.serverMetadata(), clientId, tolerance, authenticate);
    signatures.timeout = timeoutSeconds;
    for (const extend of [...execute, client.useIdTokenResponseType, client.enableNonRepudiationChecks])
      extend(signatures);
    return { requests, signatures };
  }

  function discover(): Promise<Discovered> {
    if (discovered === undefined || monotonicMs() - discovered.atMs >= freshMs) {
      const result = read().catch(async (error: unknown) => {
        discovered = undefined;
        throw await explainOpenIdError(`the provider at OIDC_ISSUER (${issuer})`, error, []);
      });
      discovered = { atMs: monotonicMs(), result };
    }
    return discovered.result;
  }

  /**
   * Runs a step. If it fails in a way that suggests outdated endpoints or keys, reads these again and repeats the step.
   */
  async function run<Result>(
    step: string,
    secrets: readonly (string | undefined)[],
    use: (provider: Discovered) => Promise<Result>,
  ): Promise<Result> {
    const known = await discover();
    try {
      return await use(known).catch(async (error: unknown) => {
        if (!mayBeOutdated(error)) throw error;
        if ((await discovered?.result) === known) discovered = undefined;
        return use(await discover());
      });
    } catch (error) {
      const all = [clientSecret, ...secrets].filter((secret) => secret !== undefined);
      throw await explainOpenIdError(step, error, all);
    }
  }

  return {
    /** The label of the button. */
    name,
    /**
     * Returns the URL to send the browser to. With `isProof`, the provider must authenticate the person again even if
     * they are signed in.
     */
    async begin(
      redirectUrl: string,
      { isProof }: { isProof: boolean },
    ): Promise<{ url: string; checks: OpenIdChecks }> {
      const { requests } = await discover();
      const checks = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(requests, {
        redirect_uri: redirectUrl,
        scope: asksName ? "openid email profile" : "openid email",
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(checks.codeVerifier),
        code_challenge_method: "S256",
        // `max_age` makes the provider put `auth_time` into the ID token.
        ...(isProof ? { prompt: "login", max_age: "0" } : {}),
      });
      return { url: url.href, checks };
    },
    /**
     * Returns the identity of the person who returned to `url`; throws if `url` isn't a response to the request of
     * `begin`.
     */
    async finish(url: URL, { state, nonce, codeVerifier }: OpenIdChecks): Promise<OpenIdClaims> {
      const secrets = [state, nonce, codeVerifier, url.searchParams.get("code") ?? undefined];
      const tokens = await run("exchanging the code", secrets, ({ requests }) =>
        authentication.trying(requests.serverMetadata(), () =>
          client.authorizationCodeGrant(requests, url, {
            pkceCodeVerifier: codeVerifier,
            expectedState: state,
            expectedNonce: nonce,
            idTokenExpected: true,
          }),
        ),
      );
      const { access_token: accessToken, id_token: idToken = "" } = tokens;
      const token = tokens.claims();
      if (token === undefined) throw new OpenIdFailure("the token endpoint sent no ID token");
      await run("the ID token's signature", [...secrets, idToken], async ({ signatures }) => {
        if (isSignedWith(clientSecret, idToken)) return;
        const asReply = new URL(`#${new URLSearchParams({ id_token: idToken, state }).toString()}`, url);
        await client.implicitAuthentication(signatures, asReply, nonce, { expectedState: state });
      });
      const { requests } = await discover();
      const askUserinfo = () =>
        run("the userinfo endpoint", [...secrets, idToken, accessToken], ({ signatures }) =>
          client.fetchUserInfo(signatures, accessToken, token.sub),
        );
      const hasUserinfo = requests.serverMetadata().userinfo_endpoint !== undefined;
      return readClaims(token, hasUserinfo ? askUserinfo : undefined, groupsClaim);
    },
    /** Returns what the provider announces about itself. */
    discover: async (): Promise<client.ServerMetadata> => (await discover()).requests.serverMetadata(),
    /** Sends an invalid code. If the provider accepts the client's id and secret, it refuses only the code. */
    async tryClient(
      redirectUrl: string,
    ): Promise<{ result: "accepted" | "refused" | "unclear"; method: string; reply: string }> {
      const { requests } = await discover();
      const server = requests.serverMetadata();
      const parameters = { code: "an-invalid-code", redirect_uri: redirectUrl, code_verifier: "0".repeat(43) };
      const error: unknown = await authentication
        .trying(server, () => client.genericGrantRequest(requests, "authorization_code", parameters))
        .then(
          () => new OpenIdFailure("it accepted an invalid code"),
          (reason: unknown) => reason,
        );
      const isAccepted = error instanceof client.ResponseBodyError && error.error === "invalid_grant";
      return {
        result: isAccepted ? "accepted" : isRefusedClient(error) ? "refused" : "unclear",
        method: authentication.methodFor(server),
        reply: (await explainOpenIdError("the token endpoint", error, [clientSecret ?? ""])).message,
      };
    },
  };
}

/**
 * Lists the spellings of the issuer to try: without and with a slash at the end, and the address of the discovery
 * document if the setting contains that. For that address alone, the library does not compare the issuer.
 */
function spellingsOf(issuer: string): string[] {
  const [base = ""] = issuer.split("/.well-known/", 1);
  const bare = base.replace(/\/+$/, "");
  return [bare, `${bare}/`, ...(base === issuer ? [] : [issuer])];
}

function isOtherIssuer(error: unknown): boolean {
  const { cause } = error as { cause?: { attribute?: unknown } };
  return error instanceof client.ClientError && cause?.attribute === "issuer";
}

/** Whether a request may have failed because the provider moved an endpoint or replaced its keys. */
function mayBeOutdated(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  if (error instanceof client.ClientError)
    return /KEY_SELECTION_FAILED|RESPONSE_IS_NOT_(CONFORM|JSON)$/.test(String(code));
  return error instanceof TypeError;
}

/**
 * Whether the token is signed with the client's secret. The library has already checked that the provider announces the
 * token's algorithm, but it verifies only signatures made with the provider's keys.
 */
function isSignedWith(clientSecret: string | undefined, token: string): boolean {
  const [header = "", payload = "", signature = ""] = token.split(".");
  const { alg } = JSON.parse(Buffer.from(header, "base64url").toString()) as { alg?: string };
  const bits = /^HS(256|384|512)$/.exec(alg ?? "")?.[1];
  if (bits === undefined) return false;
  if (clientSecret === undefined)
    throw new OpenIdFailure(
      "the ID token is signed with a client secret, but OIDC_CLIENT_SECRET is not set",
      undefined,
    );
  const expected = createHmac(`sha${bits}`, clientSecret).update(`${header}.${payload}`).digest();
  const given = Buffer.from(signature, "base64url");
  if (given.length === expected.length && timingSafeEqual(given, expected)) return true;
  throw new OpenIdFailure("the ID token is not signed with OIDC_CLIENT_SECRET");
}
