import { randomBytes, scrypt } from "node:crypto";
import { open, seal, SealError } from "#platform/secrets/seal.ts";
import { BackupError } from "./backup-error.ts";

/** Parameters of scrypt. */
export interface PassphraseCost {
  n: number;
  r: number;
  p: number;
}

/** SECRET_KEY encrypted with a passphrase: scrypt derives the key of AES-256-GCM. */
export interface SealedKey extends PassphraseCost {
  /** Base64, like `sealed`. */
  salt: string;
  sealed: string;
}

// 32 MiB and three passes, as OWASP recommends when memory is scarce.
const defaultCost: PassphraseCost = { n: 2 ** 15, r: 8, p: 3 };
const saltBytes = 16;
const keyBytes = 32;
const maxMemory = 256 * 1024 * 1024;

export async function sealKey(key: Buffer, passphrase: string, cost = defaultCost): Promise<SealedKey> {
  const salt = randomBytes(saltBytes);
  const sealed = seal(await derive(passphrase, salt, cost), key.toString("base64"));
  return { ...cost, salt: salt.toString("base64"), sealed: sealed.toString("base64") };
}

/** Decrypts the key; throws a `BackupError` for a wrong passphrase. */
export async function openKey(sealedKey: SealedKey, passphrase: string): Promise<Buffer> {
  const key = await derive(passphrase, Buffer.from(sealedKey.salt, "base64"), sealedKey);
  try {
    return Buffer.from(open(key, Buffer.from(sealedKey.sealed, "base64")), "base64");
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
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
