import type { Scope } from "#identity/access.ts";

/** The scopes that a program can be granted. None of them allows access to keys, members, webhooks or settings. */
export const grantableScopes = [
  "time-entries:read",
  "time-entries:write",
  "projects:read",
  "reports:read",
  "costs:read",
  "members:read",
  "organization:read",
] as const satisfies readonly Scope[];

/** The scopes for a request without scopes, and for the first challenge. */
export const leastScopes: readonly Scope[] = ["time-entries:read", "projects:read"];

/** The grantable scopes among the words of a `scope` parameter (RFC 6749 §3.3); others are ignored. */
export function readScope(text: string | undefined): Scope[] {
  if (text === undefined || text.trim() === "") return [...leastScopes];
  const words = new Set(text.split(" "));
  return grantableScopes.filter((scope) => words.has(scope));
}
