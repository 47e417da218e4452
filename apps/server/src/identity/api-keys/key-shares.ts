import { type Database, sql, type Transaction } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { AppError } from "#platform/errors.ts";

/** The maximum number of active API keys and grants, per member and per organization. */
export interface KeyShares {
  perMember: number;
  perOrganization: number;
}

export interface KeyShareDeps {
  now: Date;
  keyShares: KeyShares;
}

/**
 * The numbers of keys that count towards the limits: keys without a successor, and replaced keys in their overlap
 * period.
 */
interface ActiveKeys {
  ofMember: number;
  ofAll: number;
  replacedOfMember: number;
  replacedOfAll: number;
}

/**
 * Serializes changes to the organization's key counts until the transaction ends. To avoid deadlocks, call it before
 * locking any key: ending a membership locks in this order too.
 */
export async function lockKeyShares(tx: Transaction, orgId: string): Promise<void> {
  await tx.query(sql`select 1 from organizations where id = ${orgId} for no key update`);
}

/** Throws 409 if the member or the organization already has the maximum number of active API keys. */
export async function demandRoomForKey(
  tx: Transaction,
  { orgId, userId }: { orgId: string; userId: string },
  { now, keyShares }: KeyShareDeps,
): Promise<void> {
  const { ofMember, ofAll } = await countActiveKeys(tx, orgId, userId, now);
  if (ofMember >= keyShares.perMember)
    throw tooMany(`A member has at most ${keyShares.perMember} active API keys. Revoke one that is no longer needed.`);
  if (ofAll >= keyShares.perOrganization)
    throw tooMany(
      `An organization has at most ${keyShares.perOrganization} active API keys. Ask an owner or admin to revoke some.`,
    );
}

/**
 * Throws 409 if the number of replaced keys in their overlap period has reached the limit for active keys. Without
 * this check, rotating the newest key repeatedly would yield any number of working keys.
 */
export async function demandRoomForOverlap(
  tx: Transaction,
  { orgId, userId }: { orgId: string; userId: string },
  { now, keyShares }: KeyShareDeps,
): Promise<void> {
  const { replacedOfMember, replacedOfAll } = await countActiveKeys(tx, orgId, userId, now);
  if (replacedOfMember < keyShares.perMember && replacedOfAll < keyShares.perOrganization) return;
  throw tooMany(
    "Too many replaced API keys are still in their overlap period. Rotate without an overlap, or revoke some of them.",
  );
}

async function countActiveKeys(db: Database, orgId: string, userId: string, now: Date): Promise<ActiveKeys> {
  return one(
    await db.query<ActiveKeys>(sql`
      select count(*) filter (where user_id = ${userId} and replaced_at is null)::integer as "ofMember",
             count(*) filter (where replaced_at is null)::integer as "ofAll",
             count(*) filter (where user_id = ${userId} and replaced_at is not null)::integer as "replacedOfMember",
             count(*) filter (where replaced_at is not null)::integer as "replacedOfAll"
        from api_keys
       where org_id = ${orgId} and kind <> 'session' and revoked_at is null
         and (expires_at is null or expires_at > ${now.toISOString()})`),
  );
}

function tooMany(message: string): AppError {
  return new AppError("too_many_api_keys", message);
}
