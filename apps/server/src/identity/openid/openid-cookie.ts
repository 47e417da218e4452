import { open, seal } from "#platform/secrets/seal.ts";
import type { OpenIdChecks } from "./openid-provider.ts";

// SameSite=Lax, because the browser must send the cookie when the provider redirects back.
const name = "__Host-stint-openid";
const attributes = "Path=/; Secure; HttpOnly; SameSite=Lax";
const lifeMs = 10 * 60_000;

export interface OpenIdVisit {
  checks: OpenIdChecks;
  /** Whether the visit is a re-authentication. */
  isProof: boolean;
  /** The path on this service that the person wanted to open; undefined in cookies of earlier versions. */
  next?: string;
  /** The organization in which the person was signed in when the visit began. */
  from?: SignedInAt | undefined;
}

export interface SignedInAt {
  userId: string;
  orgId: string;
}

/** Returns the Set-Cookie header with the values that are needed to check the provider's response. */
export function newOpenIdCookie(secretKey: Buffer, visit: OpenIdVisit, nowMs: number): string {
  const sealed = seal(secretKey, JSON.stringify({ ...visit, purpose: name, begunAtMs: nowMs }));
  return `${name}=${sealed.toString("base64url")}; ${attributes}; Max-Age=${lifeMs / 1000}`;
}

export const clearOpenIdCookie = `${name}=; ${attributes}; Max-Age=0`;

export function readOpenIdCookie(
  secretKey: Buffer,
  header: string | undefined,
  nowMs: number,
): (OpenIdVisit & { begunAtMs: number }) | undefined {
  const value = header
    ?.split(";")
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  if (value === undefined) return undefined;
  try {
    const { purpose, ...visit } = JSON.parse(open(secretKey, Buffer.from(value, "base64url")));
    return purpose === name && visit.begunAtMs + lifeMs > nowMs ? visit : undefined;
  } catch {
    return undefined;
  }
}
