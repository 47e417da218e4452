import * as client from "openid-client";

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
  /** When the person authenticated at the provider, which may be long ago; undefined if the provider does not say. */
  authenticatedAtMs: number | undefined;
}

type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>;

/** Reads the ID token, and asks the provider for the claims that it lacks. */
export async function readClaims(
  configuration: client.Configuration,
  tokens: Tokens,
  groupsClaim: string | undefined,
): Promise<OpenIdClaims> {
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

/** Returns the groups in a claim, which must be an array: a string could be one group or several. */
function groupsIn(claim: string | undefined, claims: Claims): Pick<OpenIdClaims, "groups" | "groupsFault"> {
  if (claim === undefined) return { groups: undefined, groupsFault: undefined };
  const groups = claims[claim] ?? undefined;
  if (Array.isArray(groups) && groups.every((group) => typeof group === "string"))
    return { groups, groupsFault: undefined };
  // If a person has too many groups for a token, the provider sends a reference instead (OpenID Connect Core §5.6.2).
  const isElsewhere = Object.hasOwn(Object(claims["_claim_names"]), claim);
  const found = isElsewhere ? "only a reference to it" : groups === undefined ? "no such claim" : "another type";
  return { groups: undefined, groupsFault: `the claim must be an array of strings; the provider sent ${found}` };
}
