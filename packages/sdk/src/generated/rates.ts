// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { type CallOptions, type ConditionalOptions, type PostOptions, type ReadOptions, path, Resource } from "../client.ts";
import type { PageList } from "../pages.ts";
import type { Rate, Repriced } from "./schemas.ts";

/** The query of `rates.list`. */
export interface ListRatesQuery {
  /** Only rates of this kind. Several: as a list. */
  kind?: "billable" | "cost" | readonly ("billable" | "cost")[] | undefined;
  /** Only rates of this scope. Several: as a list. */
  scope?: "projectMember" | "task" | "project" | "member" | "organization" | readonly ("projectMember" | "task" | "project" | "member" | "organization")[] | undefined;
  /** Only rates that name this member; `me` is the key's own. Several: as a list. */
  userId?: string | readonly string[] | undefined;
  /** Only rates that name this project; those of its tasks name the task. Several: as a list. */
  projectId?: string | readonly string[] | undefined;
  /** Only rates that name this task. Several: as a list. */
  taskId?: string | readonly string[] | undefined;
  /** How many to return. Default: `50`. */
  limit?: number | undefined;
  /** `nextCursor` of the page before, with the same filters. */
  cursor?: string | undefined;
}

/** The body of `rates.create`. */
export interface CreateRateBody {
  /** The price of an hour (`billable`), or its internal cost (`cost`). */
  kind: "billable" | "cost";
  /** The entries that it applies to. Where several rates apply, the first of this order counts: projectMember, task, project, member, organization. */
  scope: "projectMember" | "task" | "project" | "member" | "organization";
  /** The member, with the scopes member and projectMember; else null. */
  userId?: string | null | undefined;
  /** The project, with the scopes project and projectMember; else null. */
  projectId?: string | null | undefined;
  /** The task, with the scope task; else null. */
  taskId?: string | null | undefined;
  /** For an hour, in minor units of the organization's currency (9000 is 90.00 EUR); 0 is free of charge. */
  rateMinor: number;
  /** The first day, in the organization's time zone, on which entries that start get it. Without it, always. `YYYY-MM-DD`. Default: `"1970-01-01"`. */
  effectiveFrom?: string | undefined;
}

/** The body of `rates.reprice`. */
export interface RepriceRatesBody {
  /** Only entries that start at or after this: an instant, or a date in `tz`. A day is `YYYY-MM-DD`, an instant a Date or ISO 8601 with an offset. */
  from?: string | Date | undefined;
  /** Only entries that start before this instant, or up to the end of this date in `tz`. A day is `YYYY-MM-DD`, an instant a Date or ISO 8601 with an offset. */
  to?: string | Date | undefined;
  /** IANA time zone of `from` and `to` as dates; without it the organization's. */
  tz?: string | undefined;
  /** Only entries of these projects. */
  projectId?: readonly string[] | undefined;
  /** Only entries of these tasks. */
  taskId?: readonly string[] | undefined;
  /** Only entries of these clients' projects. */
  clientId?: readonly string[] | undefined;
  /** Only entries of these members; `me` is the key's own. */
  userId?: readonly string[] | undefined;
  /** Without it nothing is changed, and the reply is a preview. Default: `false`. */
  apply?: boolean | undefined;
}

/** The operations of `stint.rates`. */
export class RatesApi extends Resource {
  /**
   * List rates.
   *
   * Newest first. Filters narrow each other; a repeated one means any-of.
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
   * For entries that are written from now on. Those that exist keep the rate and amount they got, until they are repriced.
   *
   * Needs the scope `rates:write`.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, and what every call may.
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
   * Throws `NotFoundError`, and what every call may.
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
   * Entries keep what they got from it, until they are repriced.
   *
   * Needs the scope `rates:write`.
   *
   * Throws `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and what every call may.
   *
   * @example
   * await stint.rates.delete("rate_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  delete(id: string, options?: ConditionalOptions): Promise<void> {
    return this.client.remove(path`/v1/rates/${id}`, options);
  }

  /**
   * Preview or apply the rates of now to past entries.
   *
   * Finds the rates of all matching entries anew, by when they start. Filters narrow each other; an id that names nothing matches nothing. Entries before the lock date are never changed.
   *
   * Needs the scope `rates:write`.
   *
   * Throws `BadRequestError`, `ConflictError`, and what every call may.
   *
   * @example
   * const repriced = await stint.rates.reprice({ from: "2026-03-01", to: "2026-03-31", projectId: ["proj_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f"], apply: false });
   */
  reprice(body: RepriceRatesBody, options?: PostOptions): Promise<Repriced> {
    return this.client.post("/v1/rates/reprice", body, options);
  }
}
