import type { Mutate } from "#identity/http/mutation.ts";
import type { DatabasePool } from "#platform/database/database.ts";

/** Dependencies of the time-tracking routes. */
export interface TrackingDeps {
  db: DatabasePool;
  mutate: Mutate;
  /**
   * Runs changes of the rules for entries. Each waits for all entry writes, so an organization's changes run one at a
   * time.
   */
  mutateRules: Mutate;
  now: () => Date;
  /** Called for commits made without `mutate`. */
  onCommit: (orgId: string) => void;
}
