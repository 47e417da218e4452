import type { Scope } from "#identity/access.ts";

/**
 * The scopes that a program can obtain. None of them permits access to keys or webhooks, changes to members or
 * settings, approvals or bills.
 */
export const grantableScopes = [
  "time-entries:read",
  "time-entries:write",
  "projects:read",
  "reports:read",
  "costs:read",
  "members:read",
  "organization:read",
  "timesheets:read",
  "timesheets:write",
  "billing:read",
] as const satisfies readonly Scope[];

/** The scopes of a request that names none, and of the first challenge. */
export const leastScopes: readonly Scope[] = ["time-entries:read", "projects:read"];

/**
 * Returns the grantable scopes in a `scope` parameter (RFC 6749 §3.3). Ignores unknown words: programs add those of
 * other servers, such as `offline_access`, so a request with nothing else counts as one without scopes.
 */
export function readScope(text = ""): readonly Scope[] {
  const words = new Set(text.split(" "));
  const known = grantableScopes.filter((scope) => words.has(scope));
  return known.length > 0 ? known : leastScopes;
}
