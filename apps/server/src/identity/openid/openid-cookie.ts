import { minuteMs } from "#platform/days.ts";
import { decrypt, encrypt } from "#platform/secrets/encrypt.ts";
import type { OpenIdChecks } from "./openid-provider.ts";

/** Each visit to the provider has its own cookie, named after its state, so several tabs can sign in at a time. */
const prefix = "__Host-stint-openid-";
// SameSite=Lax, because the browser must send the cookie when the provider redirects back.
const attributes = "Path=/; Secure; HttpOnly; SameSite=Lax";
const lifeMs = 10 * minuteMs;
/** Limits all of these cookies together, because servers and proxies refuse long headers. */
const maxCharacters = 3_500;

export interface OpenIdVisit {
  checks: OpenIdChecks;
  /** Whether the visit is a re-authentication. */
  isProof: boolean;
  /** The path on this service that the person wanted to open. */
  next: string;
  /** The organization in which the person was signed in when the visit began. */
  from?: SignedInAt | undefined;
}

export interface SignedInAt {
  userId: string;
  orgId: string;
}

type PendingVisit = OpenIdVisit & { begunAtMs: number };

/**
 * Returns the Set-Cookie headers that store the values needed to check the provider's response. If the cookies of
 * earlier visits would exceed the limit, the oldest are removed.
 */
export function newOpenIdCookies(
  secretKey: Buffer,
  visit: OpenIdVisit,
  { header, nowMs }: { header: string | undefined; nowMs: number },
): string[] {
  const name = nameOf(visit.checks.state);
  const sealed = encrypt(secretKey, JSON.stringify({ ...visit, purpose: prefix, begunAtMs: nowMs })).toString(
    "base64url",
  );
  let left = maxCharacters - name.length - sealed.length;
  const pending = readCookies(header).map((cookie) => ({
    ...cookie,
    begunAtMs: openVisit(secretKey, cookie.value, nowMs)?.begunAtMs ?? 0,
  }));
  const excess = pending
    .toSorted((one, other) => other.begunAtMs - one.begunAtMs)
    .filter((cookie) => (left -= cookie.name.length + cookie.value.length) < 0 || cookie.begunAtMs === 0);
  return [`${name}=${sealed}; ${attributes}; Max-Age=${lifeMs / 1000}`, ...excess.map((cookie) => clear(cookie.name))];
}

/** Returns the visit with this state, and the Set-Cookie header that ends it; undefined if this browser has none. */
export function readOpenIdCookie(
  secretKey: Buffer,
  { header, state, nowMs }: { header: string | undefined; state: string; nowMs: number },
): { visit: PendingVisit; clearing: string } | undefined {
  const cookie = readCookies(header).find(({ name }) => name === nameOf(state));
  const visit = cookie && openVisit(secretKey, cookie.value, nowMs);
  return visit?.checks.state === state ? { visit, clearing: clear(nameOf(state)) } : undefined;
}

const nameOf = (state: string) => prefix + state.slice(0, 16);
const clear = (name: string) => `${name}=; ${attributes}; Max-Age=0`;

function readCookies(header = ""): { name: string; value: string }[] {
  return header.split(";").flatMap((pair) => {
    const [name = "", value = ""] = pair.trim().split("=", 2);
    return name.startsWith(prefix) ? [{ name, value }] : [];
  });
}

function openVisit(secretKey: Buffer, value: string, nowMs: number): PendingVisit | undefined {
  try {
    const { purpose, ...visit } = JSON.parse(decrypt(secretKey, Buffer.from(value, "base64url")));
    return purpose === prefix && visit.begunAtMs + lifeMs > nowMs ? visit : undefined;
  } catch {
    return undefined;
  }
}
