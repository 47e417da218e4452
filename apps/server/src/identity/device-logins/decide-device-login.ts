import type { Actor } from "#identity/access.ts";
import type { KeyShareDeps } from "#identity/api-keys/key-shares.ts";
import { planApiKey } from "#identity/api-keys/management/key-verbs.ts";
import type { CreateApiKey } from "#identity/api-keys/management/schemas.ts";
import { demandOpenSession } from "#identity/sessions/demand-open-session.ts";
import { countOrRefuse, windowSeconds } from "#identity/throttle/throttle.ts";
import { uncountAttempt } from "#identity/throttle/queries.ts";
import { type Database, type DatabasePool, sql, type Transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { hashUserCode } from "./codes.ts";
import { type DeviceLoginRow, findByUserCode, storeApproval, storeDenial } from "./queries.ts";

/** The maximum number of wrong codes that a person may enter within the window. */
const guesses = { most: 20, windowSeconds };

/**
 * Finds the login for the code that a person entered. Wrong codes count towards a limit per person, so nobody can
 * guess other people's codes; a correct code neither counts nor resets the limit.
 */
export async function findDeviceLogin(
  db: DatabasePool,
  actor: Actor,
  userCode: string,
  now: Date,
): Promise<DeviceLoginRow> {
  const counter = { key: `device-code:${actor.userId}`, ...guesses };
  await countOrRefuse(db, [counter], now);
  const found = await findByUserCode(db, actor, hashUserCode(userCode), now.toISOString());
  if (found === undefined) throw unknownCode();
  await uncountAttempt(db, [counter.key], now.toISOString());
  return found;
}

/** Lets the waiting program fetch an API key for the actor. The key is created only when it is fetched. */
export async function approveDeviceLogin(
  tx: Transaction,
  actor: Actor,
  { userCode, ...input }: { userCode: string } & Pick<CreateApiKey, "scopes" | "expiresAt">,
  deps: KeyShareDeps,
): Promise<DeviceLoginRow> {
  const { scopes, expiresAt } = await planApiKey(tx, actor, { scopes: ["timer"], ...input }, deps);
  // The session may have ended while this request waited.
  await demandOpenSession(tx, actor);
  const login = await lockLogin(tx, actor, userCode, deps.now);
  if (login.status !== "pending") return login;
  const approval = { ...whoIs(actor), scopes, keyExpiresAt: expiresAt };
  return (await storeApproval(tx, login.device_hash, approval)) ?? login;
}

/** Denies the waiting program. This works after an approval too, until the program has fetched its key. */
export async function denyDeviceLogin(tx: Transaction, actor: Actor, userCode: string, now: Date): Promise<void> {
  const login = await lockLogin(tx, actor, userCode, now);
  if (login.status === "issued") throw unknownCode();
  await storeDenial(tx, login.device_hash);
}

async function lockLogin(db: Database, actor: Actor, userCode: string, now: Date): Promise<DeviceLoginRow> {
  const login = await findByUserCode(db, actor, hashUserCode(userCode), now.toISOString(), sql`for update`);
  if (login === undefined) throw unknownCode();
  return login;
}

const whoIs = ({ orgId, userId, keyId, address }: Actor) => ({ orgId, userId, sessionId: keyId, address });

function unknownCode(): AppError {
  return new AppError(
    "not_found",
    "No program is waiting with this code: it was mistyped, has already been used, or is older than ten minutes. Check the code, or start again in the program.",
  );
}
