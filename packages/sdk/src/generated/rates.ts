// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { type CallOptions, type ConditionalOptions, type PostOptions, type ReadOptions, path, Resource } from "../client.ts";
import type { PageList } from "../pages.ts";
import type { Rate, Repriced } from "./schemas.ts";

/** The query of `rates.list`. */
export interface ListRatesQuery {
  /** Only rates of this kind. For several values, pass a list. */
  kind?: "billable" | "cost" | readonly ("billable" | "cost")[] | undefined;
  /** Only rates of this scope. For several values, pass a list. */
  scope?: "projectMember" | "task" | "project" | "member" | "organization" | readonly ("projectMember" | "task" | "project" | "member" | "organization")[] | undefined;
  /** Only rates for this member; `me` is the key's own. For several values, pass a list. */
  userId?: string | readonly string[] | undefined;
  /** Only rates for this project, without those for its tasks. For several values, pass a list. */
  projectId?: string | readonly string[] | undefined;
  /** Only rates for this task. For several values, pass a list. */
  taskId?: string | readonly string[] | undefined;
  /** The maximum number of items to return. Default: `50`. */
  limit?: number | undefined;
  /** `nextCursor` of the previous page, with the same filters. */
  cursor?: string | undefined;
}

/** The body of `rates.create`. */
export interface CreateRateBody {
  /** Whether it is the price of an hour (`billable`) or its internal cost (`cost`). */
  kind: "billable" | "cost";
  /** The entries that it applies to. If several rates apply, the first in this order is used: projectMember, task, project, member, organization. */
  scope: "projectMember" | "task" | "project" | "member" | "organization";
  /** The member, for the scopes member and projectMember; otherwise null. */
  userId?: string | null | undefined;
  /** The project, for the scopes project and projectMember; otherwise null. */
  projectId?: string | null | undefined;
  /** The task, for the scope task; otherwise null. */
  taskId?: string | null | undefined;
  /** Per hour, in minor units of the organization's currency (9000 is 90.00 EUR); 0 is free of charge. */
  rateMinor: number;
  /** The first day, in the organization's time zone, from which it applies. Without it, always. `YYYY-MM-DD`. Default: `"1970-01-01"`. */
  effectiveFrom?: string | undefined;
}

/** The body of `rates.reprice`. */
export interface RepriceRatesBody {
  /** Only entries that start at or after this: an instant, or a date in `tz`. A day is `YYYY-MM-DD`, an instant a Date or ISO 8601 with an offset. */
  from?: string | Date | undefined;
  /** Only entries that start before this instant, or until the end of this date in `tz`. A day is `YYYY-MM-DD`, an instant a Date or ISO 8601 with an offset. */
  to?: string | Date | undefined;
  /** IANA time zone for `from` and `to` as dates; by default the organization's. */
  tz?: string | undefined;
  /** Only entries of these projects. */
  projectId?: readonly string[] | undefined;
  /** Only entries of these tasks. */
  taskId?: readonly string[] | undefined;
  /** Only entries of these clients' projects. */
  clientId?: readonly string[] | undefined;
  /** Only entries of these members; `me` is the key's own. */
  userId?: readonly string[] | undefined;
  /** Only billable entries to which no rate applied so far. Default: `false`. */
  unrated?: boolean | undefined;
  /** False, the default, changes nothing and returns a preview. Default: `false`. */
  apply?: boolean | undefined;
}

/** The operations of `stint.rates`. */
export class RatesApi extends Resource {
  /**
   * List rates.
   *
   * Newest first. Filters are combined with AND; a repeated filter matches any of its values.
   *
   * Needs the scope `costs:read`.
   *
   * @example
   * for await (const each of stint.rates.list()) console.log(each);
   */
  list(query?: ListRatesQuery, options?: CallOptions): PageList<Rate> {
    return this.client.list("/v1/rates", query, options);
  }

  /**
   * Set a rate from a day on.
   *
   * Applies to entries written from now on. Existing entries keep their rate and amount until they are repriced.
   *
   * Needs the scope `rates:write`.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, and the errors of every call.
   *
   * @example
   * const rate = await stint.rates.create({ kind: "billable", scope: "projectMember", userId: "user_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", projectId: "proj_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", rateMinor: 9000, effectiveFrom: "2026-03-01" });
   */
  create(body: CreateRateBody, options?: PostOptions): Promise<Rate> {
    return this.client.post("/v1/rates", body, options);
  }

  /**
   * Get a rate.
   *
   * Needs the scope `costs:read`.
   *
   * Throws `NotFoundError`, and the errors of every call.
   *
   * @example
   * const rate = await stint.rates.get("rate_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  get(id: string, options?: ReadOptions<Rate>): Promise<Rate> {
    return this.client.get(path`/v1/rates/${id}`, undefined, options);
  }

  /**
   * Delete a rate.
   *
   * Entries keep its rate and amounts until they are repriced.
   *
   * Needs the scope `rates:write`.
   *
   * Throws `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * await stint.rates.delete("rate_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  delete(id: string, options?: ConditionalOptions): Promise<void> {
    return this.client.remove(path`/v1/rates/${id}`, options);
  }

  /**
   * Preview or apply the current rates to past entries.
   *
   * Determines the rates of every matching entry again, as of the entry's start. Filters are combined with AND; an id that does not exist matches nothing. Entries before the lock date are never changed.
   *
   * Needs the scope `rates:write`.
   *
   * Throws `BadRequestError`, `ConflictError`, and the errors of every call.
   *
   * @example
   * const repriced = await stint.rates.reprice({ from: "2026-03-01", to: "2026-03-31", projectId: ["proj_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f"], apply: false });
   */
  reprice(body: RepriceRatesBody, options?: PostOptions): Promise<Repriced> {
    return this.client.post("/v1/rates/reprice", body, options);
  }
}
