import type { Mutate } from "#identity/http/mutation.ts";
import type { DatabasePool } from "#platform/database/database.ts";

/** What the routes of the time-tracking API are given. */
export interface TrackingDeps {
  db: DatabasePool;
  mutate: Mutate;
  now: () => Date;
  /** Told of what is committed in another way than by `mutate`. */
  onCommit: (orgId: string) => void;
}
