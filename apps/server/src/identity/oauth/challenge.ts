import type { Scope } from "#identity/access.ts";
import { leastScopes } from "./grantable-scopes.ts";
import { resourceMetadataPath } from "./metadata.ts";
import type { Issuer } from "./read-request.ts";

/**
 * Returns the WWW-Authenticate header that tells a program where to request access, and for which scopes (RFC 9728
 * §5.1, RFC 6750 §3): the minimum at first, later the additional scopes that an operation needs.
 */
export function challenge(
  { publicUrl }: Issuer,
  { error, scopes = leastScopes }: { error?: "invalid_token" | "insufficient_scope"; scopes?: readonly Scope[] } = {},
): string {
  const parameters = {
    ...(error === undefined ? {} : { error }),
    scope: scopes.join(" "),
    resource_metadata: `${publicUrl}${resourceMetadataPath}`,
  };
  return `Bearer ${Object.entries(parameters)
    .map(([name, value]) => `${name}="${value}"`)
    .join(", ")}`;
}
