import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** The bytes cannot be decrypted: another key encrypted them, or `encrypt` did not write them. */
export class DecryptError extends Error {}

const version = Buffer.from([1]);
const nonceBytes = 12;
const tagBytes = 16;

/** Parses 32 bytes in base64 (either alphabet) or hex; undefined for anything else. */
export function parseSecretKey(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, "hex");
  // 43 characters encode 32 bytes and two more bits, so the last character must be one whose extra bits are zero.
  if (/^[A-Za-z0-9+/_-]{42}[AEIMQUYcgkosw048]=?$/.test(text)) return Buffer.from(text, "base64");
  return undefined;
}

/**
 * Encrypts with AES-256-GCM and a random nonce, so equal texts yield different bytes. Returns version, nonce,
 * ciphertext and tag.
 */
export function encrypt(key: Buffer, plaintext: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  cipher.setAAD(version);
  return Buffer.concat([version, nonce, cipher.update(plaintext, "utf8"), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts the output of `encrypt`; throws a `DecryptError` if the key is wrong or the data is damaged. */
export function decrypt(key: Buffer, encrypted: Buffer): string {
  if (encrypted[0] !== version[0])
    throw new DecryptError("the encrypted data has an unknown format; was it written by a newer version of Stint?");
  const nonceEnd = version.length + nonceBytes;
  const tagAt = encrypted.length - tagBytes;
  if (tagAt < nonceEnd) throw new DecryptError("the encrypted data is too short");
  const decipher = createDecipheriv("aes-256-gcm", key, encrypted.subarray(version.length, nonceEnd), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(version);
  decipher.setAuthTag(encrypted.subarray(tagAt));
  try {
    return Buffer.concat([decipher.update(encrypted.subarray(nonceEnd, tagAt)), decipher.final()]).toString("utf8");
  } catch (error) {
    throw new DecryptError("the encrypted data is damaged, or was encrypted with another SECRET_KEY", { cause: error });
  }
}
