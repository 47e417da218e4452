// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { type CallOptions, Resource, wantsFile } from "../client.ts";
import type { Costs, Summary } from "./schemas.ts";

/** The query of `reports.summary`. */
export interface GetSummaryQuery {
  /** One or two groupings: repeat the parameter, or separate them with a comma. `team` groups by the current teams of the member who worked, and needs the scope `teams:read`; leads get the teams that they lead. Default: `["project"]`. */
  groupBy?: "project" | "user" | "date" | "task" | "client" | "tag" | "billable" | "team" | "source" | readonly ("project" | "user" | "date" | "task" | "client" | "tag" | "billable" | "team" | "source")[] | undefined;
  /** The length of the periods of the grouping `date`; allowed only with it. Default: `"day"`. */
  interval?: "day" | "week" | "month" | "quarter" | "year" | undefined;
  /** The first day of weeks; by default the organization's. */
  weekStart?: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday" | undefined;
  /** Only entries of this project. For several values, pass a list. */
  projectId?: string | readonly string[] | undefined;
  /** Only entries of this task. For several values, pass a list. */
  taskId?: string | readonly string[] | undefined;
  /** Only entries of this client's projects. For several values, pass a list. */
  clientId?: string | readonly string[] | undefined;
  /** Only entries of this member; `me` is the key's own. For several values, pass a list. */
  userId?: string | readonly string[] | undefined;
  /** Only entries of this team's current members. Needs the scope `teams:read`. For several values, pass a list. */
  teamId?: string | readonly string[] | undefined;
  /** Only entries with this tag, ignoring case. For several values, pass a list. */
  tag?: readonly string[] | undefined;
  /** Only billable entries, or only non-billable ones. */
  billable?: boolean | undefined;
  /** Only billed entries, or only those that are not. */
  billed?: boolean | undefined;
  /** Started at or after: an instant, or a date in `tz`. A day is `YYYY-MM-DD`, an instant a Date or ISO 8601 with an offset. */
  from?: string | Date | undefined;
  /** Started before an instant, or until the end of a date in `tz`. A day is `YYYY-MM-DD`, an instant a Date or ISO 8601 with an offset. */
  to?: string | Date | undefined;
  /** IANA time zone for `from` and `to` as dates; by default the organization's. */
  tz?: string | undefined;
  /** Part of the description, ignoring case. */
  q?: string | undefined;
  /** Only the entry with this reference. For several values, pass a list. */
  externalRef?: readonly string[] | undefined;
  /** Only entries from this source; `unknown` means those whose `source` is null. For several values, pass a list. */
  source?: "timer" | "manual" | "timesheet" | "calendar" | "api" | "import" | "cli" | "mcp" | "unknown" | readonly ("timer" | "manual" | "timesheet" | "calendar" | "api" | "import" | "cli" | "mcp" | "unknown")[] | undefined;
  /** Only entries whose timesheet has this status; `open` includes entries without a stored timesheet. For several values, pass a list. */
  approval?: "open" | "submitted" | "approved" | "rejected" | readonly ("open" | "submitted" | "approved" | "rejected")[] | undefined;
  /** `csv` (RFC 4180) and `xlsx` return a file instead of JSON, with one row for each group and without a limit. Default: `"json"`. */
  format?: "json" | "csv" | "xlsx" | undefined;
  /** In CSV: what separates the columns. Where decimals have a comma, spreadsheets expect `semicolon`. Default: `"comma"`. */
  separator?: "comma" | "semicolon" | "tab" | undefined;
  /** In CSV: the decimal mark of hours and amounts. Default: `"point"`. */
  decimalMark?: "point" | "comma" | undefined;
  /** In CSV: whether the file begins with a byte-order mark, without which Excel misreads umlauts. Default: `false`. */
  bom?: boolean | undefined;
  /** Writes the table for people: headings in this language, names instead of ids, decimal hours, and a total in the last row. Without it, the columns are the fields of the API. JSON ignores it. */
  language?: "en" | "de" | "fr" | undefined;
}

/** The query of `reports.costs`. */
export interface GetCostsQuery {
  /** Started at or after: an instant, or a date in `tz`. A day is `YYYY-MM-DD`, an instant a Date or ISO 8601 with an offset. */
  from?: string | Date | undefined;
  /** Started before an instant, or until the end of a date in `tz`. A day is `YYYY-MM-DD`, an instant a Date or ISO 8601 with an offset. */
  to?: string | Date | undefined;
  /** IANA time zone for `from` and `to` as dates; by default the organization's. */
  tz?: string | undefined;
  /** Only these projects. For several values, pass a list. */
  projectId?: string | readonly string[] | undefined;
  /** Only projects of this client. For several values, pass a list. */
  clientId?: string | readonly string[] | undefined;
  /** Only projects with this status. For several values, pass a list. */
  status?: "active" | "archived" | readonly ("active" | "archived")[] | undefined;
  /** Only projects whose budget has this status; `none` means projects without a budget. For several values, pass a list. */
  budgetStatus?: "ok" | "warning" | "exceeded" | "none" | readonly ("ok" | "warning" | "exceeded" | "none")[] | undefined;
  /** The day on which budgets are evaluated; by default the earlier of `to` and today. `YYYY-MM-DD`. */
  asOf?: string | undefined;
  /** `csv` (RFC 4180) and `xlsx` return a file instead of JSON, with one row for each group and without a limit. Default: `"json"`. */
  format?: "json" | "csv" | "xlsx" | undefined;
  /** In CSV: what separates the columns. Where decimals have a comma, spreadsheets expect `semicolon`. Default: `"comma"`. */
  separator?: "comma" | "semicolon" | "tab" | undefined;
  /** In CSV: the decimal mark of hours and amounts. Default: `"point"`. */
  decimalMark?: "point" | "comma" | undefined;
  /** In CSV: whether the file begins with a byte-order mark, without which Excel misreads umlauts. Default: `false`. */
  bom?: boolean | undefined;
  /** Writes the table for people: headings in this language, names instead of ids, decimal hours, and a total in the last row. Without it, the columns are the fields of the API. JSON ignores it. */
  language?: "en" | "de" | "fr" | undefined;
}

/** The query of `reports.entries`. */
export interface GetEntriesQuery {
  /** Only entries of this project. For several values, pass a list. */
  projectId?: string | readonly string[] | undefined;
  /** Only entries of this task. For several values, pass a list. */
  taskId?: string | readonly string[] | undefined;
  /** Only entries of this client's projects. For several values, pass a list. */
  clientId?: string | readonly string[] | undefined;
  /** Only entries of this member; `me` is the key's own. For several values, pass a list. */
  userId?: string | readonly string[] | undefined;
  /** Only entries of this team's current members. Needs the scope `teams:read`. For several values, pass a list. */
  teamId?: string | readonly string[] | undefined;
  /** Only entries with this tag, ignoring case. For several values, pass a list. */
  tag?: readonly string[] | undefined;
  /** Only billable entries, or only non-billable ones. */
  billable?: boolean | undefined;
  /** Only billed entries, or only those that are not. */
  billed?: boolean | undefined;
  /** Started at or after: an instant, or a date in `tz`. A day is `YYYY-MM-DD`, an instant a Date or ISO 8601 with an offset. */
  from?: string | Date | undefined;
  /** Started before an instant, or until the end of a date in `tz`. A day is `YYYY-MM-DD`, an instant a Date or ISO 8601 with an offset. */
  to?: string | Date | undefined;
  /** IANA time zone for `from` and `to` as dates; by default the organization's. */
  tz?: string | undefined;
  /** Part of the description, ignoring case. */
  q?: string | undefined;
  /** Only the entry with this reference. For several values, pass a list. */
  externalRef?: readonly string[] | undefined;
  /** Only entries from this source; `unknown` means those whose `source` is null. For several values, pass a list. */
  source?: "timer" | "manual" | "timesheet" | "calendar" | "api" | "import" | "cli" | "mcp" | "unknown" | readonly ("timer" | "manual" | "timesheet" | "calendar" | "api" | "import" | "cli" | "mcp" | "unknown")[] | undefined;
  /** Only entries whose timesheet has this status; `open` includes entries without a stored timesheet. For several values, pass a list. */
  approval?: "open" | "submitted" | "approved" | "rejected" | readonly ("open" | "submitted" | "approved" | "rejected")[] | undefined;
  /** CSV (RFC 4180) or XLSX. Default: `"csv"`. */
  format?: "csv" | "xlsx" | undefined;
  /** In CSV: what separates the columns. Where decimals have a comma, spreadsheets expect `semicolon`. Default: `"comma"`. */
  separator?: "comma" | "semicolon" | "tab" | undefined;
  /** In CSV: the decimal mark of hours and amounts. Default: `"point"`. */
  decimalMark?: "point" | "comma" | undefined;
  /** In CSV: whether the file begins with a byte-order mark, without which Excel misreads umlauts. Default: `false`. */
  bom?: boolean | undefined;
  /** Writes the table for people: headings in this language, names instead of ids, decimal hours, and a total in the last row. Without it, the columns are the fields of the API. JSON ignores it. */
  language?: "en" | "de" | "fr" | undefined;
}

/** The operations of `stint.reports`. */
export class ReportsApi extends Resource {
  /**
   * Sum up time entries in groups.
   *
   * An entry belongs to the day on which it starts in `tz`. Groups add up to the totals (except with tags and teams, which overlap), and both equal the sums over the list with the same filters. Members get their own entries, and leads of teams also see those of their teams' members.
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
   * A budget is measured over its own period that contains `asOf`, in the organization's time zone, whatever range is requested.
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

  /**
   * Download time entries as a table.
   *
   * One row for each entry, the earliest first and without a limit. The filters and the visible entries are those of `GET /reports/summary`, the visible amounts those of `GET /time-entries`.
   *
   * Needs the scope `reports:read`. Also needs `time-entries:read`.
   *
   * @example
   * const response = await stint.reports.entries({ from: "2026-03-01", to: "2026-03-31", tz: "Europe/Berlin" });
   */
  entries(query?: GetEntriesQuery, options?: CallOptions): Promise<Response> {
    return this.client.file("/v1/reports/entries", query, options);
  }
}
