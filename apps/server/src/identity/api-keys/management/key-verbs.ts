import { hourSeconds } from "#platform/days.ts";
import {
  type Actor,
  effectiveScopes,
  holds,
  leadsOf,
  may,
  mayMakeKeys,
  roleLacks,
  type Scope,
} from "#identity/access.ts";
import { createApiKey } from "#identity/api-keys/create-api-key.ts";
import {
  demandRoomForKey,
  demandRoomForOverlap,
  type KeyShareDeps,
  lockKeyShares,
} from "#identity/api-keys/key-shares.ts";
import { futureInstant } from "#identity/api-keys/future-instant.ts";
import type { ApiKeyRow } from "#identity/api-keys/queries.ts";
import { hasChanged, type Origin } from "#identity/history/record-change.ts";
import { demandRecentAuthentication } from "#identity/demand-recent-authentication.ts";
import { sql, type Transaction } from "#platform/database/database.ts";
import { AppError, invalid, notFound, refusal } from "#platform/errors.ts";
import { checkIfMatch } from "#platform/http/replies/etag.ts";
import type { Edit, Target } from "#platform/http/contract/target.ts";
import { formatInstant } from "#platform/time.ts";
import { apiKeys } from "./api-key.ts";
import { findApiKey, isReplaced, type KeyColumns, type ShownKeyRow } from "./queries.ts";
import { inOrder, readScopes, type ScopeWord } from "./read-scopes.ts";
import type { CreateApiKey, RotateApiKey, UpdateApiKey } from "./schemas.ts";
import { keyStatus, keyTag } from "./to-api-key.ts";

export interface KeyAndSecret {
  row: ShownKeyRow;
  apiKey: string;
}

/** Creates a key for the actor; its scopes and expiry cannot exceed those of the calling key. */
export async function makeApiKey(
  tx: Transaction,
  actor: Actor,
  { input }: { input: CreateApiKey },
  deps: KeyShareDeps,
): Promise<KeyAndSecret> {
  return insertOwn(tx, actor, { name: input.name, ...(await planApiKey(tx, actor, input, deps)) });
}

/** Determines the scopes and expiry of a new key; throws if the actor may not create it or has too many keys. */
export async function planApiKey(
  tx: Transaction,
  actor: Actor,
  input: Omit<CreateApiKey, "name">,
  { now, keyShares }: KeyShareDeps,
): Promise<{ scopes: Scope[]; expiresAt: string | null }> {
  if (!mayMakeKeys(actor)) {
    throw forbidden("In this organization, members may not create API keys. Ask an owner, admin or manager.");
  }
  const words = readScopes(input.scopes ?? ["read-only"]);
  const latest = await endOfCaller(tx, actor);
  const expiresAt = futureInstant(input.expiresAt ?? latest, now);
  refuseLater(expiresAt, latest);
  const chosen = inOrder(words.flatMap((word) => heldBy(actor, word)));
  if (chosen.length === 0) {
    throw insufficient(
      "/scopes",
      "The calling key has none of the scopes in these presets. List single scopes instead.",
    );
  }
  await lockKeyShares(tx, actor.orgId);
  await demandRoomForKey(tx, actor, { now, keyShares });
  return { scopes: chosen, expiresAt };
}

export async function changeApiKey(
  tx: Transaction,
  actor: Actor,
  { id, input, ifMatch }: Edit<UpdateApiKey>,
  { now, keyShares }: KeyShareDeps,
): Promise<ShownKeyRow> {
  if (input.expiresAt !== undefined) await lockKeyShares(tx, actor.orgId);
  const before = await lockKey(tx, actor, id);
  const words = input.scopes === undefined ? undefined : readScopes(input.scopes);
  const expiresAt = input.expiresAt === undefined ? before.expires_at : futureInstant(input.expiresAt, now);
  checkIfMatch(ifMatch, keyTag(before, now));
  refuseEnded(before, now);
  const isLater = endMs(expiresAt) > endMs(before.expires_at);
  if (isLater && before.user_id !== actor.userId) {
    throw forbidden(
      "Only the key's own member may extend its lifetime. Others may make it expire sooner, or revoke it.",
    );
  }
  if (isLater) {
    demandRecentAuthentication(actor, now.getTime());
    refuseLater(expiresAt, await endOfCaller(tx, actor));
  }
  const wanted = {
    name: input.name ?? before.name,
    scopes: words === undefined ? before.scopes : narrowed(before.scopes, words),
    expires_at: expiresAt,
  };
  if (!hasChanged(stored(before), { ...stored(before), ...wanted })) return before;
  // If the key was replaced, a later expiry makes it count as active again.
  const returns = isLater && (await isReplaced(tx, actor.orgId, id));
  if (returns) await demandRoomForKey(tx, actor, { now, keyShares });
  return storeChange(tx, actor, "api_key.updated", before, { ...wanted, ...(returns ? { replaced_at: null } : {}) });
}

/** Revokes a key permanently; it stays in the list of keys. */
export async function revokeApiKey(
  tx: Transaction,
  actor: Actor,
  { id, ifMatch }: Target,
  { now }: { now: Date },
): Promise<void> {
  const before = await lockKey(tx, actor, id);
  if (before.revoked_at !== null) throw notFound("API key");
  checkIfMatch(ifMatch, keyTag(before, now));
  await storeRevocation(tx, actor, before, { now });
}

export async function storeRevocation(
  tx: Transaction,
  origin: Origin,
  before: ShownKeyRow,
  { now }: { now: Date },
): Promise<void> {
  await storeChange(tx, origin, "api_key.revoked", before, { revoked_at: formatInstant(now.getTime()) });
}

/** Replaces one of the actor's own keys; the old key stays valid for the overlap period. */
export async function rotateApiKey(
  tx: Transaction,
  actor: Actor,
  { id, input, ifMatch }: Edit<RotateApiKey>,
  { now, keyShares }: KeyShareDeps,
): Promise<KeyAndSecret> {
  await lockKeyShares(tx, actor.orgId);
  const before = await lockKey(tx, actor, id);
  refuseForeign(actor, before);
  const expiresAt = input.expiresAt === undefined ? before.expires_at : futureInstant(input.expiresAt, now);
  checkIfMatch(ifMatch, keyTag(before, now));
  refuseEnded(before, now);
  refuseLater(expiresAt, await endOfCaller(tx, actor));
  const passedOn = effectiveScopes(before.role, before.scopes, before.leads);
  for (const scope of passedOn) demandHeld(actor, scope);
  const { overlapSeconds = hourSeconds } = input;
  // The successor replaces the old key in the count. But if an earlier rotation has already replaced the old key, the
  // new key is an additional one.
  if (await isReplaced(tx, actor.orgId, id)) await demandRoomForKey(tx, actor, { now, keyShares });
  else if (overlapSeconds > 0) await demandRoomForOverlap(tx, actor, { now, keyShares });
  const made = await insertOwn(tx, actor, { name: before.name, scopes: passedOn, expiresAt });
  const overlapEndMs = now.getTime() + overlapSeconds * 1000;
  const isSooner = overlapEndMs < endMs(before.expires_at);
  await storeChange(
    tx,
    actor,
    "api_key.rotated",
    before,
    overlapSeconds === 0
      ? { revoked_at: formatInstant(now.getTime()) }
      : {
          expires_at: isSooner ? formatInstant(overlapEndMs) : before.expires_at,
          replaced_at: formatInstant(now.getTime()),
        },
  );
  return made;
}

/** Throws 403 if the key belongs to another member and the actor may not manage it. */
export function checkKeyReach(actor: Actor, row: ShownKeyRow): void {
  if (!may(actor, "keys:write", row.user_id))
    throw forbidden(
      `This is another member's API key. With the role ${actor.role} you may manage only your own. Ask an owner or admin.`,
    );
}

/**
 * Throws 403 for another member's key, whatever the actor's role: anyone who has the key's secret can act as its
 * member.
 */
export function refuseForeign(actor: Actor, row: ShownKeyRow): void {
  if (row.user_id !== actor.userId)
    throw forbidden("Only the key's own member may rotate it, because the new key is shown. Others may revoke it.");
}

async function lockKey(tx: Transaction, actor: Actor, id: string): Promise<ShownKeyRow> {
  const row = await findApiKey(tx, actor.orgId, id, sql`for no key update of k`);
  if (row === undefined) throw notFound("API key");
  checkKeyReach(actor, row);
  return row;
}

async function insertOwn(
  tx: Transaction,
  actor: Actor,
  key: { name: string; scopes: Scope[]; expiresAt: string | null },
): Promise<KeyAndSecret> {
  const { row, apiKey } = await createApiKey(tx, actor, { ...key, userId: actor.userId });
  const unused = { last_used_at: null, last_used_address: null, deactivated_at: null };
  return { row: { ...row, ...unused, role: actor.role, leads: leadsOf(actor) }, apiKey };
}

async function storeChange(
  tx: Transaction,
  origin: Origin,
  action: "api_key.updated" | "api_key.revoked" | "api_key.rotated",
  before: ShownKeyRow,
  columns: KeyColumns,
): Promise<ShownKeyRow> {
  return { ...before, ...(await apiKeys.update(tx, origin, stored(before), columns, action)) };
}

function stored(row: ShownKeyRow): ApiKeyRow {
  const {
    role: _role,
    leads: _leads,
    last_used_at: _at,
    last_used_address: _address,
    deactivated_at: _end,
    ...columns
  } = row;
  return columns;
}

/**
 * Returns the scopes that the actor may pass on. Presets are reduced to the actor's scopes; a single scope that the
 * actor lacks is an error.
 */
function heldBy(actor: Actor, { scopes: asked, isPreset, pointer }: ScopeWord): Scope[] {
  if (!isPreset) for (const scope of asked) demandHeld(actor, scope, pointer);
  return asked.filter((scope) => holds(actor, scope));
}

function demandHeld(actor: Actor, scope: Scope, pointer?: string): void {
  if (holds(actor, scope)) return;
  if (roleLacks(actor.role, scope))
    throw forbidden(
      `The role ${actor.role} does not include ${scope}, so your keys cannot have it. Remove it from the scopes.`,
      pointer,
    );
  throw insufficient(pointer, `The calling key lacks the scope ${scope}, so it cannot pass it on.`);
}

/** Returns the scopes that the key keeps; throws 422 for a scope that the key does not have. */
function narrowed(had: readonly Scope[], words: ScopeWord[]): Scope[] {
  for (const { scopes: asked, isPreset, pointer } of words) {
    if (isPreset || asked.every((scope) => had.includes(scope))) continue;
    throw invalid(
      pointer,
      "not_held",
      "is not one of the key's scopes, and an existing key can only lose scopes; create another key",
    );
  }
  const left = inOrder(words.flatMap((word) => word.scopes).filter((scope) => had.includes(scope)));
  if (left.length === 0)
    throw invalid("/scopes", "not_held", "would leave the key without scopes; revoke the key instead");
  return left;
}

function refuseEnded(row: ShownKeyRow, now: Date): void {
  const status = keyStatus(row, now);
  if (status !== "active") throw new AppError("key_ended", `The API key is ${status}. Create a new one.`);
}

/** Returns when the calling key expires; null for a session and for a key that never expires. */
async function endOfCaller(tx: Transaction, actor: Actor): Promise<string | null> {
  if (actor.kind === "session") return null;
  return (await findApiKey(tx, actor.orgId, actor.keyId))?.expires_at ?? null;
}

function refuseLater(expiresAt: string | null, latest: string | null): void {
  if (endMs(expiresAt) <= endMs(latest)) return;
  throw forbidden(
    `The calling key expires at ${latest}, and no key that it creates or extends may outlive it. Choose an earlier expiresAt, or sign in.`,
    "/expiresAt",
  );
}

function endMs(expiresAt: string | null): number {
  return expiresAt === null ? Infinity : Date.parse(expiresAt);
}

function forbidden(message: string, pointer?: string): AppError {
  return refusal(pointer, "forbidden", message);
}

function insufficient(pointer: string | undefined, message: string): AppError {
  return refusal(pointer, "insufficient_scope", message);
}
