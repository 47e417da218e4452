import { cachedItems } from "#platform/process/memory.ts";
import type { Database } from "#platform/database/database.ts";
import { hashSecret } from "#platform/secrets/random-secret.ts";
import { isAccessToken } from "./api-key-format.ts";
import { createKeyUses, type KeyUses } from "./key-uses.ts";
import { type ApiKeyOwner, findApiKeyByHash, findGrantByAccessToken } from "./queries.ts";

export interface ApiKeyCache extends KeyUses {
  /** Returns the key's owner if cached; does not query the database. */
  peek(key: string): ApiKeyOwner | undefined;
  find(key: string): Promise<ApiKeyOwner | undefined>;
  /** Call when LISTEN becomes active: from then on, lookups may be cached. */
  listening(): void;
  /** Call when LISTEN is lost: revocations could then go unnoticed, so nothing is cached. */
  deaf(): void;
  /** Forgets the organization's keys, because its keys or members have changed. */
  forget(orgId: string): void;
  /** Like `forget`, for every organization. */
  forgetAll(): void;
  /** Whether the database notifies this process of every change. */
  isListening(): boolean;
  /**
   * Registers a listener for changes to an organization's keys or members; the id is undefined if any organization may
   * have changed.
   */
  onChange(listener: (orgId: string | undefined) => void): void;
}

/** Fewer keys are cached if they belong to leads with large teams: this many members weigh as much as a key. */
const ledPerKey = 10;

function weightOf({ leadership }: ApiKeyOwner): number {
  return leadership === undefined ? 1 : 1 + leadership.userIds.size / ledPerKey;
}

/**
 * Caches lookups of API keys in this process, as long as the database notifies it of every change (channel `api_keys`).
 * If a change arrives during a lookup, the result is used once but not cached, because it may be outdated.
 */
export function createApiKeyCache(db: Database): ApiKeyCache {
  const kept = new Map<string, ApiKeyOwner>();
  const listeners: ((orgId: string | undefined) => void)[] = [];
  let isListening = false;
  let changes = 0;
  let weight = 0;

  function clear(): void {
    kept.clear();
    weight = 0;
  }

  function tell(orgId: string | undefined): void {
    for (const listener of listeners) listener(orgId);
  }

  return {
    peek: (key) => kept.get(hashSecret(key).toString("base64")),
    async find(key) {
      const hash = hashSecret(key);
      const changesBefore = changes;
      const owner = await (isAccessToken(key) ? findGrantByAccessToken(db, hash) : findApiKeyByHash(db, hash));
      if (owner !== undefined && owner.revoked_at === null && isListening && changes === changesBefore) {
        if (weight >= cachedItems) clear();
        kept.set(hash.toString("base64"), owner);
        weight += weightOf(owner);
      }
      return owner;
    },
    listening() {
      changes++;
      isListening = true;
      tell(undefined);
    },
    deaf() {
      changes++;
      isListening = false;
      clear();
    },
    forgetAll() {
      changes++;
      clear();
      tell(undefined);
    },
    forget(orgId) {
      changes++;
      for (const [hash, owner] of kept) {
        if (owner.org_id !== orgId) continue;
        kept.delete(hash);
        weight -= weightOf(owner);
      }
      tell(orgId);
    },
    isListening: () => isListening,
    onChange: (listener) => void listeners.push(listener),
    ...createKeyUses(db),
  };
}
