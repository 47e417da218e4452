import { hkdfSync, randomBytes, randomInt } from "node:crypto";
import { apiKeyFrom } from "#identity/api-keys/api-key-format.ts";
import { hashSecret } from "#platform/secrets/random-secret.ts";

/** Contains no vowels, so codes don't spell words, and no digits, which can look like letters (RFC 8628 §6.1). */
const alphabet = "BCDFGHJKLMNPQRSTVWXZ";
const length = 8;

/** Creates a code that a person enters or compares: 34 random bits suffice for ten minutes and a few guesses. */
export function newUserCode(): string {
  const letters = Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join("");
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/** Hashes a code as a person entered it, ignoring case and separators. */
export function hashUserCode(typed: string): Buffer {
  return hashSecret(typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, ""));
}

export const newKeySalt = (): Buffer => randomBytes(16);

/**
 * Derives a login's API key from the device code. A program that lost the reply can thus get the same key again,
 * although the key is not stored.
 */
export function deriveApiKey(deviceCode: string, salt: Buffer): string {
  return apiKeyFrom(Buffer.from(hkdfSync("sha256", deviceCode, salt, "stint device login", 32)));
}
