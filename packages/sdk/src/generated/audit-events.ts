// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { type CallOptions, Resource, wantsFile } from "../client.ts";
import type { PageList } from "../pages.ts";
import type { AuditEvent } from "./schemas.ts";

/** The query of `auditEvents.list`. */
export interface ListAuditEventsQuery {
  /** Only actions of this member; `me` is the key's own. For several values, pass a list. */
  userId?: string | readonly string[] | undefined;
  /** Only actions through this key or session. For several values, pass a list. */
  keyId?: string | readonly string[] | undefined;
  /** Only this action, such as `project.created`, or all actions of a kind, such as `time_entry.*`. An unknown action is 422. For several values, pass a list. */
  action?: string | readonly string[] | undefined;
  /** Only actions on this kind of object. An unknown kind is 422. For several values, pass a list. */
  targetType?: string | readonly string[] | undefined;
  /** Only actions on this object. For several values, pass a list. */
  targetId?: string | readonly string[] | undefined;
  /** At or after: an instant, or a date in `tz`. A day is `YYYY-MM-DD`, an instant a Date or ISO 8601 with an offset. */
  from?: string | Date | undefined;
  /** Before an instant, or until the end of a date in `tz`. A day is `YYYY-MM-DD`, an instant a Date or ISO 8601 with an offset. */
  to?: string | Date | undefined;
  /** IANA time zone for `from` and `to` as dates; by default the organization's. */
  tz?: string | undefined;
  /** `csv` (RFC 4180) and `xlsx` return a file instead of JSON, with all of what is asked for, without `limit` and `cursor`. Default: `"json"`. */
  format?: "json" | "csv" | "xlsx" | undefined;
  /** In CSV: what separates the columns. Where decimals have a comma, spreadsheets expect `semicolon`. Default: `"comma"`. */
  separator?: "comma" | "semicolon" | "tab" | undefined;
  /** In CSV: the decimal mark of hours and amounts. Default: `"point"`. */
  decimalMark?: "point" | "comma" | undefined;
  /** In CSV: whether the file begins with a byte-order mark, without which Excel misreads umlauts. Default: `false`. */
  bom?: boolean | undefined;
  /** The maximum number of items to return. Default: `50`. */
  limit?: number | undefined;
  /** `nextCursor` of the previous page, with the same filters. */
  cursor?: string | undefined;
}

/** The operations of `stint.auditEvents`. */
export class AuditEventsApi extends Resource {
  /**
   * List who did what, and when.
   *
   * Newest first, ordered by id. An id is generated before its change is committed, so the newest page may later gain an event that is slightly older. Filters are combined with AND; a repeated filter matches any of its values. `seal` is the newest seal of the whole log, whatever the filters; null before the first seal.
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
