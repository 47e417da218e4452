import { dayMs } from "#platform/days.ts";
import { decrypt, encrypt } from "#platform/secrets/encrypt.ts";

/**
 * A cookie that records who has signed in with this browser. It grants no access: attempts from a known browser are
 * only counted separately, so other people's failures do not lock out its owner. It outlives the session, because the
 * next sign-in needs it.
 */
const name = "__Secure-stint-device";
const attributes = "Path=/auth; Secure; HttpOnly; SameSite=Strict";
const lifeSeconds = (90 * dayMs) / 1_000;

/** Renews the browser's identifier if its cookie in `cookies` is the same person's. */
export function newDeviceCookie(
  secretKey: Buffer,
  { userId, cookies }: { userId: string; cookies: string | undefined },
  now: Date,
): string {
  const expiresAtMs = now.getTime() + lifeSeconds * 1000;
  const known = openDeviceCookie(secretKey, cookies, now);
  const device = known?.userId === userId ? known.device : crypto.randomUUID();
  const sealed = encrypt(secretKey, JSON.stringify({ purpose: name, userId, device, expiresAtMs }));
  return `${name}=${sealed.toString("base64url")}; ${attributes}; Max-Age=${lifeSeconds}`;
}

/** Returns the person who has signed in with this browser before, and the browser's identifier. */
export function openDeviceCookie(
  secretKey: Buffer | undefined,
  header: string | undefined,
  now: Date,
): { userId: string; device: string } | undefined {
  const value = header
    ?.split(";")
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  if (secretKey === undefined || value === undefined) return undefined;
  try {
    const known = JSON.parse(decrypt(secretKey, Buffer.from(value, "base64url")));
    const isValid = known.purpose === name && known.expiresAtMs > now.getTime();
    return isValid ? { userId: String(known.userId), device: String(known.device) } : undefined;
  } catch {
    return undefined;
  }
}
