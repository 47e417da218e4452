import type { Scope } from "#identity/access.ts";
import { createApiKey } from "#identity/api-keys/create-api-key.ts";
import { inOrder, readScopes } from "#identity/api-keys/management/read-scopes.ts";
import { demandRoomForKey, type KeyShareDeps, lockKeyShares } from "#identity/api-keys/key-shares.ts";
import { findMemberByEmail, type MemberRow } from "#identity/members/queries.ts";
import { findOrganization } from "#identity/organizations/queries.ts";
import { loadConfig } from "#platform/config/config.ts";
import type { DatabasePool, Transaction } from "#platform/database/database.ts";
import { normalEmail } from "#platform/email.ts";
import { cleanLine } from "#platform/text.ts";
import { AppError } from "#platform/errors.ts";
import { CommandError } from "#commands/command-line/command-error.ts";

export interface KeyRequest {
  org: string;
  email: string;
  /** Scopes, presets, or resources with all their scopes, separated by commas. */
  scopes: string;
  name?: string | undefined;
}

export async function createKey(
  db: DatabasePool,
  request: KeyRequest,
  deps: KeyShareDeps = { now: new Date(), keyShares: loadConfig({}).keyShares },
): Promise<{ keyId: string; apiKey: string }> {
  const wanted = wantedScopes(request.scopes);
  return db.transaction(async (tx) => {
    if ((await findOrganization(tx, request.org)) === undefined)
      throw new CommandError(`There is no organization ${JSON.stringify(request.org)}; org list shows all.`);
    const member = await findMemberByEmail(tx, request.org, normalEmail(request.email) ?? request.email);
    if (member === undefined)
      throw new CommandError(
        `${JSON.stringify(request.email)} is not a member of ${request.org}. Check the address, or invite the person first.`,
      );
    await demandRoom(tx, member, deps);
    const origin = { orgId: request.org, userId: null, keyId: null, requestId: null };
    const key = {
      userId: member.user_id,
      name: cleanLine(request.name ?? "Command line"),
      scopes: wanted,
      expiresAt: null,
    };
    const { row, apiKey } = await createApiKey(tx, origin, key);
    return { keyId: row.id, apiKey };
  });
}

async function demandRoom(tx: Transaction, { org_id, user_id }: MemberRow, deps: KeyShareDeps): Promise<void> {
  await lockKeyShares(tx, org_id);
  try {
    await demandRoomForKey(tx, { orgId: org_id, userId: user_id }, deps);
  } catch (error) {
    throw error instanceof AppError ? new CommandError(error.message) : error;
  }
}

function wantedScopes(text: string): Scope[] {
  const words = text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  if (words.length === 0) throw new CommandError("--scopes needs at least one scope.");
  return inOrder(words.flatMap(scopesOf));
}

function scopesOf(word: string): readonly Scope[] {
  try {
    return readScopes([word]).flatMap(({ scopes }) => scopes);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new CommandError(`${JSON.stringify(word)} ${error.errors?.[0]?.message ?? error.message}.`);
  }
}
