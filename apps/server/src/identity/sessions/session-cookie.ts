/**
 * The cookie with the session's key. Because of the prefix, browsers accept it only over HTTPS or from the local
 * machine, only for this host, and only with the path `/` (draft-ietf-httpbis-rfc6265bis §4.1.3.2).
 */
export const sessionCookie = "__Host-stint-session";

export function sessionKey(header: string | undefined): string | undefined {
  return header
    ?.split(";")
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${sessionCookie}=`))
    ?.slice(sessionCookie.length + 1);
}

export function newSessionCookie(key: string, expiresAt: string, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((Date.parse(expiresAt) - nowMs) / 1000));
  return `${sessionCookie}=${key}; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=${seconds}`;
}

export const clearSessionCookie = `${sessionCookie}=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0`;
