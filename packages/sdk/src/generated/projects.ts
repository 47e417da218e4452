// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { type CallOptions, type ConditionalOptions, type PostOptions, type ReadOptions, path, Resource } from "../client.ts";
import type { PageList } from "../pages.ts";
import { type ProjectChange, syncProjects } from "../sync-projects.ts";
import type { SyncStart } from "../sync-run.ts";
import type { ChangedClient, ChangedProject, ChangedTask, GoneFromProjects, Project } from "./schemas.ts";

/** The query of `projects.list`. */
export interface ListProjectsQuery {
  /** Only projects with this status. For several values, pass a list. */
  status?: "active" | "archived" | readonly ("active" | "archived")[] | undefined;
  /** Only projects of this client. For several values, pass a list. */
  clientId?: string | readonly string[] | undefined;
  /** Only projects with this visibility. For several values, pass a list. */
  visibility?: "organization" | "members" | readonly ("organization" | "members")[] | undefined;
  /** Part of the name or code, ignoring case. */
  q?: string | undefined;
  /** The maximum number of items to return. Default: `50`. */
  limit?: number | undefined;
  /** `nextCursor` of the previous page, with the same filters. */
  cursor?: string | undefined;
}

/** The body of `projects.create`. */
export interface CreateProjectBody {
  /** Name of the project. */
  name: string;
  /** Your short code for it, such as `WEB-1`. */
  code?: string | null | undefined;
  /** The client that the project is for. */
  clientId?: string | null | undefined;
  /** `#rrggbb`. A project created without it gets the least used of 24 colours; null means none. */
  color?: string | null | undefined;
  /** Free text; empty if there is none. */
  description?: string | null | undefined;
  /** An archived project keeps its entries but accepts no new ones. */
  status?: "active" | "archived" | undefined;
  /** Who can see the project: everyone in the organization, or only the members in `memberIds` and all managers, admins and owners. For everyone else, the project does not exist, and neither do its entries, except their own. */
  visibility?: "organization" | "members" | undefined;
  /** The default for its entries, unless their task has another. */
  billable?: boolean | undefined;
  /** The members who can see it while `visibility` is `members`. The list is kept when `visibility` changes. */
  memberIds?: readonly string[] | null | undefined;
  /** How an entry's `billableSeconds` are computed from its duration, when the entry is written. The duration itself is never changed. */
  rounding?: {
    /** The direction of rounding; `nearest` rounds a half up. */
    mode: "up" | "nearest" | "down";
    /** Durations are rounded to a multiple of this many minutes. */
    minutes: number;
  } | null | undefined;
  /** Limits its time or money; null if there is no limit. */
  budget?: {
    /** The quantity that the budget limits: time, billable amounts, or internal costs. */
    kind: "time" | "amount" | "cost";
    /** The limit of a time budget, in seconds. */
    seconds?: number | undefined;
    /** The limit of an amount or cost budget, in minor units. */
    amountMinor?: number | undefined;
    /** How often it resets. Default: `"total"`. */
    period?: "total" | "monthly" | "weekly" | undefined;
    /** Its first day; nothing before it counts. Months begin on this day of the month or on the month's last day, weeks on this weekday. Without it, months are calendar months, and weeks are the organization's. `YYYY-MM-DD`. */
    startsOn?: string | null | undefined;
    /** Whether only billable entries count. A time budget then measures `billableSeconds`, otherwise durations. Default: `true`. */
    billableOnly?: boolean | undefined;
    /** The percentages at which `budget.threshold_reached` is sent. Default: `[80,100]`. */
    alertPercents?: readonly number[] | undefined;
    /** `block` refuses new entries that would exceed the budget and, once the budget is used up, new timers. A running timer can always be stopped. Default: `"warn"`. */
    onExceed?: "warn" | "block" | undefined;
  } | null | undefined;
}

/** The body of `projects.update`. */
export interface UpdateProjectBody {
  /** Name of the project. */
  name?: string | undefined;
  /** Your short code for it, such as `WEB-1`. */
  code?: string | null | undefined;
  /** The client that the project is for. */
  clientId?: string | null | undefined;
  /** `#rrggbb`. A project created without it gets the least used of 24 colours; null means none. */
  color?: string | null | undefined;
  /** Free text; empty if there is none. */
  description?: string | null | undefined;
  /** An archived project keeps its entries but accepts no new ones. */
  status?: "active" | "archived" | undefined;
  /** Who can see the project: everyone in the organization, or only the members in `memberIds` and all managers, admins and owners. For everyone else, the project does not exist, and neither do its entries, except their own. */
  visibility?: "organization" | "members" | undefined;
  /** The default for its entries, unless their task has another. */
  billable?: boolean | undefined;
  /** The members who can see it while `visibility` is `members`. The list is kept when `visibility` changes. */
  memberIds?: readonly string[] | null | undefined;
  /** How an entry's `billableSeconds` are computed from its duration, when the entry is written. The duration itself is never changed. */
  rounding?: {
    /** The direction of rounding; `nearest` rounds a half up. */
    mode: "up" | "nearest" | "down";
    /** Durations are rounded to a multiple of this many minutes. */
    minutes: number;
  } | null | undefined;
  /** Limits its time or money; null if there is no limit. */
  budget?: {
    /** The quantity that the budget limits: time, billable amounts, or internal costs. */
    kind: "time" | "amount" | "cost";
    /** The limit of a time budget, in seconds. */
    seconds?: number | undefined;
    /** The limit of an amount or cost budget, in minor units. */
    amountMinor?: number | undefined;
    /** How often it resets. Default: `"total"`. */
    period?: "total" | "monthly" | "weekly" | undefined;
    /** Its first day; nothing before it counts. Months begin on this day of the month or on the month's last day, weeks on this weekday. Without it, months are calendar months, and weeks are the organization's. `YYYY-MM-DD`. */
    startsOn?: string | null | undefined;
    /** Whether only billable entries count. A time budget then measures `billableSeconds`, otherwise durations. Default: `true`. */
    billableOnly?: boolean | undefined;
    /** The percentages at which `budget.threshold_reached` is sent. Default: `[80,100]`. */
    alertPercents?: readonly number[] | undefined;
    /** `block` refuses new entries that would exceed the budget and, once the budget is used up, new timers. A running timer can always be stopped. Default: `"warn"`. */
    onExceed?: "warn" | "block" | undefined;
  } | null | undefined;
}

/** The query of `projects.listChanges`. */
export interface ListProjectChangesQuery {
  /** The `syncedTo` of the last run; `cursor` with its `resumeCursor` is better. Without either, the run lists every project, task and client that the caller sees. A Date, or ISO 8601 with an offset. */
  since?: string | Date | undefined;
  /** The maximum number of items to return. Default: `500`. */
  limit?: number | undefined;
  /** `nextCursor` of the previous page, or `resumeCursor` of the last run to start the next one; both with the same filters. With `resumeCursor`, leave out `since`. */
  cursor?: string | undefined;
}

/** The reply of `projects.listChanges`. */
export interface ListProjectChangesReply {
  /** The items of this page. */
  data: (ChangedProject | ChangedTask | ChangedClient | GoneFromProjects)[];
  /** Pass it as `cursor` to get the next page; null on the last page. */
  nextCursor: string | null;
  /** For programs that ask with `since`: no change is missed, not even one that is being written now, unless the clock of the database is set back. The same on all pages of one run. ISO 8601, in UTC. */
  syncedTo: string;
  /** Store it with the copy, and pass it as `cursor` to start the next run: no change is missed, even if the clock of the database is set back. The same on all pages of one run. */
  resumeCursor: string;
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
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, and the errors of every call.
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
   * Throws `NotFoundError`, and the errors of every call.
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
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
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
   * Throws `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * await stint.projects.delete("proj_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  delete(id: string, options?: ConditionalOptions): Promise<void> {
    return this.client.remove(path`/v1/projects/${id}`, options);
  }

  /**
   * List changes to projects, tasks and clients.
   *
   * Lets a client keep an exact copy of all three, whatever their status. Oldest first: an object in its current state, or `gone` for an object that was deleted or that the caller no longer sees, such as a hidden project with its tasks. If an object is returned several times, the last item is current. After a change of the caller's role, everything is listed again. After the last page, use `resumeCursor` as the next `cursor`.
   *
   * Needs the scope `projects:read`.
   *
   * @example
   * const reply = await stint.projects.listChanges();
   */
  listChanges(query?: ListProjectChangesQuery, options?: CallOptions): Promise<ListProjectChangesReply> {
    return this.client.get("/v1/projects/changes", query, options);
  }

  /**
   * Keeps a copy of the projects, tasks and clients exact: what has changed since the last run, then the cursor of the next.
   *
   * Nothing is missed, not even changes that are being written at the time. Deleted or hidden objects are yielded as `remove`. Store
   * `cursor` of `synced` with the copy, in one transaction if you can.
   *
   * @example
   * for await (const change of stint.projects.sync({ cursor })) {
   *   if (change.kind === "reset") copy.clear();
   *   else if (change.kind === "remove") copy.delete(change.id);
   *   else if (change.kind === "synced") ({ cursor } = change);
   *   else copy.set(change.object.id, change.object);
   * }
   */
  sync(start: SyncStart = {}, options?: CallOptions): AsyncGenerator<ProjectChange, void, undefined> {
    return syncProjects(this.client, start, options);
  }
}
