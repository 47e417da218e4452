// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { type CallOptions, Resource, wantsFile } from "../client.ts";
import type { Costs, Summary } from "./schemas.ts";

/** The query of `reports.summary`. */
export interface GetSummaryQuery {
  /** One or two: repeat it, or separate them by a comma. Default: `["project"]`. */
  groupBy?: "project" | "user" | "date" | "task" | "client" | "tag" | "billable" | readonly ("project" | "user" | "date" | "task" | "client" | "tag" | "billable")[] | undefined;
  /** The length of the periods of the grouping `date`, and only with it. Default: `"day"`. */
  interval?: "day" | "week" | "month" | "quarter" | "year" | undefined;
  /** First day of weeks; without it the organization's. */
  weekStart?: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday" | undefined;
  /** Only entries of this project. Several: as a list. */
  projectId?: string | readonly string[] | undefined;
  /** Only entries of this task. Several: as a list. */
  taskId?: string | readonly string[] | undefined;
  /** Only entries of this client's projects. Several: as a list. */
  clientId?: string | readonly string[] | undefined;
  /** Only entries of this member; `me` is the key's own. Several: as a list. */
  userId?: string | readonly string[] | undefined;
  /** Only entries with this tag, whatever its case. Several: as a list. */
  tag?: readonly string[] | undefined;
  /** Only billable ones, or only the others. */
  billable?: boolean | undefined;
  /** Started at or after: an instant, or a date in `tz`. A day is `YYYY-MM-DD`, an instant a Date or ISO 8601 with an offset. */
  from?: string | Date | undefined;
  /** Started before an instant, or up to the end of a date in `tz`. A day is `YYYY-MM-DD`, an instant a Date or ISO 8601 with an offset. */
  to?: string | Date | undefined;
  /** IANA time zone of `from` and `to` as dates; without it the organization's. */
  tz?: string | undefined;
  /** Part of the description, whatever its case. */
  q?: string | undefined;
  /** Only the entry with this reference. Several: as a list. */
  externalRef?: readonly string[] | undefined;
  /** `csv` (RFC 4180) and `xlsx` answer a file instead of JSON, with one row for each group and without a limit. Default: `"json"`. */
  format?: "json" | "csv" | "xlsx" | undefined;
}

/** The query of `reports.costs`. */
export interface GetCostsQuery {
  /** Started at or after: an instant, or a date in `tz`. A day is `YYYY-MM-DD`, an instant a Date or ISO 8601 with an offset. */
  from?: string | Date | undefined;
  /** Started before an instant, or up to the end of a date in `tz`. A day is `YYYY-MM-DD`, an instant a Date or ISO 8601 with an offset. */
  to?: string | Date | undefined;
  /** IANA time zone of `from` and `to` as dates; without it the organization's. */
  tz?: string | undefined;
  /** Only these projects. Several: as a list. */
  projectId?: string | readonly string[] | undefined;
  /** Only projects of this client. Several: as a list. */
  clientId?: string | readonly string[] | undefined;
  /** Only projects with this status. Several: as a list. */
  status?: "active" | "archived" | readonly ("active" | "archived")[] | undefined;
  /** Only projects whose budget stands like this; `none`: without a budget. Several: as a list. */
  budgetStatus?: "ok" | "warning" | "exceeded" | "none" | readonly ("ok" | "warning" | "exceeded" | "none")[] | undefined;
  /** The day that budgets are looked at; without it the earlier of `to` and today. `YYYY-MM-DD`. */
  asOf?: string | undefined;
  /** `csv` (RFC 4180) and `xlsx` answer a file instead of JSON, with one row for each group and without a limit. Default: `"json"`. */
  format?: "json" | "csv" | "xlsx" | undefined;
}

/** The operations of `stint.reports`. */
export class ReportsApi extends Resource {
  /**
   * Sum up time entries in groups.
   *
   * An entry belongs to the day on which it starts in `tz`. Groups add up to the totals (tags overlap), and both equal the sums over the list under the same filters. A member gets its own entries.
   *
   * Needs the scope `reports:read`.
   *
   * @example
   * const summary = await stint.reports.summary({ groupBy: ["project", "user"], from: "2026-03-01", to: "2026-03-31", tz: "Europe/Berlin" });
   */
  summary(query: GetSummaryQuery & { format: "csv" | "xlsx" }, options?: CallOptions): Promise<Response>;
  summary(query?: GetSummaryQuery & { format?: "json" | undefined }, options?: CallOptions): Promise<Summary>;
  summary(query?: GetSummaryQuery, options?: CallOptions): Promise<Summary | Response> {
    return wantsFile(query) ? this.client.file("/v1/reports/summary", query, options) : this.client.get("/v1/reports/summary", query, options);
  }

  /**
   * Revenue, costs and budgets of projects.
   *
   * A budget is measured over its own period that contains `asOf`, in the organization's time zone, whatever range is asked for.
   *
   * Needs the scope `costs:read`.
   *
   * @example
   * const costs = await stint.reports.costs({ from: "2026-03-01", to: "2026-03-31", tz: "Europe/Berlin" });
   */
  costs(query: GetCostsQuery & { format: "csv" | "xlsx" }, options?: CallOptions): Promise<Response>;
  costs(query?: GetCostsQuery & { format?: "json" | undefined }, options?: CallOptions): Promise<Costs>;
  costs(query?: GetCostsQuery, options?: CallOptions): Promise<Costs | Response> {
    return wantsFile(query) ? this.client.file("/v1/reports/costs", query, options) : this.client.get("/v1/reports/costs", query, options);
  }
}
