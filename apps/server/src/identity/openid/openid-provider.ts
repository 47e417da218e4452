import * as client from "openid-client";

/** What has to be known again when the person comes back from the provider. */
export interface OpenIdChecks {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** Who the provider says it is. */
export interface OpenIdClaims {
  issuer: string;
  subject: string;
  /** Only an address that the provider has verified. */
  verifiedEmail: string | undefined;
}

export interface OpenIdProvider {
  /** What the button says. */
  name: string;
  /** Where to send the person. */
  begin(redirectUrl: string): Promise<{ url: string; checks: OpenIdChecks }>;
  /** Who has come back to `url`; throws when it is not an answer to what `begin` asked. */
  finish(url: URL, checks: OpenIdChecks): Promise<OpenIdClaims>;
}

export interface OpenIdOptions {
  issuer: string;
  clientId: string;
  clientSecret: string;
  name: string;
}

const timeoutSeconds = 10;

/** An OpenID provider, discovered when it is first needed, and again after that failed. */
export function createOpenIdProvider({ issuer, clientId, clientSecret, name }: OpenIdOptions): OpenIdProvider {
  let discovered: Promise<client.Configuration> | undefined;

  function discover(): Promise<client.Configuration> {
    const url = new URL(issuer);
    // The signature of the ID token is checked as well, not only the connection that it came by.
    const execute = [client.enableNonRepudiationChecks];
    // loadConfig takes plain HTTP for this machine itself only.
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
    async begin(redirectUrl) {
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
      };
    },
  };
}
