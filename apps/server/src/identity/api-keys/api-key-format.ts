import { randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const form = /^stint_[0-9A-Za-z]{36}$/;

/** Creates a random key: `stint_`, 30 random base62 characters (178 bits), and a 6-character checksum. */
export function newApiKey(): string {
  let key = "stint_";
  for (let index = 0; index < 30; index++) key += alphabet.charAt(randomInt(62));
  return key + checksum(key);
}

/**
 * Derives a key from 32 secret bytes; the same bytes always yield the same key. All keys are equally likely, up to a
 * bias below 2⁻⁷⁷.
 */
export function apiKeyFrom(secret: Buffer): string {
  let rest = BigInt(`0x${secret.toString("hex")}`);
  let key = "stint_";
  for (let index = 0; index < 30; index++) {
    key += alphabet.charAt(Number(rest % 62n));
    rest /= 62n;
  }
  return key + checksum(key);
}

/** Checks the format and the checksum, so a malformed key can be refused without a database lookup. */
export function isWellFormedApiKey(text: string): boolean {
  return form.test(text) && checksum(text.slice(0, -6)) === text.slice(-6);
}

/** Whether the text has the format of a grant's access token: `stinta_` and 256 bits in base64url. */
export function isAccessToken(text: string): boolean {
  return /^stinta_[\w-]{43}$/.test(text);
}

function checksum(text: string): string {
  let digits = "";
  for (let rest = crc32(text), place = 0; place < 6; place++) {
    digits = alphabet.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
