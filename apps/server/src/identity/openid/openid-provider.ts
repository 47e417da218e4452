import * as client from "openid-client";

/** Values that are needed again when the person returns from the provider. */
export interface OpenIdChecks {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** The identity that the provider asserts. */
export interface OpenIdClaims {
  issuer: string;
  subject: string;
  /** Set only for an address that the provider has verified. */
  verifiedEmail: string | undefined;
  /** When the person authenticated to the provider, which may be long ago; undefined if it does not say. */
  authenticatedAtMs: number | undefined;
}

export interface OpenIdProvider {
  /** The label of the button. */
  name: string;
  /**
   * The URL to send the browser to. With `isProof`, the provider must authenticate the person again even if they are
   * signed in.
   */
  begin(redirectUrl: string, options: { isProof: boolean }): Promise<{ url: string; checks: OpenIdChecks }>;
  /** The identity of the person who returned to `url`; throws if it isn't a response to the request of `begin`. */
  finish(url: URL, checks: OpenIdChecks): Promise<OpenIdClaims>;
}

export interface OpenIdOptions {
  issuer: string;
  clientId: string;
  clientSecret: string;
  name: string;
}

const timeoutSeconds = 10;

/** An OpenID provider, discovered at its first use, and again after a failed discovery. */
export function createOpenIdProvider({ issuer, clientId, clientSecret, name }: OpenIdOptions): OpenIdProvider {
  let discovered: Promise<client.Configuration> | undefined;

  function discover(): Promise<client.Configuration> {
    const url = new URL(issuer);
    // Checks the signature of the ID token as well, not only the connection that delivered it.
    const execute = [client.enableNonRepudiationChecks];
    // loadConfig accepts plain HTTP only for this machine.
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
        scope: "openid email",
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(checks.codeVerifier),
        code_challenge_method: "S256",
        // With `max_age` the ID token must contain `auth_time`.
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
      const claims = tokens.claims();
      if (claims === undefined) throw new Error("the provider sent no ID token");
      const more =
        claims["email"] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
          ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
          : undefined;
      const { email, email_verified: isVerified } = more ?? claims;
      return {
        issuer: claims.iss,
        subject: claims.sub,
        verifiedEmail: typeof email === "string" && isVerified === true ? email : undefined,
        authenticatedAtMs: claims.auth_time === undefined ? undefined : claims.auth_time * 1000,
      };
    },
  };
}
