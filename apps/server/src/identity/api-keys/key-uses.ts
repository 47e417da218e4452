import type { Database } from "#platform/database/database.ts";
import { type ApiKeyOwner, type KeyUse, touchApiKeys } from "./queries.ts";

export interface KeyUses {
  /** Records a use, to be written by `flushUses`. */
  used(owner: ApiKeyOwner, nowMs: number, address: string): void;
  flushUses(): Promise<void>;
}

/** Collects the last use of each key, because writing every use would cost an update per request. */
export function createKeyUses(db: Database): KeyUses {
  const uses = new Map<string, KeyUse>();

  return {
    used(owner, nowMs, address) {
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
