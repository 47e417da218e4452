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
  /** The notices to mark: yours, all or none. Without it, all notices are marked. */
  ids?: readonly string[] | undefined;
}

/** What `notices.read` answers. */
export interface ReadNoticesReply {
  /** How many unread notices are left; 100 stands for any higher number. */
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
  /** What it is about. */
  kind: "time_missing" | "timer_running_long" | "timesheet_due" | "timesheet_submitted" | "timesheet_decided" | "budget" | "digest";
  /** What the mail server or the network said last. */
  reason: string;
  /** How often sending was tried. */
  attempts: number;
  /** When it is tried again; null: not any more. ISO 8601, in UTC. */
  nextAttemptAt: string | null;
  /** When the notice was given. ISO 8601, in UTC. */
  createdAt: string;
}

/** The operations of `stint.notices`. */
export class NoticesApi extends Resource {
  /**
   * List your notices, newest first.
   *
   * What you were told in the dashboard, in the language of your preferences, or else of `Accept-Language`. A notice about something that you, or the key, may not read now is left out. Notices are removed after 90 days.
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
   * Sessions only: what a program has read, the person may not have seen.
   *
   * Any key may do this. Only for signed-in people, not for API keys.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, and what every call may.
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
   * Of all members, newest first.
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
