// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { type CallOptions, type ConditionalOptions, type PostOptions, path, Resource } from "../client.ts";
import type { PageList } from "../pages.ts";
import type { TimeEntry, Timer } from "./schemas.ts";

/** The query of `timers.list`. */
export interface ListTimersQuery {
  /** Only the timer of this member; `me` is the key's own. For several values, pass a list. */
  userId?: string | readonly string[] | undefined;
  /** The maximum number of items to return. Default: `50`. */
  limit?: number | undefined;
  /** `nextCursor` of the previous page, with the same filters. */
  cursor?: string | undefined;
}

/** The body of `timers.stop`. */
export interface StopMemberTimerBody {
  /** When the work ended: not before the timer was started, and not in the future. Default: now. A Date, or ISO 8601 with an offset. */
  endedAt?: string | Date | undefined;
}

/** The operations of `stint.timers`. */
export class TimersApi extends Resource {
  /**
   * List the running timers.
   *
   * The running timers, latest start first. Members see only their own timer, leads of teams also see those of their teams' members, and nobody sees another member's timer on a project that is hidden from them.
   *
   * Needs the scope `time-entries:read`.
   *
   * @example
   * for await (const each of stint.timers.list()) console.log(each);
   */
  list(query?: ListTimersQuery, options?: CallOptions): PageList<Timer> {
    return this.client.list("/v1/timers", query, options);
  }

  /**
   * Stop a member's timer.
   *
   * For your own timer, or if you may write the member's time entries. A forgotten timer can end at `endedAt`. Otherwise like `POST /timer/stop`.
   *
   * Needs the scope `time-entries:write`.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * const timeEntry = await stint.timers.stop("user_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", { endedAt: "2026-03-01T17:00:00Z" });
   */
  stop(userId: string, body?: StopMemberTimerBody, options?: PostOptions & ConditionalOptions): Promise<TimeEntry> {
    return this.client.post(path`/v1/timers/${userId}/stop`, body, options);
  }
}
