import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { saltBytes } from "#platform/secrets/random-secret.ts";
import { hashing } from "#identity/throttle/strangers.ts";
import { createLanes } from "#platform/concurrency/lanes.ts";

interface Parameters {
  memory: number;
  passes: number;
  parallelism: number;
}

// OWASP's second recommendation for argon2id: 19 MiB, two passes.
const today: Parameters = { memory: 19_456, passes: 2, parallelism: 1 };
const tagBytes = 32;

export type PasswordHasher = ReturnType<typeof createPasswordHasher>;

/** Hashes with Argon2id on the thread pool. The concurrency limit applies to the whole process. */
export function createPasswordHasher({ maxAtOnce, maxWaiting } = hashing, cost = today) {
  // No password matches this hash, because its tag is random.
  const nobodys = toPhc(cost, randomBytes(saltBytes), randomBytes(tagBytes));
  const lanes = createLanes({ ofEach: maxAtOnce, inAll: maxAtOnce, maxWaiting });
  const inTurn = <T>(work: () => Promise<T>) => lanes.run("passwords", work);

  return {
    /** Returns a PHC string. */
    hash: (password: string): Promise<string> =>
      inTurn(async () => {
        const salt = randomBytes(saltBytes);
        return toPhc(cost, salt, await derive(password, salt, cost, tagBytes));
      }),
    /**
     * Whether `stored` is a hash of the password. To prevent timing attacks, takes equally long if `stored` is undefined
     * because the person is unknown or has no password.
     */
    verify: (password: string, stored: string | undefined): Promise<boolean> =>
      inTurn(async () => {
        const { parameters, salt, tag } = readPhc(stored ?? nobodys);
        const derived = await derive(password, salt, parameters, tag.length);
        return timingSafeEqual(derived, tag) && stored !== undefined;
      }),
    isOld(stored: string): boolean {
      const { memory, passes, parallelism } = readPhc(stored).parameters;
      return memory !== cost.memory || passes !== cost.passes || parallelism !== cost.parallelism;
    },
  };
}

function derive(password: string, salt: Buffer, parameters: Parameters, tagLength: number): Promise<Buffer> {
  const message = Buffer.from(password.normalize("NFC"), "utf8");
  return new Promise((resolve, reject) => {
    argon2("argon2id", { message, nonce: salt, tagLength, ...parameters }, (error, tag) =>
      error === null ? resolve(tag) : reject(error),
    );
  });
}

function toPhc({ memory, passes, parallelism }: Parameters, salt: Buffer, tag: Buffer): string {
  const bare = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${bare(salt)}$${bare(tag)}`;
}

function readPhc(text: string): { parameters: Parameters; salt: Buffer; tag: Buffer } {
  const [, memory, passes, parallelism, salt = "", tag = ""] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(text) ?? [];
  if (memory === undefined) throw new Error("the stored password hash is not a PHC string of argon2id");
  return {
    parameters: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, "base64"),
    tag: Buffer.from(tag, "base64"),
  };
}
