// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { type CallOptions, type ConditionalOptions, type PostOptions, type ReadOptions, path, Resource, wantsFile } from "../client.ts";
import type { PageList } from "../pages.ts";
import type { BillingBatch, BillingLines, BillingPreview } from "./schemas.ts";

/** The query of `billingBatches.list`. */
export interface ListBillingBatchesQuery {
  /** Part of the reference, ignoring case. */
  q?: string | undefined;
  /** The maximum number of items to return. Default: `50`. */
  limit?: number | undefined;
  /** `nextCursor` of the previous page, with the same filters. */
  cursor?: string | undefined;
}

/** The body of `billingBatches.create`. */
export interface CreateBillingBatchBody {
  /** Selects entries; those that are billable, not billed yet and not deleted are billed. Conditions are combined with AND; an empty object matches everything, and an id that does not exist matches nothing. */
  filter: {
    /** Only entries of these projects. */
    projectId?: readonly string[] | undefined;
    /** Only entries of these tasks. */
    taskId?: readonly string[] | undefined;
    /** Only entries of these clients' projects. */
    clientId?: readonly string[] | undefined;
    /** Only entries of these members; `me` is the key's own. */
    userId?: readonly string[] | undefined;
    /** Only entries of these teams' current members. Needs the scope `teams:read`. */
    teamId?: readonly string[] | undefined;
    /** Only entries with one of these tags. */
    tag?: readonly string[] | undefined;
    /** Only entries that start at or after this: an instant, or a date in `tz`. A day is `YYYY-MM-DD`, an instant a Date or ISO 8601 with an offset. */
    from?: string | Date | undefined;
    /** Only entries that start before this instant, or until the end of this date in `tz`. A day is `YYYY-MM-DD`, an instant a Date or ISO 8601 with an offset. */
    to?: string | Date | undefined;
    /** IANA time zone for `from` and `to` as dates; by default the organization's. */
    tz?: string | undefined;
    /** Part of the description, ignoring case. */
    q?: string | undefined;
    /** Only the entries with these references. */
    externalRef?: readonly string[] | undefined;
    /** Only entries whose timesheets have one of these statuses; entries without a stored timesheet are `open`. By default, if approvals are on, time since the organization's `approvals.from` must be approved. */
    approval?: readonly ("open" | "submitted" | "approved" | "rejected")[] | undefined;
  };
  /** Your name for it, such as the invoice number. Several batches may have the same one. */
  reference: string;
  /** The date of the invoice; by default today in the organization's time zone. `YYYY-MM-DD`. */
  billedOn?: string | undefined;
  /** The totals of a preview: if they have changed since, nothing is billed (409 `billing_changed`). Needs `costs:read`. */
  expected?: {
    /** The number of entries. */
    entries: number;
    /** The sum of their amounts. */
    amountMinor: number;
    /** The sum of their `billableSeconds`; not compared if absent. */
    billableSeconds?: number | undefined;
  } | undefined;
  /** Also bills entries to which no rate applied, at 0; otherwise they are refused (409 `unrated_entries`). Default: `false`. */
  includeUnrated?: boolean | undefined;
  /** Bills nothing, and returns a preview with status 200. Default: `false`. */
  dryRun?: boolean | undefined;
}

/** The query of `billingBatches.lines`. */
export interface GetBillingBatchLinesQuery {
  /** The groupings; each combination of their values becomes a line. Repeat the parameter, or separate the groupings with commas. Lines are sorted by the groupings in the given order: names alphabetically, dates and entries from the earliest. A line by project also has the client, a line by task also has the client and the project, and a line by entry has all fields. Default: `["project","task"]`. */
  groupBy?: "client" | "project" | "task" | "user" | "date" | "entry" | readonly ("client" | "project" | "task" | "user" | "date" | "entry")[] | undefined;
  /** `csv` (RFC 4180) and `xlsx` return a file instead of JSON, with one row for each line and without a limit. Default: `"json"`. */
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

/** The operations of `stint.billingBatches`. */
export class BillingBatchesApi extends Resource {
  /**
   * List billing batches.
   *
   * Newest first.
   *
   * Needs the scope `billing:read`.
   *
   * @example
   * for await (const each of stint.billingBatches.list()) console.log(each);
   */
  list(query?: ListBillingBatchesQuery, options?: CallOptions): PageList<BillingBatch> {
    return this.client.list("/v1/billing-batches", query, options);
  }

  /**
   * Bill time entries, or preview it.
   *
   * Bills all matching entries that are billable and not billed yet, at most 100,000, including those in locked periods. Each entry is billed only once, even by concurrent requests, and locked until the batch is deleted. The batch stores everything that its lines need, so later renames and rates do not change them. With `dryRun` the status is 200 and nothing is billed.
   *
   * Needs the scope `billing:write`.
   *
   * Throws `BadRequestError`, `ConflictError`, and the errors of every call.
   *
   * @example
   * const reply = await stint.billingBatches.create({ filter: { projectId: ["proj_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f"], from: "2026-03-01", to: "2026-03-31" }, reference: "2026-0042", billedOn: "2026-04-01" });
   */
  create(body: CreateBillingBatchBody, options?: PostOptions): Promise<BillingPreview | BillingBatch> {
    return this.client.post("/v1/billing-batches", body, options);
  }

  /**
   * Get a billing batch.
   *
   * Needs the scope `billing:read`.
   *
   * Throws `NotFoundError`, and the errors of every call.
   *
   * @example
   * const billingBatch = await stint.billingBatches.get("bill_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  get(id: string, options?: ReadOptions<BillingBatch>): Promise<BillingBatch> {
    return this.client.get(path`/v1/billing-batches/${id}`, undefined, options);
  }

  /**
   * Undo a billing batch.
   *
   * Undoes the whole batch: its entries can be changed and billed again, and its lines are deleted. Works in locked periods too.
   *
   * Needs the scope `billing:write`. Only for owners and admins.
   *
   * Throws `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * await stint.billingBatches.delete("bill_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  delete(id: string, options?: ConditionalOptions): Promise<void> {
    return this.client.remove(path`/v1/billing-batches/${id}`, options);
  }

  /**
   * Get the lines of a billing batch, for an invoice.
   *
   * The entries of the batch as lines with quantity, unit price and amount, as of the time of billing. Quantities and amounts add up to the batch, however the lines are grouped. More than 10,000 lines need `format=csv`.
   *
   * Needs the scope `billing:read`.
   *
   * Throws `NotFoundError`, and the errors of every call.
   *
   * @example
   * const billingLines = await stint.billingBatches.lines("bill_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", { groupBy: ["project", "user"] });
   */
  lines(id: string, query: GetBillingBatchLinesQuery & { format: "csv" | "xlsx" }, options?: CallOptions): Promise<Response>;
  lines(id: string, query?: GetBillingBatchLinesQuery & { format?: "json" | undefined }, options?: CallOptions): Promise<BillingLines>;
  lines(id: string, query?: GetBillingBatchLinesQuery, options?: CallOptions): Promise<BillingLines | Response> {
    return wantsFile(query) ? this.client.file(path`/v1/billing-batches/${id}/lines`, query, options) : this.client.get(path`/v1/billing-batches/${id}/lines`, query, options);
  }
}
