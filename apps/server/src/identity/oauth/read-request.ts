import type { Scope } from "#identity/access.ts";
import { invalid } from "#platform/errors.ts";
import { type Client, type ClientDeps, findClient } from "./find-client.ts";
import { readScope } from "./grantable-scopes.ts";
import { OAuthError, refuseUnless } from "./oauth-error.ts";
import { matchesRedirectUri, whyRefused } from "./redirect-uri.ts";

export interface Issuer {
  /** The base of all URLs, and the issuer identifier (RFC 8414). */
  publicUrl: string;
}

/** Returns the only resource for which tokens are issued (RFC 8707). */
export function resourceOf({ publicUrl }: Issuer): string {
  return `${publicUrl}/mcp`;
}

/** A program's authorization request (RFC 6749 §4.1.1). */
export interface AuthorizationRequest {
  client: Client;
  redirectUri: string;
  state: string | undefined;
  scopes: readonly Scope[];
  codeChallenge: string;
}

/** A request that cannot be granted, although the client and the redirect URI are valid. The program gets the error. */
export interface FaultyRequest extends Pick<AuthorizationRequest, "client" | "redirectUri" | "state"> {
  fault: OAuthError;
}

/**
 * Reads the query of an authorization request. Throws 422 if the redirect URI does not belong to the client, because
 * the browser must not be redirected there even with an error (RFC 6749 §4.1.2.1).
 */
export async function readRequest(
  orgId: string,
  query: string,
  deps: ClientDeps & Issuer,
): Promise<AuthorizationRequest | FaultyRequest> {
  const parameters = new URLSearchParams(query);
  const only = singleOf(parameters, (name) =>
    invalid("/request", "repeated_parameter", `contains ${name} more than once; send it once`),
  );
  const clientId = only("client_id");
  const redirectUri = only("redirect_uri");
  if (clientId === undefined) throw invalid("/request", "unknown_client", "contains no client_id; add it");
  const client = await findClient(orgId, clientId, deps);
  if (redirectUri === undefined || !matchesRedirectUri(redirectUri, client.redirectUris))
    throw invalid(
      "/request",
      "wrong_redirect_uri",
      `contains a redirect_uri that ${whyRefused(redirectUri ?? "") ?? "is not registered for this program"}`,
    );
  const sender = { client, redirectUri, state: only("state") };
  try {
    refuseUnless(only("response_type") === "code", "unsupported_response_type", "response_type must be code");
    refuseUnless(only("code_challenge_method") === "S256", "invalid_request", "code_challenge_method must be S256");
    const codeChallenge = only("code_challenge") ?? "";
    refuseUnless(/^[\w-]{43}$/.test(codeChallenge), "invalid_request", "code_challenge must be a SHA-256 in base64url");
    refuseForeignResource(parameters, deps);
    return { ...sender, codeChallenge, scopes: readScope(only("scope")) };
  } catch (error) {
    if (error instanceof OAuthError) return { ...sender, fault: error };
    throw error;
  }
}

/** Returns a reader of parameters that may not be repeated. It returns undefined for an empty one, too. */
export function singleOf(parameters: URLSearchParams, whenRepeated: (name: string) => Error) {
  return (name: string): string | undefined => {
    const values = parameters.getAll(name);
    if (values.length > 1) throw whenRepeated(name);
    return values[0] || undefined;
  };
}

/**
 * Throws if the program asks for tokens for another service (RFC 8707 §2). `resource` defaults to ours. Programs also
 * name the whole server, or the address as the person typed it.
 */
export function refuseForeignResource(parameters: URLSearchParams, issuer: Issuer): void {
  const isOurs = (resource: string) => {
    const url = URL.parse(resource || resourceOf(issuer));
    return url?.origin === new URL(issuer.publicUrl).origin && /^\/(mcp\/?)?$/.test(url.pathname) && url.hash === "";
  };
  refuseUnless(parameters.getAll("resource").every(isOurs), "invalid_target", `resource must be ${resourceOf(issuer)}`);
}

/**
 * Returns the URL that brings the browser back to the program with the response. `iss` identifies the issuer (RFC
 * 9207).
 */
export function redirectUrlOf(
  { redirectUri, state }: Pick<AuthorizationRequest, "redirectUri" | "state">,
  answer: Record<string, string>,
  { publicUrl }: Issuer,
): string {
  const url = new URL(redirectUri);
  const all = { ...answer, ...(state === undefined ? {} : { state }), iss: publicUrl };
  for (const [name, value] of Object.entries(all)) url.searchParams.append(name, value);
  return url.href;
}
