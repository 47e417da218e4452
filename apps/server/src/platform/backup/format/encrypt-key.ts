import { randomBytes, scrypt } from "node:crypto";
import { saltBytes } from "#platform/secrets/random-secret.ts";
import { decrypt, encrypt, DecryptError } from "#platform/secrets/encrypt.ts";
import { mebibyte } from "#platform/process/memory.ts";
import { BackupError } from "./backup-error.ts";

/** Parameters of scrypt. */
export interface PassphraseCost {
  n: number;
  r: number;
  p: number;
}

/** SECRET_KEY encrypted with a passphrase: scrypt derives the key of AES-256-GCM. */
export interface EncryptedKey extends PassphraseCost {
  /** Base64, like `sealed`. */
  salt: string;
  sealed: string;
}

// 32 MiB and three passes, as OWASP recommends when memory is scarce.
const defaultCost: PassphraseCost = { n: 2 ** 15, r: 8, p: 3 };
const keyBytes = 32;
const maxMemory = 256 * mebibyte;

export async function encryptKey(key: Buffer, passphrase: string, cost = defaultCost): Promise<EncryptedKey> {
  const salt = randomBytes(saltBytes);
  const encrypted = encrypt(await derive(passphrase, salt, cost), key.toString("base64"));
  return { ...cost, salt: salt.toString("base64"), sealed: encrypted.toString("base64") };
}

/** Decrypts the key; throws a `BackupError` for a wrong passphrase. */
export async function decryptKey(saved: EncryptedKey, passphrase: string): Promise<Buffer> {
  const key = await derive(passphrase, Buffer.from(saved.salt, "base64"), saved);
  try {
    return Buffer.from(decrypt(key, Buffer.from(saved.sealed, "base64")), "base64");
  } catch (error) {
    if (!(error instanceof DecryptError)) throw error;
    throw new BackupError(
      "This is not the passphrase that encrypts SECRET_KEY in this backup. Use the one with which the backup was made.",
    );
  }
}

function derive(passphrase: string, salt: Buffer, { n, r, p }: PassphraseCost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize("NFC"), salt, keyBytes, { N: n, r, p, maxmem: maxMemory }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}
