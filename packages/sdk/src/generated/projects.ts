// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { type CallOptions, type ConditionalOptions, type PostOptions, type ReadOptions, path, Resource } from "../client.ts";
import type { PageList } from "../pages.ts";
import type { Project } from "./schemas.ts";

/** The query of `projects.list`. */
export interface ListProjectsQuery {
  /** Only projects with this status. Several: as a list. */
  status?: "active" | "archived" | readonly ("active" | "archived")[] | undefined;
  /** Only projects of this client. Several: as a list. */
  clientId?: string | readonly string[] | undefined;
  /** Only projects with this visibility. Several: as a list. */
  visibility?: "organization" | "members" | readonly ("organization" | "members")[] | undefined;
  /** Part of the name or code, whatever its case. */
  q?: string | undefined;
  /** How many to return. Default: `50`. */
  limit?: number | undefined;
  /** `nextCursor` of the page before, with the same filters. */
  cursor?: string | undefined;
}

/** The body of `projects.create`. */
export interface CreateProjectBody {
  /** Name of the project. */
  name: string;
  /** A short code of your own, such as `WEB-1`. */
  code?: string | null | undefined;
  /** The client it is done for. */
  clientId?: string | null | undefined;
  /** `#rrggbb`. */
  color?: string | null | undefined;
  /** Free text; empty when there is none. */
  description?: string | null | undefined;
  /** An archived project keeps its entries and takes no new ones. */
  status?: "active" | "archived" | undefined;
  /** The default for its entries, where neither they nor their task say otherwise. */
  billable?: boolean | undefined;
  /** How `billableSeconds` of an entry is made from its duration, when the entry is written. The duration itself is never altered. */
  rounding?: {
    /** Which multiple; `nearest` rounds a half up. */
    mode: "up" | "nearest" | "down";
    /** To a multiple of this many minutes. */
    minutes: number;
  } | null | undefined;
  /** Limits its time or money; null: nothing does. */
  budget?: {
    /** The quantity that it limits: billed time, billed amounts, or internal costs. */
    kind: "time" | "amount" | "cost";
    /** The limit of a time budget, in seconds. */
    seconds?: number | undefined;
    /** The limit of an amount or cost budget, in minor units. */
    amountMinor?: number | undefined;
    /** How often it begins anew. Default: `"total"`. */
    period?: "total" | "monthly" | "weekly" | undefined;
    /** Its first day; nothing before counts. Months begin on this day of the month or the month's last, weeks on this weekday. Without it they are calendar months, and weeks of the organization. `YYYY-MM-DD`. */
    startsOn?: string | null | undefined;
    /** Whether only billable entries count. A time budget then measures `billableSeconds`, else durations. Default: `true`. */
    billableOnly?: boolean | undefined;
    /** At which percentages `budget.threshold_reached` is sent. Default: `[80,100]`. */
    alertPercents?: readonly number[] | undefined;
    /** `block` refuses new entries that would exceed it, and timer starts once it is used up; never a stop. Default: `"warn"`. */
    onExceed?: "warn" | "block" | undefined;
  } | null | undefined;
  /** Its viewers: everybody in the organization, or `memberIds` with all managers, admins and owners. To others it does not exist, and neither do entries on it but their own. */
  visibility?: "organization" | "members" | undefined;
  /** The members who see it while `visibility` is `members`. They are kept whatever it is. */
  memberIds?: readonly string[] | null | undefined;
}

/** The body of `projects.update`. */
export interface UpdateProjectBody {
  /** Name of the project. */
  name?: string | undefined;
  /** A short code of your own, such as `WEB-1`. */
  code?: string | null | undefined;
  /** The client it is done for. */
  clientId?: string | null | undefined;
  /** `#rrggbb`. */
  color?: string | null | undefined;
  /** Free text; empty when there is none. */
  description?: string | null | undefined;
  /** An archived project keeps its entries and takes no new ones. */
  status?: "active" | "archived" | undefined;
  /** The default for its entries, where neither they nor their task say otherwise. */
  billable?: boolean | undefined;
  /** How `billableSeconds` of an entry is made from its duration, when the entry is written. The duration itself is never altered. */
  rounding?: {
    /** Which multiple; `nearest` rounds a half up. */
    mode: "up" | "nearest" | "down";
    /** To a multiple of this many minutes. */
    minutes: number;
  } | null | undefined;
  /** Limits its time or money; null: nothing does. */
  budget?: {
    /** The quantity that it limits: billed time, billed amounts, or internal costs. */
    kind: "time" | "amount" | "cost";
    /** The limit of a time budget, in seconds. */
    seconds?: number | undefined;
    /** The limit of an amount or cost budget, in minor units. */
    amountMinor?: number | undefined;
    /** How often it begins anew. Default: `"total"`. */
    period?: "total" | "monthly" | "weekly" | undefined;
    /** Its first day; nothing before counts. Months begin on this day of the month or the month's last, weeks on this weekday. Without it they are calendar months, and weeks of the organization. `YYYY-MM-DD`. */
    startsOn?: string | null | undefined;
    /** Whether only billable entries count. A time budget then measures `billableSeconds`, else durations. Default: `true`. */
    billableOnly?: boolean | undefined;
    /** At which percentages `budget.threshold_reached` is sent. Default: `[80,100]`. */
    alertPercents?: readonly number[] | undefined;
    /** `block` refuses new entries that would exceed it, and timer starts once it is used up; never a stop. Default: `"warn"`. */
    onExceed?: "warn" | "block" | undefined;
  } | null | undefined;
  /** Its viewers: everybody in the organization, or `memberIds` with all managers, admins and owners. To others it does not exist, and neither do entries on it but their own. */
  visibility?: "organization" | "members" | undefined;
  /** The members who see it while `visibility` is `members`. They are kept whatever it is. */
  memberIds?: readonly string[] | null | undefined;
}

/** The operations of `stint.projects`. */
export class ProjectsApi extends Resource {
  /**
   * List projects.
   *
   * Needs the scope `projects:read`.
   *
   * @example
   * for await (const each of stint.projects.list()) console.log(each);
   */
  list(query?: ListProjectsQuery, options?: CallOptions): PageList<Project> {
    return this.client.list("/v1/projects", query, options);
  }

  /**
   * Create a project.
   *
   * Needs the scope `projects:write`.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, and what every call may.
   *
   * @example
   * const project = await stint.projects.create({ name: "Website", clientId: "client_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", rounding: { mode: "up", minutes: 15 } });
   */
  create(body: CreateProjectBody, options?: PostOptions): Promise<Project> {
    return this.client.post("/v1/projects", body, options);
  }

  /**
   * Get a project.
   *
   * Needs the scope `projects:read`.
   *
   * Throws `NotFoundError`, and what every call may.
   *
   * @example
   * const project = await stint.projects.get("proj_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  get(id: string, options?: ReadOptions<Project>): Promise<Project> {
    return this.client.get(path`/v1/projects/${id}`, undefined, options);
  }

  /**
   * Change, archive or reactivate a project.
   *
   * Needs the scope `projects:write`.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and what every call may.
   *
   * @example
   * const project = await stint.projects.update("proj_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", { status: "archived" }, { ifMatch: { version: 1 } });
   */
  update(id: string, body: UpdateProjectBody, options?: ConditionalOptions): Promise<Project> {
    return this.client.send("PATCH", path`/v1/projects/${id}`, body, options);
  }

  /**
   * Delete a project that has no time entries.
   *
   * Needs the scope `projects:write`.
   *
   * Throws `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and what every call may.
   *
   * @example
   * await stint.projects.delete("proj_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  delete(id: string, options?: ConditionalOptions): Promise<void> {
    return this.client.remove(path`/v1/projects/${id}`, options);
  }
}
