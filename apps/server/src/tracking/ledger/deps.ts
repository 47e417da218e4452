import type { Mutate } from "#identity/http/mutation.ts";
import type { DatabasePool } from "#platform/database/database.ts";

export interface TrackingDeps {
  db: DatabasePool;
  mutate: Mutate;
  /**
   * Runs changes to the rules for entries, one at a time per organization, because each waits for all writes of
   * entries.
   */
  mutateRules: Mutate;
  now: () => Date;
  /** Call after each commit that `mutate` did not make. */
  onCommit: (orgId: string) => void;
}
