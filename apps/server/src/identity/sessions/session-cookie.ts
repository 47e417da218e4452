/**
 * The cookie with a session's key. The prefix makes browsers accept it only over HTTPS (or from the machine itself),
 * for this host alone and for every path (draft-ietf-httpbis-rfc6265bis §4.1.3.2).
 */
export const sessionCookie = "__Host-stint-session";

/** The key in a Cookie header, if there is one. */
export function sessionKey(header: string | undefined): string | undefined {
  return header
    ?.split(";")
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${sessionCookie}=`))
    ?.slice(sessionCookie.length + 1);
}

/** The Set-Cookie header that stores a session in a browser. */
export function giveSessionCookie(key: string, expiresAt: string, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((Date.parse(expiresAt) - nowMs) / 1000));
  return `${sessionCookie}=${key}; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=${seconds}`;
}

/** The Set-Cookie header that deletes the cookie. */
export const clearSessionCookie = `${sessionCookie}=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0`;
