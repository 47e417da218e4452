import type { Mutate } from "#identity/http/mutation.ts";
import type { DatabasePool } from "#platform/database/database.ts";

/** Dependencies of the time-tracking routes. */
export interface TrackingDeps {
  db: DatabasePool;
  mutate: Mutate;
  /** For changes of the rules of entries, which wait for all writes of entries: one of an organization at a time. */
  mutateRules: Mutate;
  now: () => Date;
  /** Called for commits made without `mutate`. */
  onCommit: (orgId: string) => void;
}
