import type { Database } from "#platform/database/database.ts";
import { type ApiKeyOwner, type KeyUse, touchApiKeys } from "./queries.ts";

export type KeyUses = ReturnType<typeof createKeyUses>;

/** Collects the last use of each key, because writing every use would cost an update per request. */
export function createKeyUses(db: Database) {
  const uses = new Map<string, KeyUse>();

  return {
    /** Records a use, to be written by `flushUses`. */
    used(owner: ApiKeyOwner, nowMs: number, address: string) {
      owner.used_at_ms = nowMs;
      uses.set(owner.key_id, { orgId: owner.org_id, keyId: owner.key_id, atMs: nowMs, address });
    },
    async flushUses() {
      const batch = [...uses.values()];
      uses.clear();
      await touchApiKeys(db, batch);
    },
  };
}
