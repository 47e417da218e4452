import type { IDToken } from "openid-client";
import { minuteMs } from "#platform/days.ts";
import { comparedEmail } from "#platform/email.ts";

/** The tolerated difference between the provider's clock and ours. */
export const clockToleranceMs = minuteMs;

/** The identity that the provider asserts. */
export interface OpenIdClaims {
  issuer: string;
  subject: string;
  /** Set only if the provider has verified the address. */
  verifiedEmail: string | undefined;
  /** Whether the provider sent an address, verified or not. */
  hasEmail: boolean;
  /** Why the userinfo endpoint's reply could not be used; undefined if it could, or was not needed. */
  userinfoFault: string | undefined;
  /** The person's name at the provider. */
  name: string | undefined;
  /** The person's groups; undefined if the claim is missing or isn't an array of strings. */
  groups: readonly string[] | undefined;
  /** The reason if `groups` is undefined although the provider should send them. */
  groupsFault: string | undefined;
  /** When the person authenticated at the provider, which may be long ago; undefined if the provider does not say. */
  authenticatedAtMs: number | undefined;
}

type Claims = Readonly<Record<string, unknown>>;

/**
 * Reads the ID token, and asks the userinfo endpoint for the claims that the token lacks. A failure of that endpoint is
 * an error only if groups are missing: without them, nobody's rights could be taken away.
 */
export async function readClaims(
  token: IDToken,
  askUserinfo: (() => Promise<Claims>) | undefined,
  groupsClaim: string | undefined,
): Promise<OpenIdClaims> {
  const lacksGroups = groupsClaim !== undefined && lacks(token, groupsClaim);
  let more: Claims | undefined;
  let userinfoFault: string | undefined;
  if (lacksGroups || lacks(token, "email") || isVerified(token) === undefined)
    try {
      more = await askUserinfo?.();
    } catch (error) {
      if (lacksGroups) throw error;
      userinfoFault = (error as Error).message;
    }
  return {
    issuer: token.iss,
    subject: token.sub,
    ...emailIn(token, more ?? {}),
    userinfoFault,
    name: nameIn(token) ?? (more && nameIn(more)),
    ...groupsIn(groupsClaim, lacksGroups ? (more ?? token) : token),
    authenticatedAtMs: token.auth_time === undefined ? undefined : token.auth_time * 1000,
  };
}

const lacks = (claims: Claims, name: string) => (claims[name] ?? undefined) === undefined;

/**
 * Whether the provider has verified the address; undefined if the claims don't say. Some providers send the value as
 * text. Microsoft Entra ID only sends `xms_edov`: without it, tenants can give their people any address, including
 * yours.
 */
function isVerified(claims: Claims): boolean | undefined {
  const claim = ["email_verified", "xms_edov"].find((name) => !lacks(claims, name));
  return claim === undefined ? undefined : [true, "true", 1, "1"].includes(lowerCase(claims[claim]) as string);
}

const lowerCase = (value: unknown) => (typeof value === "string" ? value.toLowerCase() : value);

/** Returns the address. It counts as verified if a source with the same address says so, and no source denies it. */
function emailIn(token: Claims, more: Claims): Pick<OpenIdClaims, "verifiedEmail" | "hasEmail"> {
  const sources = [token, more].filter(({ email }) => typeof email === "string" && email !== "");
  const [email, ...others] = sources.map((claims) => String(claims["email"]));
  const isSame = others.every((other) => email !== undefined && comparedEmail(other) === comparedEmail(email));
  const said = (isSame ? sources : sources.slice(0, 1)).map(isVerified);
  const isTrusted = said.includes(true) && ![token, more].some((claims) => isVerified(claims) === false);
  return { verifiedEmail: isTrusted ? email : undefined, hasEmail: email !== undefined };
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
