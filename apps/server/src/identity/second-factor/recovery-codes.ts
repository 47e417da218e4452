import { hash, randomInt } from "node:crypto";

// Base32 (RFC 4648 §6) avoids characters that are easily confused.
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Creates ten codes of 50 random bits each. */
export function newRecoveryCodes(): string[] {
  const five = () => Array.from({ length: 5 }, () => alphabet.charAt(randomInt(32))).join("");
  return Array.from({ length: 10 }, () => `${five()}-${five()}`);
}

/** Hashes a recovery code, ignoring case and separators. */
export function hashRecoveryCode(code: string): Buffer {
  return hash("sha256", code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ""), "buffer");
}
