// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { type CallOptions, type PostOptions, Resource } from "../client.ts";
import type { PageList } from "../pages.ts";
import type { Notice } from "./schemas.ts";

/** The query of `notices.list`. */
export interface ListNoticesQuery {
  /** The maximum number of items to return. Default: `50`. */
  limit?: number | undefined;
  /** `nextCursor` of the previous page, with the same filters. */
  cursor?: string | undefined;
  /** Only unread notices. Default: `false`. */
  unread?: boolean | undefined;
}

/** The body of `notices.read`. */
export interface ReadNoticesBody {
  /** The notices to mark, all of which must be yours. By default, all notices are marked. */
  ids?: readonly string[] | undefined;
}

/** The reply of `notices.read`. */
export interface ReadNoticesReply {
  /** How many unread notices are left; 100 means 100 or more. */
  unread: number;
}

/** One of `notices.listFailedMails`. */
export interface ListFailedMailsItem {
  /** The id of the notice. */
  id: string;
  /** The member it is for. */
  userId: string;
  /** Name of the member. */
  userName: string;
  /** The subject of the notice. */
  kind: "time_missing" | "timer_running_long" | "timesheet_due" | "timesheet_submitted" | "timesheet_decided" | "budget" | "digest";
  /** The latest error of the mail server or the network. */
  reason: string;
  /** The number of attempts so far. */
  attempts: number;
  /** When the next attempt is due; null if there is none. ISO 8601, in UTC. */
  nextAttemptAt: string | null;
  /** When the notice was created. ISO 8601, in UTC. */
  createdAt: string;
}

/** The operations of `stint.notices`. */
export class NoticesApi extends Resource {
  /**
   * List your notices, newest first.
   *
   * The notices shown to you in the dashboard, in the language of your preferences, or otherwise of `Accept-Language`. A notice about something that you, or the key, may not currently read is left out. Notices are removed after 90 days.
   *
   * Any key may do this.
   *
   * @example
   * for await (const each of stint.notices.list()) console.log(each);
   */
  list(query?: ListNoticesQuery, options?: CallOptions): PageList<Notice> {
    return this.client.list("/v1/notices", query, options);
  }

  /**
   * Mark your notices as read.
   *
   * Requires a session, because the person may not have seen a notice that a program has read.
   *
   * Any key may do this. Only for signed-in people, not for API keys.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, and the errors of every call.
   *
   * @example
   * const reply = await stint.notices.read({ ids: ["notice_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f"] });
   */
  read(body: ReadNoticesBody, options?: PostOptions): Promise<ReadNoticesReply> {
    return this.client.post("/v1/notices/read", body, options);
  }

  /**
   * List mails of notices that could not be sent.
   *
   * The mails of all members, newest first.
   *
   * Needs the scope `members:write`.
   *
   * @example
   * for await (const each of stint.notices.listFailedMails()) console.log(each);
   */
  listFailedMails(options?: CallOptions): PageList<ListFailedMailsItem> {
    return this.client.list("/v1/notices/failed-mails", undefined, options, false);
  }
}
