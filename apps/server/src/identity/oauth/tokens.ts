import { createHmac } from "node:crypto";
import { hashSecret, randomSecret } from "#platform/secrets/random-secret.ts";

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

export function newCode(): string {
  return `stintc_${randomSecret()}`;
}

/** Hashes the part that all refresh tokens of a grant share, so that even an old token identifies its grant. */
export function familyHash(refreshToken: string): Buffer {
  return hashSecret(familyOf(refreshToken));
}

export interface Tokens {
  accessToken: string;
  refreshToken: string;
}

export function firstTokens(seed: Buffer): Tokens {
  return pairOf(seed, `stintr_${randomSecret()}.${randomSecret()}`);
}

/**
 * Derives the tokens that follow a refresh token. The result is always the same, so a program that lost the reply, or
 * that refreshes in two processes at once, gets the same tokens again. The derivation uses the refresh token and a
 * secret of the grant, so neither the database nor an old token suffices to compute the result.
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
