// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { type CallOptions, Resource, wantsFile } from "../client.ts";
import type { PageList } from "../pages.ts";
import type { AuditEvent } from "./schemas.ts";

/** The query of `auditEvents.list`. */
export interface ListAuditEventsQuery {
  /** Only what this member did; `me` is the key's own. Several: as a list. */
  userId?: string | readonly string[] | undefined;
  /** Only what was done through this key or session. Several: as a list. */
  keyId?: string | readonly string[] | undefined;
  /** Only this action, such as `project.created`, or all of a kind, such as `time_entry.*`. One that does not exist is 422. Several: as a list. */
  action?: string | readonly string[] | undefined;
  /** Only what concerns things of this kind. One that does not exist is 422. Several: as a list. */
  targetType?: string | readonly string[] | undefined;
  /** Only what concerns this. Several: as a list. */
  targetId?: string | readonly string[] | undefined;
  /** At or after: an instant, or a date in `tz`. A day is `YYYY-MM-DD`, an instant a Date or ISO 8601 with an offset. */
  from?: string | Date | undefined;
  /** Before an instant, or up to the end of a date in `tz`. A day is `YYYY-MM-DD`, an instant a Date or ISO 8601 with an offset. */
  to?: string | Date | undefined;
  /** IANA time zone of `from` and `to` as dates; without it the organization's. */
  tz?: string | undefined;
  /** `csv` (RFC 4180) and `xlsx` answer a file instead of JSON, with all of what is asked for, without `limit` and `cursor`. Default: `"json"`. */
  format?: "json" | "csv" | "xlsx" | undefined;
  /** How many to return. Default: `50`. */
  limit?: number | undefined;
  /** `nextCursor` of the page before, with the same filters. */
  cursor?: string | undefined;
}

/** The operations of `stint.auditEvents`. */
export class AuditEventsApi extends Resource {
  /**
   * List who did what, and when.
   *
   * Newest first, in the order of their ids. These are made before the change is committed, so that the newest page can still gain an event that is a moment older. Filters narrow each other; a repeated one means any-of. `seal` is the newest seal of the whole log, whatever the filters; null before the first.
   *
   * Needs the scope `audit:read`.
   *
   * @example
   * for await (const each of stint.auditEvents.list({ from: "2026-03-01", to: "2026-03-31", tz: "Europe/Berlin" })) console.log(each);
   */
  list(query: ListAuditEventsQuery & { format: "csv" | "xlsx" }, options?: CallOptions): Promise<Response>;
  list(query?: ListAuditEventsQuery & { format?: "json" | undefined }, options?: CallOptions): PageList<AuditEvent>;
  list(query?: ListAuditEventsQuery, options?: CallOptions): PageList<AuditEvent> | Promise<Response> {
    return wantsFile(query) ? this.client.file("/v1/audit-events", query, options) : this.client.list("/v1/audit-events", query, options);
  }
}
