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
  /** Set only if the provider has verified the address. */
  verifiedEmail: string | undefined;
  /** The person's name at the provider. */
  name: string | undefined;
  /** The person's groups; undefined if the claim is missing or isn't an array of strings. */
  groups: readonly string[] | undefined;
  /** The reason if `groups` is undefined although the provider should send them. */
  groupsFault: string | undefined;
  /** When the person authenticated at the provider, which may be long ago; undefined if it does not say. */
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
  /** The identity of the person who returned to `url`; throws if this isn't a response to the request of `begin`. */
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

/** An OpenID provider, discovered on first use, and again after a failed discovery. */
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
      const claims = tokens.claims();
      if (claims === undefined) throw new Error("the provider sent no ID token");
      const lacks = (claim: string) => (claims[claim] ?? undefined) === undefined;
      const lacksSome = lacks("email") || (groupsClaim !== undefined && lacks(groupsClaim));
      const more =
        lacksSome && configuration.serverMetadata().userinfo_endpoint !== undefined
          ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
          : undefined;
      // Takes the address and its verification from the same source.
      const { email, email_verified: isVerified } = lacks("email") ? (more ?? claims) : claims;
      return {
        issuer: claims.iss,
        subject: claims.sub,
        verifiedEmail: typeof email === "string" && isVerified === true ? email : undefined,
        name: nameIn(claims) ?? (more && nameIn(more)),
        ...groupsIn(groupsClaim, groupsClaim === undefined || lacks(groupsClaim) ? (more ?? claims) : claims),
        authenticatedAtMs: claims.auth_time === undefined ? undefined : claims.auth_time * 1000,
      };
    },
  };
}

function nameIn({
  name,
  given_name: given,
  family_name: family,
  preferred_username: user,
}: Claims): string | undefined {
  const parts = [given, family].filter((part) => typeof part === "string");
  return [name, parts.join(" "), user].find((text) => typeof text === "string" && text.trim() !== "") as
    | string
    | undefined;
}

type Claims = Readonly<Record<string, unknown>>;

/** The groups in a claim, which must be an array: a string could be one group or several. */
function groupsIn(claim: string | undefined, claims: Claims): Pick<OpenIdClaims, "groups" | "groupsFault"> {
  if (claim === undefined) return { groups: undefined, groupsFault: undefined };
  const groups = claims[claim] ?? undefined;
  if (Array.isArray(groups) && groups.every((group) => typeof group === "string"))
    return { groups, groupsFault: undefined };
  // A provider with too many groups for a token sends a reference instead (OpenID Connect Core §5.6.2).
  const isElsewhere = Object.hasOwn(Object(claims["_claim_names"]), claim);
  const found = isElsewhere ? "only a reference to it" : groups === undefined ? "no such claim" : "another type";
  return { groups: undefined, groupsFault: `the claim must be an array of strings; the provider sent ${found}` };
}
