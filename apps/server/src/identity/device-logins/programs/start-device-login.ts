// Gives a program an API key without anyone copying one (based on RFC 8628). Starting a login returns two codes: the
// program polls with the device code, and a person enters or compares the user code on the page /device. The states are
// pending → approved (by a member's session) → issued (the program has fetched its key), and denied, which follows
// pending or approved.
import type { Visitor } from "#identity/visitor.ts";
import { countOrRefuse, networkCounters, ofNetwork, windowSeconds } from "#identity/throttle/throttle.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { hashUserCode, newUserCode } from "#identity/device-logins/codes.ts";
import { countWaiting, insertDeviceLogin } from "#identity/device-logins/queries.ts";
import type { StartDeviceLogin } from "#identity/device-logins/schemas.ts";
import { inOrder, readScopes } from "#identity/api-keys/management/read-scopes.ts";
import { hashSecret, randomSecret } from "#platform/secrets/random-secret.ts";

const lifeSeconds = 600;
const intervalSeconds = 5;
/** The maximum number of waiting logins on the whole installation. */
const maxWaiting = 10_000;

export async function startDeviceLogin(
  { address }: Visitor,
  input: StartDeviceLogin,
  { db, now, most = maxWaiting }: { db: DatabasePool; now: Date; most?: number },
) {
  const counted = { most: ofNetwork, windowSeconds };
  await countOrRefuse(db, networkCounters("device-login", address, counted), now);
  const scopes = input.scopes === undefined ? null : inOrder(readScopes(input.scopes).flatMap((word) => word.scopes));
  const createdAt = now.toISOString();
  const expiresAt = new Date(now.getTime() + lifeSeconds * 1000).toISOString();
  // Retries if another login already has the same user code.
  for (let attempt = 0; attempt < 3; attempt++) {
    const [deviceCode, userCode] = [randomSecret(), newUserCode()];
    const hashes = { deviceHash: hashSecret(deviceCode), userCodeHash: hashUserCode(userCode) };
    const login = { ...input, ...hashes, scopes, address, createdAt, expiresAt, intervalSeconds };
    if (await insertDeviceLogin(db, login, most))
      return { deviceCode, userCode, expiresInSeconds: lifeSeconds, intervalSeconds };
    if ((await countWaiting(db, createdAt)) >= most) break;
  }
  throw new AppError(
    "unavailable",
    "Too many programs are waiting to be connected. Try again in a minute, or use an API key.",
    {
      headers: { "retry-after": "60" },
    },
  );
}
