import { createHmac, hash, randomBytes } from "node:crypto";

const secret = "[0-9A-Za-z_-]{43}";
const forms = {
  refresh: new RegExp(`^stintr_(${secret})\\.${secret}$`),
  code: new RegExp(`^stintc_${secret}$`),
};

export function isRefreshToken(text: string): boolean {
  return forms.refresh.test(text);
}

export function isCode(text: string): boolean {
  return forms.code.test(text);
}

/** A fresh authorization code, with 256 random bits. */
export function newCode(): string {
  return `stintc_${randomSecret()}`;
}

/** The hash under which a token or code is stored. A fast hash suffices, because the token has 256 random bits. */
export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

/** The hash of the part shared by all refresh tokens of a grant, by which an old token is recognized. */
export function familyHash(refreshToken: string): Buffer {
  return hashToken(familyOf(refreshToken));
}

/** A random text of 256 bits. */
export function randomSecret(): string {
  return randomBytes(32).toString("base64url");
}

export interface Tokens {
  accessToken: string;
  refreshToken: string;
}

/** The first pair of tokens of a grant. */
export function firstTokens(seed: Buffer): Tokens {
  return pairOf(seed, `stintr_${randomSecret()}.${randomSecret()}`);
}

/**
 * The pair of tokens that follows a refresh token. It is always the same, so a program whose reply was lost, or that
 * refreshes in two processes at once, gets it again. It is derived from the token and a secret of the grant, so neither
 * the database nor an old token is enough to compute it.
 */
export function nextTokens(seed: Buffer, refreshToken: string): Tokens {
  return pairOf(seed, `stintr_${familyOf(refreshToken)}.${derive(seed, "refresh", refreshToken)}`);
}

function pairOf(seed: Buffer, refreshToken: string): Tokens {
  return { refreshToken, accessToken: `stinta_${derive(seed, "access", refreshToken)}` };
}

function derive(seed: Buffer, what: string, refreshToken: string): string {
  return createHmac("sha256", seed).update(`${what} ${refreshToken}`).digest("base64url");
}

function familyOf(refreshToken: string): string {
  return forms.refresh.exec(refreshToken)?.[1] ?? "";
}
