// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { type CallOptions, type ConditionalOptions, type PostOptions, type ReadOptions, path, Resource } from "../client.ts";
import type { PageList } from "../pages.ts";
import { type EntryChange, type SyncQuery, syncTimeEntries } from "../sync.ts";
import type { AuditEvent, GoneTimeEntry, Rerounded, TimeEntry, Tombstone } from "./schemas.ts";

/** The query of `timeEntries.list`. */
export interface ListTimeEntriesQuery {
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
  /** Only entries with `breaks`, or only those without. */
  breaks?: boolean | undefined;
  /** Includes deleted entries while they can be restored. */
  includeDeleted?: boolean | undefined;
  /** The id breaks ties. Default: `"-startedAt"`. */
  sort?: "-startedAt" | "startedAt" | "-updatedAt" | "updatedAt" | undefined;
  /** The maximum number of items to return. Default: `50`. */
  limit?: number | undefined;
  /** `nextCursor` of the previous page, with the same filters. */
  cursor?: string | undefined;
}

/** The body of `timeEntries.create`. */
export interface CreateTimeEntryBody {
  /** The project that the time was spent on. */
  projectId: string;
  /** A task of that project. */
  taskId: string;
  /** When the work began: ISO 8601 with an offset, kept to the millisecond, 1970–2199. A Date, or ISO 8601 with an offset. */
  startedAt: string | Date;
  /** Its duration in seconds: 0 to 604,800 (7 days). */
  durationSeconds: number;
  /** The member who worked; by default the key's member. Requires permission for another member. */
  userId?: string | undefined;
  /** The work that was done. */
  description?: string | null | undefined;
  /** Up to 20 labels, compared ignoring case. */
  tags?: readonly string[] | null | undefined;
  /** Absent or null means inherited from the task, or otherwise from the project. */
  billable?: boolean | null | undefined;
  /** A reference of your choice, such as the entry's id in another system; unique among entries that are not deleted. */
  externalRef?: string | null | undefined;
  /** Why the time is written later than the rule `latestDays` allows; only owners and admins may give a reason. Recorded in the entry's history. */
  lateReason?: string | undefined;
  /** The part of your client that created the entry. With an API key: `api` (the default), `cli`, `mcp` or `calendar`; with a session: `manual` (the default), `timesheet` or `calendar`. Cannot be changed later. */
  source?: "manual" | "timesheet" | "calendar" | "api" | "cli" | "mcp" | undefined;
}

/** The body of `timeEntries.update`. */
export interface UpdateTimeEntryBody {
  /** The project that the time was spent on. */
  projectId?: string | undefined;
  /** A task of that project. */
  taskId?: string | undefined;
  /** When the work began: ISO 8601 with an offset, kept to the millisecond, 1970–2199. A Date, or ISO 8601 with an offset. */
  startedAt?: string | Date | undefined;
  /** Its duration in seconds: 0 to 604,800 (7 days). */
  durationSeconds?: number | undefined;
  /** The member who worked; by default the key's member. Requires permission for another member. */
  userId?: string | undefined;
  /** The work that was done. */
  description?: string | null | undefined;
  /** Up to 20 labels, compared ignoring case. */
  tags?: readonly string[] | null | undefined;
  /** Absent or null means inherited from the task, or otherwise from the project. */
  billable?: boolean | null | undefined;
  /** A reference of your choice, such as the entry's id in another system; unique among entries that are not deleted. */
  externalRef?: string | null | undefined;
  /** Why the time is written later than the rule `latestDays` allows; only owners and admins may give a reason. Recorded in the entry's history. */
  lateReason?: string | undefined;
}

/** The body of `timeEntries.createBatch`. */
export interface CreateTimeEntriesBody {
  /** All are created, or none. */
  entries: readonly ({
    /** The project that the time was spent on. */
    projectId: string;
    /** A task of that project. */
    taskId: string;
    /** When the work began: ISO 8601 with an offset, kept to the millisecond, 1970–2199. A Date, or ISO 8601 with an offset. */
    startedAt: string | Date;
    /** Its duration in seconds: 0 to 604,800 (7 days). */
    durationSeconds: number;
    /** The member who worked; by default the key's member. Requires permission for another member. */
    userId?: string | undefined;
    /** The work that was done. */
    description?: string | null | undefined;
    /** Up to 20 labels, compared ignoring case. */
    tags?: readonly string[] | null | undefined;
    /** Absent or null means inherited from the task, or otherwise from the project. */
    billable?: boolean | null | undefined;
    /** A reference of your choice, such as the entry's id in another system; unique among entries that are not deleted. */
    externalRef?: string | null | undefined;
    /** Why the time is written later than the rule `latestDays` allows; only owners and admins may give a reason. Recorded in the entry's history. */
    lateReason?: string | undefined;
    /** The part of your client that created the entry. With an API key: `api` (the default), `cli`, `mcp` or `calendar`; with a session: `manual` (the default), `timesheet` or `calendar`. Cannot be changed later. */
    source?: "manual" | "timesheet" | "calendar" | "api" | "cli" | "mcp" | undefined;
  })[];
}

/** The reply of `timeEntries.createBatch`. */
export interface CreateTimeEntriesReply {
  /** The entries, in the order of the request. */
  data: TimeEntry[];
}

/** The body of `timeEntries.updateBatch`. */
export interface UpdateTimeEntriesBody {
  /** All are changed, or none. */
  entries: readonly ({
    /** The entry to change; each may occur only once. */
    id: string;
    /** The entry's expected `version`; 412 if it has changed. */
    version?: number | undefined;
    /** The project that the time was spent on. */
    projectId?: string | undefined;
    /** A task of that project. */
    taskId?: string | undefined;
    /** When the work began: ISO 8601 with an offset, kept to the millisecond, 1970–2199. A Date, or ISO 8601 with an offset. */
    startedAt?: string | Date | undefined;
    /** Its duration in seconds: 0 to 604,800 (7 days). */
    durationSeconds?: number | undefined;
    /** The member who worked; by default the key's member. Requires permission for another member. */
    userId?: string | undefined;
    /** The work that was done. */
    description?: string | null | undefined;
    /** Up to 20 labels, compared ignoring case. */
    tags?: readonly string[] | null | undefined;
    /** Absent or null means inherited from the task, or otherwise from the project. */
    billable?: boolean | null | undefined;
    /** A reference of your choice, such as the entry's id in another system; unique among entries that are not deleted. */
    externalRef?: string | null | undefined;
    /** Why the time is written later than the rule `latestDays` allows; only owners and admins may give a reason. Recorded in the entry's history. */
    lateReason?: string | undefined;
  })[];
}

/** The reply of `timeEntries.updateBatch`. */
export interface UpdateTimeEntriesReply {
  /** The entries, in the order of the request. */
  data: TimeEntry[];
}

/** The body of `timeEntries.deleteBatch`. */
export interface DeleteTimeEntriesBody {
  /** The entries; each may occur only once. All are changed, or none. */
  ids: readonly string[];
  /** Why the time is written later than the rule `latestDays` allows; only owners and admins may give a reason. Recorded in the entry's history. */
  lateReason?: string | undefined;
}

/** The reply of `timeEntries.deleteBatch`. */
export interface DeleteTimeEntriesReply {
  /** The entries, in the order of the request. */
  data: TimeEntry[];
}

/** The body of `timeEntries.restoreBatch`. */
export interface RestoreTimeEntriesBody {
  /** The entries; each may occur only once. All are changed, or none. */
  ids: readonly string[];
  /** Why the time is written later than the rule `latestDays` allows; only owners and admins may give a reason. Recorded in the entry's history. */
  lateReason?: string | undefined;
}

/** The reply of `timeEntries.restoreBatch`. */
export interface RestoreTimeEntriesReply {
  /** The entries, in the order of the request. */
  data: TimeEntry[];
}

/** The query of `timeEntries.listChanges`. */
export interface ListTimeEntryChangesQuery {
  /** The `syncedTo` of the last run; `cursor` with its `resumeCursor` is better. Without either, the run lists every existing entry and no deletions. A Date, or ISO 8601 with an offset. */
  since?: string | Date | undefined;
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
  /** Only entries with `breaks`, or only those without. */
  breaks?: boolean | undefined;
  /** The maximum number of items to return. Default: `50`. */
  limit?: number | undefined;
  /** `nextCursor` of the previous page, or `resumeCursor` of the last run to start the next one; both with the same filters. With `resumeCursor`, leave out `since`. */
  cursor?: string | undefined;
}

/** The reply of `timeEntries.listChanges`. */
export interface ListTimeEntryChangesReply {
  /** The items of this page. */
  data: (TimeEntry | Tombstone | GoneTimeEntry)[];
  /** Pass it as `cursor` to get the next page; null on the last page. */
  nextCursor: string | null;
  /** For programs that ask with `since`: no change is missed, not even one that is being written now, unless the clock of the database is set back. The same on all pages of one run. ISO 8601, in UTC. */
  syncedTo: string;
  /** Store it with the copy, and pass it as `cursor` to start the next run: no change is missed, even if the clock of the database is set back. The same on all pages of one run. */
  resumeCursor: string;
}

/** The query of `timeEntries.listHistory`. */
export interface ListTimeEntryHistoryQuery {
  /** The maximum number of items to return. Default: `50`. */
  limit?: number | undefined;
  /** `nextCursor` of the previous page, with the same filters. */
  cursor?: string | undefined;
}

/** The body of `timeEntries.reround`. */
export interface ReroundTimeEntriesBody {
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

/** The operations of `stint.timeEntries`. */
export class TimeEntriesApi extends Resource {
  /**
   * List time entries.
   *
   * Newest first. Filters are combined with AND; a repeated filter matches any of its values. Members see only their own entries, and leads of teams also see those of their teams' members.
   *
   * Needs the scope `time-entries:read`.
   *
   * @example
   * for await (const each of stint.timeEntries.list({ from: "2026-03-01", to: "2026-03-31", tz: "Europe/Berlin" })) console.log(each);
   */
  list(query?: ListTimeEntriesQuery, options?: CallOptions): PageList<TimeEntry> {
    return this.client.list("/v1/time-entries", query, options);
  }

  /**
   * Create a time entry.
   *
   * Needs the scope `time-entries:write`.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, and the errors of every call.
   *
   * @example
   * const timeEntry = await stint.timeEntries.create({ projectId: "proj_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", taskId: "task_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", startedAt: "2026-03-01T09:00:00Z", durationSeconds: 5400, description: "Landing page", tags: ["design"] });
   */
  create(body: CreateTimeEntryBody, options?: PostOptions): Promise<TimeEntry> {
    return this.client.post("/v1/time-entries", body, options);
  }

  /**
   * Get a time entry.
   *
   * Needs the scope `time-entries:read`.
   *
   * Throws `NotFoundError`, and the errors of every call.
   *
   * @example
   * const timeEntry = await stint.timeEntries.get("time_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  get(id: string, options?: ReadOptions<TimeEntry>): Promise<TimeEntry> {
    return this.client.get(path`/v1/time-entries/${id}`, undefined, options);
  }

  /**
   * Change a time entry.
   *
   * Fields that are left out stay unchanged; null clears a field. Moving the entry to another project also needs a task of that project.
   *
   * Needs the scope `time-entries:write`.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * const timeEntry = await stint.timeEntries.update("time_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", { durationSeconds: 3600, description: "Landing page, reviewed" }, { ifMatch: { version: 1 } });
   */
  update(id: string, body: UpdateTimeEntryBody, options?: ConditionalOptions): Promise<TimeEntry> {
    return this.client.send("PATCH", path`/v1/time-entries/${id}`, body, options);
  }

  /**
   * Delete a time entry.
   *
   * It can be restored for 30 days; after that, only its id and the times of its deletion and last change remain.
   *
   * Needs the scope `time-entries:write`.
   *
   * Throws `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * await stint.timeEntries.delete("time_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  delete(id: string, options?: ConditionalOptions): Promise<void> {
    return this.client.send("DELETE", path`/v1/time-entries/${id}`, undefined, options);
  }

  /**
   * Restore a deleted time entry.
   *
   * Needs the scope `time-entries:write`.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * const timeEntry = await stint.timeEntries.restore("time_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  restore(id: string, options?: PostOptions & ConditionalOptions): Promise<TimeEntry> {
    return this.client.post(path`/v1/time-entries/${id}/restore`, undefined, options);
  }

  /**
   * Create up to 500 time entries, all or nothing.
   *
   * Needs the scope `time-entries:write`.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, and the errors of every call.
   *
   * @example
   * const reply = await stint.timeEntries.createBatch({ entries: [{ projectId: "proj_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", taskId: "task_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", startedAt: "2026-03-01T09:00:00Z", durationSeconds: 5400, description: "Landing page", tags: ["design"] }] });
   */
  createBatch(body: CreateTimeEntriesBody, options?: PostOptions): Promise<CreateTimeEntriesReply> {
    return this.client.post("/v1/time-entries/batch", body, options);
  }

  /**
   * Change up to 500 time entries, all or nothing.
   *
   * Each row contains the id of an entry and its changes, as in `PATCH /time-entries/{id}`. All or nothing; errors name every invalid row. It counts as one request.
   *
   * Needs the scope `time-entries:write`.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * const reply = await stint.timeEntries.updateBatch({ entries: [{ id: "time_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", version: 1, durationSeconds: 3600, tags: ["design"] }] }, { ifMatch: { version: 1 } });
   */
  updateBatch(body: UpdateTimeEntriesBody, options?: ConditionalOptions): Promise<UpdateTimeEntriesReply> {
    return this.client.send("PATCH", "/v1/time-entries/batch", body, options);
  }

  /**
   * Delete up to 500 time entries, all or nothing.
   *
   * They can be restored for 30 days. All or nothing; errors name every invalid row. It counts as one request.
   *
   * Needs the scope `time-entries:write`.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, and the errors of every call.
   *
   * @example
   * const reply = await stint.timeEntries.deleteBatch({ ids: ["time_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f"] });
   */
  deleteBatch(body: DeleteTimeEntriesBody, options?: PostOptions): Promise<DeleteTimeEntriesReply> {
    return this.client.post("/v1/time-entries/batch/delete", body, options);
  }

  /**
   * Restore up to 500 deleted time entries, all or nothing.
   *
   * All or nothing; errors name every invalid row. It counts as one request.
   *
   * Needs the scope `time-entries:write`.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, and the errors of every call.
   *
   * @example
   * const reply = await stint.timeEntries.restoreBatch({ ids: ["time_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f"] });
   */
  restoreBatch(body: RestoreTimeEntriesBody, options?: PostOptions): Promise<RestoreTimeEntriesReply> {
    return this.client.post("/v1/time-entries/batch/restore", body, options);
  }

  /**
   * List changes to time entries.
   *
   * Lets a client keep an exact copy. Oldest first: an existing entry in its current state; a deleted entry with `deletedAt` but without content; or `gone` for an entry that no longer matches the filters or that the caller may no longer see. If an entry is returned several times, the last item is current. After the last page, use `resumeCursor` as the next `cursor`. If the last run was more than 30 days ago, its cursor is refused (`expired_cursor`): start over without it.
   *
   * Needs the scope `time-entries:read`.
   *
   * @example
   * const reply = await stint.timeEntries.listChanges({ from: "2026-03-01", to: "2026-03-31", tz: "Europe/Berlin" });
   */
  listChanges(query?: ListTimeEntryChangesQuery, options?: CallOptions): Promise<ListTimeEntryChangesReply> {
    return this.client.get("/v1/time-entries/changes", query, options);
  }

  /**
   * List the history of a time entry.
   *
   * Newest first, including that of a deleted entry while it can be restored. Omits changes made while the entry was on a project that you cannot see, or belonged to a member whose entries you may not read.
   *
   * Needs the scope `time-entries:read`.
   *
   * Throws `NotFoundError`, and the errors of every call.
   *
   * @example
   * for await (const each of stint.timeEntries.listHistory("time_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f")) console.log(each);
   */
  listHistory(id: string, query?: ListTimeEntryHistoryQuery, options?: CallOptions): PageList<AuditEvent> {
    return this.client.list(path`/v1/time-entries/${id}/history`, query, options);
  }

  /**
   * Preview or apply the current rounding to past entries.
   *
   * Rounds the billable time of all matching entries by their projects' current settings, and determines again whether entries without an explicit `billable` are billable. Each entry keeps its rates. Filters are combined with AND; an id that does not exist matches nothing. Entries before the lock date are never changed.
   *
   * Needs the scope `rates:write`.
   *
   * Throws `BadRequestError`, `ConflictError`, and the errors of every call.
   *
   * @example
   * const rerounded = await stint.timeEntries.reround({ from: "2026-03-01", to: "2026-03-31", projectId: ["proj_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f"], apply: false });
   */
  reround(body: ReroundTimeEntriesBody, options?: PostOptions): Promise<Rerounded> {
    return this.client.post("/v1/time-entries/reround", body, options);
  }

  /**
   * Keeps a copy of the time entries exact: what has changed since the last run, then the cursor of the next.
   *
   * Nothing is missed, not even changes that are being written at the time. Rights, projects and filters count too: entries that the
   * caller may no longer see are yielded as `remove`. Store `cursor` of `synced` with the copy, in one transaction if you can.
   *
   * @example
   * for await (const change of stint.timeEntries.sync({ cursor })) {
   *   if (change.kind === "reset") copy.clear();
   *   else if (change.kind === "upsert") copy.set(change.entry.id, change.entry);
   *   else if (change.kind === "remove") copy.delete(change.id);
   *   else ({ cursor } = change);
   * }
   */
  sync(query: SyncQuery = {}, options?: CallOptions): AsyncGenerator<EntryChange, void, undefined> {
    return syncTimeEntries(this.client, query, options);
  }
}
