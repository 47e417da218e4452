import type { Scope } from "#identity/access.ts";
import { leastScopes } from "./grantable-scopes.ts";
import { resourceMetadataPath } from "./metadata.ts";
import type { Issuer } from "./read-request.ts";

/**
 * The WWW-Authenticate header that tells a program where to request access, and with which scopes (RFC 9728 §5.1, RFC
 * 6750 §3): at first the fewest, and later those that an operation needs in addition.
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
