import { hash, randomBytes } from "node:crypto";

/** The length of the salts with which passwords and passphrases are hashed. */
export const saltBytes = 16;

/** Returns 256 random bits as text, for links, codes and tokens of which only the hash is stored. */
export function randomSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** A fast hash suffices for a secret with this many random bits. */
export function hashSecret(secret: string): Buffer {
  return hash("sha256", secret, "buffer");
}
