import { type Scope, scopePresets, scopes } from "#identity/access.ts";
import { createApiKey } from "#identity/api-keys/create-api-key.ts";
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
  /** Comma-separated scopes or preset names. */
  scopes: string;
  name?: string | undefined;
}

export async function createKey(
  db: DatabasePool,
  request: KeyRequest,
  deps: KeyShareDeps = { now: new Date(), keyShares: loadConfig({}).keyShares },
): Promise<{ keyId: string; apiKey: string }> {
  const wanted = readScopes(request.scopes);
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

function readScopes(text: string): Scope[] {
  const names = text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const found = names.flatMap(
    (name) =>
      (Object.hasOwn(scopePresets, name) ? scopePresets[name] : undefined) ??
      scopes.find((scope) => scope === name) ??
      unknownScope(name),
  );
  if (found.length === 0) throw new CommandError("--scopes needs at least one scope.");
  return scopes.filter((scope) => found.includes(scope));
}

function unknownScope(name: string): never {
  throw new CommandError(
    `${JSON.stringify(name)} is not a scope. Known scopes: ${scopes.join(", ")}; presets: ${Object.keys(scopePresets).join(", ")}.`,
  );
}
