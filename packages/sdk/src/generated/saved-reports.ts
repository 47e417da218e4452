// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { type CallOptions, type ConditionalOptions, type PostOptions, type ReadOptions, path, Resource } from "../client.ts";
import type { PageList } from "../pages.ts";
import type { ReportLink, ReportLinkWithToken, SavedReport, SavedReportFigures } from "./schemas.ts";

/** The query of `savedReports.list`. */
export interface ListSavedReportsQuery {
  /** Only shared ones, or only the caller's private ones. */
  shared?: boolean | undefined;
  /** Part of the name, ignoring case. */
  q?: string | undefined;
  /** The maximum number of items to return. Default: `50`. */
  limit?: number | undefined;
  /** `nextCursor` of the previous page, with the same filters. */
  cursor?: string | undefined;
}

/** The body of `savedReports.create`. */
export interface CreateSavedReportBody {
  /** Name of the report. */
  name: string;
  /** The query. Ids that do not exist match nothing. */
  query: {
    /** `summary` groups and sums up entries, `detailed` lists them, `weekly` has a column for each day, `costs` has money and budgets by project, `budgets` has projects with budgets only. */
    report: "summary" | "detailed" | "weekly" | "costs" | "budgets";
    /** The range of the report, relative to the day on which it is read. Alternative to `from` and `to`; without any of them, all time, and in `weekly` this week. */
    period?: "today" | "yesterday" | "thisWeek" | "lastWeek" | "last7Days" | "thisMonth" | "lastMonth" | "last30Days" | "thisQuarter" | "lastQuarter" | "thisYear" | "lastYear" | undefined;
    /** A fixed first day in `tz`, or an instant. A day is `YYYY-MM-DD`, an instant a Date or ISO 8601 with an offset. */
    from?: string | Date | undefined;
    /** A fixed last day in `tz`, or the instant before which entries start. A day is `YYYY-MM-DD`, an instant a Date or ISO 8601 with an offset. */
    to?: string | Date | undefined;
    /** IANA time zone of days; by default the organization's at the time of reading. */
    tz?: string | undefined;
    /** One or two groupings of `summary`, one except `date` of `weekly`; default `project`. */
    groupBy?: readonly ("project" | "user" | "date" | "task" | "client" | "tag" | "billable" | "team" | "source")[] | undefined;
    /** The length of the periods of the grouping `date`, allowed only with it; default: a day. */
    interval?: "day" | "week" | "month" | "quarter" | "year" | undefined;
    /** Only these projects. */
    projectId?: readonly string[] | undefined;
    /** Only entries of these tasks. */
    taskId?: readonly string[] | undefined;
    /** Only projects of these clients. */
    clientId?: readonly string[] | undefined;
    /** Only entries of these members; `me` is the reader of the report. */
    userId?: readonly string[] | undefined;
    /** Only entries of these teams' members at the time of reading. Readers need the scope `teams:read`. */
    teamId?: readonly string[] | undefined;
    /** Only entries with one of these tags. */
    tag?: readonly string[] | undefined;
    /** Only billable entries, or only non-billable ones. */
    billable?: boolean | undefined;
    /** Only billed entries, or only those that are not. */
    billed?: boolean | undefined;
    /** Only entries whose timesheet has one of these statuses. */
    approval?: readonly ("open" | "submitted" | "approved" | "rejected")[] | undefined;
    /** Only entries from one of these sources; `unknown` means those whose `source` is null. */
    source?: readonly ("timer" | "manual" | "timesheet" | "calendar" | "api" | "import" | "cli" | "mcp" | "unknown")[] | undefined;
    /** Part of the description, ignoring case. */
    q?: string | undefined;
    /** Only projects with this status, in `costs` and `budgets`. */
    status?: readonly ("active" | "archived")[] | undefined;
    /** Only projects whose budget has this status, in `costs` and `budgets`. */
    budgetStatus?: readonly ("ok" | "warning" | "exceeded" | "none")[] | undefined;
  };
  /** Whether every member of the organization sees it. Its figures include only what the reader may see. */
  shared?: boolean | undefined;
}

/** The body of `savedReports.update`. */
export interface UpdateSavedReportBody {
  /** Name of the report. */
  name?: string | undefined;
  /** The query. Ids that do not exist match nothing. */
  query?: {
    /** `summary` groups and sums up entries, `detailed` lists them, `weekly` has a column for each day, `costs` has money and budgets by project, `budgets` has projects with budgets only. */
    report: "summary" | "detailed" | "weekly" | "costs" | "budgets";
    /** The range of the report, relative to the day on which it is read. Alternative to `from` and `to`; without any of them, all time, and in `weekly` this week. */
    period?: "today" | "yesterday" | "thisWeek" | "lastWeek" | "last7Days" | "thisMonth" | "lastMonth" | "last30Days" | "thisQuarter" | "lastQuarter" | "thisYear" | "lastYear" | undefined;
    /** A fixed first day in `tz`, or an instant. A day is `YYYY-MM-DD`, an instant a Date or ISO 8601 with an offset. */
    from?: string | Date | undefined;
    /** A fixed last day in `tz`, or the instant before which entries start. A day is `YYYY-MM-DD`, an instant a Date or ISO 8601 with an offset. */
    to?: string | Date | undefined;
    /** IANA time zone of days; by default the organization's at the time of reading. */
    tz?: string | undefined;
    /** One or two groupings of `summary`, one except `date` of `weekly`; default `project`. */
    groupBy?: readonly ("project" | "user" | "date" | "task" | "client" | "tag" | "billable" | "team" | "source")[] | undefined;
    /** The length of the periods of the grouping `date`, allowed only with it; default: a day. */
    interval?: "day" | "week" | "month" | "quarter" | "year" | undefined;
    /** Only these projects. */
    projectId?: readonly string[] | undefined;
    /** Only entries of these tasks. */
    taskId?: readonly string[] | undefined;
    /** Only projects of these clients. */
    clientId?: readonly string[] | undefined;
    /** Only entries of these members; `me` is the reader of the report. */
    userId?: readonly string[] | undefined;
    /** Only entries of these teams' members at the time of reading. Readers need the scope `teams:read`. */
    teamId?: readonly string[] | undefined;
    /** Only entries with one of these tags. */
    tag?: readonly string[] | undefined;
    /** Only billable entries, or only non-billable ones. */
    billable?: boolean | undefined;
    /** Only billed entries, or only those that are not. */
    billed?: boolean | undefined;
    /** Only entries whose timesheet has one of these statuses. */
    approval?: readonly ("open" | "submitted" | "approved" | "rejected")[] | undefined;
    /** Only entries from one of these sources; `unknown` means those whose `source` is null. */
    source?: readonly ("timer" | "manual" | "timesheet" | "calendar" | "api" | "import" | "cli" | "mcp" | "unknown")[] | undefined;
    /** Part of the description, ignoring case. */
    q?: string | undefined;
    /** Only projects with this status, in `costs` and `budgets`. */
    status?: readonly ("active" | "archived")[] | undefined;
    /** Only projects whose budget has this status, in `costs` and `budgets`. */
    budgetStatus?: readonly ("ok" | "warning" | "exceeded" | "none")[] | undefined;
  } | undefined;
  /** Whether every member of the organization sees it. Its figures include only what the reader may see. */
  shared?: boolean | undefined;
}

/** The query of `savedReports.figures`. */
export interface GetSavedReportFiguresQuery {
  /** The maximum number of items to return. Default: `50`. */
  limit?: number | undefined;
  /** `nextCursor` of the previous page, with the same filters. */
  cursor?: string | undefined;
}

/** The query of `savedReports.listReportLinks`. */
export interface ListReportLinksQuery {
  /** The maximum number of items to return. Default: `50`. */
  limit?: number | undefined;
  /** `nextCursor` of the previous page, with the same filters. */
  cursor?: string | undefined;
}

/** The body of `savedReports.createReportLink`. */
export interface CreateReportLinkBody {
  /** When the page expires: by default in 90 days, and at the latest in 400 days, unless the service sets `SHARED_LINK_MAX_DAYS`. A Date, or ISO 8601 with an offset. */
  expiresAt?: string | Date | undefined;
  /** The title of the page; defaults to the report's current name. */
  name?: string | undefined;
  /** Whether members' names are shown. If not, groups by member are numbered, and entries have no `person`. */
  showsPeople?: boolean | undefined;
  /** Whether amounts and budgets of amounts are shown. Costs and margins never are. */
  showsAmounts?: boolean | undefined;
  /** Whether descriptions and tags are shown. If not, groups by tag are numbered, and entries have neither. */
  showsNotes?: boolean | undefined;
}

/** The operations of `stint.savedReports`. */
export class SavedReportsApi extends Resource {
  /**
   * List saved reports.
   *
   * The caller's own reports, and those shared by others.
   *
   * Needs the scope `reports:read`.
   *
   * @example
   * for await (const each of stint.savedReports.list()) console.log(each);
   */
  list(query?: ListSavedReportsQuery, options?: CallOptions): PageList<SavedReport> {
    return this.client.list("/v1/saved-reports", query, options);
  }

  /**
   * Save a report.
   *
   * Needs the scope `reports:write`.
   *
   * Throws `BadRequestError`, `ConflictError`, and the errors of every call.
   *
   * @example
   * const savedReport = await stint.savedReports.create({ name: "Hours of last month", shared: true, query: { report: "summary", period: "lastMonth", groupBy: ["project", "user"] } });
   */
  create(body: CreateSavedReportBody, options?: PostOptions): Promise<SavedReport> {
    return this.client.post("/v1/saved-reports", body, options);
  }

  /**
   * Get a saved report.
   *
   * Needs the scope `reports:read`.
   *
   * Throws `NotFoundError`, and the errors of every call.
   *
   * @example
   * const savedReport = await stint.savedReports.get("report_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  get(id: string, options?: ReadOptions<SavedReport>): Promise<SavedReport> {
    return this.client.get(path`/v1/saved-reports/${id}`, undefined, options);
  }

  /**
   * Change a saved report.
   *
   * `query` replaces the whole previous one. Managers and above may change others' shared reports.
   *
   * Needs the scope `reports:write`.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * const savedReport = await stint.savedReports.update("report_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", { shared: false }, { ifMatch: { version: 1 } });
   */
  update(id: string, body: UpdateSavedReportBody, options?: ConditionalOptions): Promise<SavedReport> {
    return this.client.send("PATCH", path`/v1/saved-reports/${id}`, body, options);
  }

  /**
   * Delete a saved report.
   *
   * Needs the scope `reports:write`.
   *
   * Throws `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * await stint.savedReports.delete("report_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  delete(id: string, options?: ConditionalOptions): Promise<void> {
    return this.client.remove(path`/v1/saved-reports/${id}`, options);
  }

  /**
   * Compute a saved report.
   *
   * With the caller's rights, for the current day. `detailed` also needs `time-entries:read`, `costs` and `budgets` need `costs:read`.
   *
   * Needs the scope `reports:read`.
   *
   * Throws `NotFoundError`, and the errors of every call.
   *
   * @example
   * const savedReportFigures = await stint.savedReports.figures("report_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  figures(id: string, query?: GetSavedReportFiguresQuery, options?: CallOptions): Promise<SavedReportFigures> {
    return this.client.get(path`/v1/saved-reports/${id}/figures`, query, options);
  }

  /**
   * List the links to a saved report.
   *
   * Includes expired ones, but not the links themselves.
   *
   * Needs the scope `reports:read`.
   *
   * Throws `NotFoundError`, and the errors of every call.
   *
   * @example
   * for await (const each of stint.savedReports.listReportLinks("report_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f")) console.log(each);
   */
  listReportLinks(id: string, query?: ListReportLinksQuery, options?: CallOptions): PageList<ReportLink> {
    return this.client.list(path`/v1/saved-reports/${id}/links`, query, options);
  }

  /**
   * Publish a saved report by a link.
   *
   * For managers and above. The page always shows current figures, but later changes to the report's query are not published. The figures are computed with the current rights of the link's creator each time the page is opened. The page stops working at `expiresAt`, or when the creator loses the rights to publish it. A session must have authenticated in the last 10 minutes. The caller needs the scopes that the report itself needs and, for `showsAmounts`, `costs:read`.
   *
   * Needs the scope `reports:write`. Also needs `reports:read`.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, and the errors of every call.
   *
   * @example
   * const reportLinkWithToken = await stint.savedReports.createReportLink("report_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", { name: "Hours for Acme", showsAmounts: true });
   */
  createReportLink(id: string, body: CreateReportLinkBody, options?: PostOptions): Promise<ReportLinkWithToken> {
    return this.client.post(path`/v1/saved-reports/${id}/links`, body, options);
  }

  /**
   * Get a link to a saved report.
   *
   * Needs the scope `reports:read`.
   *
   * Throws `NotFoundError`, and the errors of every call.
   *
   * @example
   * const reportLink = await stint.savedReports.reportLink("report_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", "link_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  reportLink(id: string, linkId: string, options?: CallOptions): Promise<ReportLink> {
    return this.client.get(path`/v1/saved-reports/${id}/links/${linkId}`, undefined, options);
  }

  /**
   * Revoke a link to a saved report.
   *
   * For managers and above. The page stops working at once.
   *
   * Needs the scope `reports:write`.
   *
   * Throws `NotFoundError`, `ConflictError`, and the errors of every call.
   *
   * @example
   * await stint.savedReports.revokeReportLink("report_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", "link_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  revokeReportLink(id: string, linkId: string, options?: CallOptions): Promise<void> {
    return this.client.remove(path`/v1/saved-reports/${id}/links/${linkId}`, options);
  }
}
