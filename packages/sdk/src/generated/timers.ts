// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { type CallOptions, Resource } from "../client.ts";
import type { PageList } from "../pages.ts";
import type { Timer } from "./schemas.ts";

/** The query of `timers.list`. */
export interface ListTimersQuery {
  /** Only the timer of this member; `me` is the key's own. Several: as a list. */
  userId?: string | readonly string[] | undefined;
  /** How many to return. Default: `50`. */
  limit?: number | undefined;
  /** `nextCursor` of the page before, with the same filters. */
  cursor?: string | undefined;
}

/** The operations of `stint.timers`. */
export class TimersApi extends Resource {
  /**
   * List the running timers.
   *
   * The timers that run now, the latest start first. A member sees only its own timer, and nobody another member's on a project that is hidden from them.
   *
   * Needs the scope `time-entries:read`.
   *
   * @example
   * for await (const each of stint.timers.list()) console.log(each);
   */
  list(query?: ListTimersQuery, options?: CallOptions): PageList<Timer> {
    return this.client.list("/v1/timers", query, options);
  }
}
