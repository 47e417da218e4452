import type { Mutate } from "#identity/http/mutation.ts";
import type { DatabasePool } from "#platform/database/database.ts";

/** Dependencies of the time-tracking routes. */
export interface TrackingDeps {
  db: DatabasePool;
  mutate: Mutate;
  /**
   * Runs changes to the rules for entries. Each waits for all entry writes, so an organization's changes run one at a
   * time.
   */
  mutateRules: Mutate;
  now: () => Date;
  /** Called after commits that did not go through `mutate`. */
  onCommit: (orgId: string) => void;
}
