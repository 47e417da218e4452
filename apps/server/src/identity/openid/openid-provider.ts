import * as client from "openid-client";
import { type OpenIdClaims, readClaims } from "./read-claims.ts";

/** Values that are needed again when the person returns from the provider. */
export interface OpenIdChecks {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface OpenIdProvider {
  /** The label of the button. */
  name: string;
  /**
   * Returns the URL to send the browser to. With `isProof`, the provider must authenticate the person again even if
   * they are signed in.
   */
  begin(redirectUrl: string, options: { isProof: boolean }): Promise<{ url: string; checks: OpenIdChecks }>;
  /**
   * Returns the identity of the person who returned to `url`; throws if `url` isn't a response to the request of
   * `begin`.
   */
  finish(url: URL, checks: OpenIdChecks): Promise<OpenIdClaims>;
}

export interface OpenIdOptions {
  issuer: string;
  clientId: string;
  clientSecret: string;
  name: string;
  /** The name of the claim with the person's groups; undefined if groups are not used. */
  groupsClaim?: string | undefined;
  /** Whether to ask the provider for names, because people may join by signing in. */
  asksName?: boolean;
}

const timeoutSeconds = 10;

/**
 * Creates the client of an OpenID provider, which is discovered on first use. A failed discovery is retried on the next
 * use.
 */
export function createOpenIdProvider(options: OpenIdOptions): OpenIdProvider {
  const { issuer, clientId, clientSecret, name, groupsClaim, asksName = false } = options;
  let discovered: Promise<client.Configuration> | undefined;

  function discover(): Promise<client.Configuration> {
    const url = new URL(issuer);
    // Checks the signature of the ID token too, instead of relying on the connection that delivered it.
    const execute = [client.enableNonRepudiationChecks];
    // Permits plain HTTP, which the configuration accepts only for this machine.
    if (url.protocol === "http:") execute.push(client.allowInsecureRequests);
    discovered ??= client
      .discovery(url, clientId, clientSecret, undefined, { execute, timeout: timeoutSeconds })
      .catch((error: unknown) => {
        discovered = undefined;
        throw error;
      });
    return discovered;
  }

  return {
    name,
    async begin(redirectUrl, { isProof }) {
      const configuration = await discover();
      const checks = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(configuration, {
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
    async finish(url, checks) {
      const configuration = await discover();
      const tokens = await client.authorizationCodeGrant(configuration, url, {
        pkceCodeVerifier: checks.codeVerifier,
        expectedState: checks.state,
        expectedNonce: checks.nonce,
        idTokenExpected: true,
      });
      return readClaims(configuration, tokens, groupsClaim);
    },
  };
}
