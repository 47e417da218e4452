import type { ApiKeyCache } from "#identity/api-keys/api-key-cache.ts";
import type { Database } from "#platform/database/database.ts";
import { findHistory } from "#platform/database/connection/server-history.ts";
import type { OrganizationReader } from "./organization-reader.ts";
import { listMoved } from "./queries.ts";

interface PollDeps {
  db: Database;
  apiKeys: ApiKeyCache;
  readers: ReadonlyMap<string, OrganizationReader>;
  recheckAll: () => void;
}

/**
 * Returns the poll that all readers share: it wakes those whose organization has new changes, no matter which node made
 * them. While notifications of keys are unavailable, it also rechecks the access of every stream.
 */
export function createReaderPoll({ db, apiKeys, readers, recheckAll }: PollDeps): () => Promise<void> {
  let isPolling = false;

  return async () => {
    if (isPolling) return;
    isPolling = true;
    try {
      if (!apiKeys.isListening()) recheckAll();
      const history = await findHistory(db);
      const positions = new Map([...readers].map(([orgId, reader]) => [orgId, reader.position()]));
      const isOther = [...positions.values()].some((position) => position.history !== history);
      for (const orgId of isOther ? positions.keys() : await listMoved(db, positions)) readers.get(orgId)?.wake();
    } catch {
      // Ignored, because the readers report a lost database connection.
    } finally {
      isPolling = false;
    }
  };
}
