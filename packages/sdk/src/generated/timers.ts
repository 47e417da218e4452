// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { type CallOptions, Resource } from "../client.ts";
import type { PageList } from "../pages.ts";
import type { Timer } from "./schemas.ts";

/** The query of `timers.list`. */
export interface ListTimersQuery {
  /** Only the timer of this member; `me` is the key's own. For several values, pass a list. */
  userId?: string | readonly string[] | undefined;
  /** The maximum number of items to return. Default: `50`. */
  limit?: number | undefined;
  /** `nextCursor` of the previous page, with the same filters. */
  cursor?: string | undefined;
}

/** The operations of `stint.timers`. */
export class TimersApi extends Resource {
  /**
   * List the running timers.
   *
   * The timers that are running, the latest start first. Members see only their own timer, leads of teams those of the teams' members too, and nobody sees another member's timer on a project that is hidden from them.
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
