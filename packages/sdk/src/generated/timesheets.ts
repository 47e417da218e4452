// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { type CallOptions, type ConditionalOptions, type PostOptions, type ReadOptions, path, Resource } from "../client.ts";
import type { PageList } from "../pages.ts";
import type { Timesheet, TimesheetGrid, TimesheetStatement, TimesheetWithSteps } from "./schemas.ts";

/** The query of `timesheets.list`. */
export interface ListTimesheetsQuery {
  /** Only timesheets of this member; `me` is the key's own. For several values, pass a list. */
  userId?: string | readonly string[] | undefined;
  /** Only timesheets of this team's current members. Needs the scope `teams:read`. For several values, pass a list. */
  teamId?: string | readonly string[] | undefined;
  /** Only periods that begin on this day or later. `YYYY-MM-DD`. */
  from?: string | undefined;
  /** Only periods that begin on this day or earlier. `YYYY-MM-DD`. */
  to?: string | undefined;
  /** Only timesheets with this status. For several values, pass a list. */
  status?: "open" | "submitted" | "approved" | "rejected" | readonly ("open" | "submitted" | "approved" | "rejected")[] | undefined;
  /** The maximum number of items to return. Default: `50`. */
  limit?: number | undefined;
  /** `nextCursor` of the previous page, with the same filters. */
  cursor?: string | undefined;
}

/** The query of `timesheets.grid`. */
export interface GetTimesheetGridQuery {
  /** Only timesheets of this member; `me` is the key's own. For several values, pass a list. */
  userId?: string | readonly string[] | undefined;
  /** Only timesheets of this team's current members. Needs the scope `teams:read`. For several values, pass a list. */
  teamId?: string | readonly string[] | undefined;
  /** Only periods that begin on this day or later; by default, 92 days before `to`. `YYYY-MM-DD`. */
  from?: string | undefined;
  /** Only periods that begin on this day or earlier; by default, today. `YYYY-MM-DD`. */
  to?: string | undefined;
}

/** The query of `timesheets.statement`. */
export interface GetTimesheetStatementQuery {
  /** The statement's revision; by default the latest. */
  revision?: number | undefined;
}

/** The body of `timesheets.submit`. */
export interface SubmitTimesheetBody {
  /** The reason. Required for `reject` and `reopen`, except to undo your own approval within `graceMinutes`. */
  note?: string | undefined;
}

/** The body of `timesheets.withdraw`. */
export interface WithdrawTimesheetBody {
  /** The reason. Required for `reject` and `reopen`, except to undo your own approval within `graceMinutes`. */
  note?: string | undefined;
}

/** The body of `timesheets.approve`. */
export interface ApproveTimesheetBody {
  /** The reason. Required for `reject` and `reopen`, except to undo your own approval within `graceMinutes`. */
  note?: string | undefined;
}

/** The body of `timesheets.reject`. */
export interface RejectTimesheetBody {
  /** The reason. Required for `reject` and `reopen`, except to undo your own approval within `graceMinutes`. */
  note: string;
}

/** The body of `timesheets.reopen`. */
export interface ReopenTimesheetBody {
  /** The reason. Required for `reject` and `reopen`, except to undo your own approval within `graceMinutes`. */
  note?: string | undefined;
}

/** The body of `timesheets.submitBatch`. */
export interface SubmitTimesheetsBody {
  /** All are changed, or none. */
  timesheets: readonly ({
    /** The timesheet; each may occur only once. */
    id: string;
    /** Its expected `version`; 412 if it has changed. */
    version?: number | undefined;
  })[];
  /** The reason. Required for `reject` and `reopen`, except to undo your own approval within `graceMinutes`. */
  note?: string | undefined;
}

/** The reply of `timesheets.submitBatch`. */
export interface SubmitTimesheetsReply {
  /** The timesheets, in the order of the request. */
  data: Timesheet[];
}

/** The body of `timesheets.approveBatch`. */
export interface ApproveTimesheetsBody {
  /** All are changed, or none. */
  timesheets: readonly ({
    /** The timesheet; each may occur only once. */
    id: string;
    /** Its expected `version`; 412 if it has changed. */
    version?: number | undefined;
  })[];
  /** The reason. Required for `reject` and `reopen`, except to undo your own approval within `graceMinutes`. */
  note?: string | undefined;
}

/** The reply of `timesheets.approveBatch`. */
export interface ApproveTimesheetsReply {
  /** The timesheets, in the order of the request. */
  data: Timesheet[];
}

/** The body of `timesheets.reopenBatch`. */
export interface ReopenTimesheetsBody {
  /** All are changed, or none. */
  timesheets: readonly ({
    /** The timesheet; each may occur only once. */
    id: string;
    /** Its expected `version`; 412 if it has changed. */
    version?: number | undefined;
  })[];
  /** The reason. Required for `reject` and `reopen`, except to undo your own approval within `graceMinutes`. */
  note?: string | undefined;
}

/** The reply of `timesheets.reopenBatch`. */
export interface ReopenTimesheetsReply {
  /** The timesheets, in the order of the request. */
  data: Timesheet[];
}

/** The operations of `stint.timesheets`. */
export class TimesheetsApi extends Resource {
  /**
   * List timesheets.
   *
   * By first day, latest first, then by member: those of active members since they joined, and others that have entries or were ever submitted. Members see their own, and leads of teams also see those of their teams' members.
   *
   * Needs the scope `timesheets:read`.
   *
   * @example
   * for await (const each of stint.timesheets.list({ from: "2026-03-01", to: "2026-03-31" })) console.log(each);
   */
  list(query?: ListTimesheetsQuery, options?: CallOptions): PageList<Timesheet> {
    return this.client.list("/v1/timesheets", query, options);
  }

  /**
   * Get the timesheets of many members side by side.
   *
   * All timesheets of a range by member, with warnings for approvers: working days without entries, overlapping entries and running timers. At most 20,000.
   *
   * Needs the scope `timesheets:read`.
   *
   * @example
   * const timesheetGrid = await stint.timesheets.grid({ from: "2026-03-01", to: "2026-03-31" });
   */
  grid(query?: GetTimesheetGridQuery, options?: CallOptions): Promise<TimesheetGrid> {
    return this.client.get("/v1/timesheets/grid", query, options);
  }

  /**
   * Get a timesheet.
   *
   * Includes every submission, withdrawal and decision, with its author and note.
   *
   * Needs the scope `timesheets:read`.
   *
   * Throws `NotFoundError`, and the errors of every call.
   *
   * @example
   * const timesheetWithSteps = await stint.timesheets.get("sheet_0199c5d0a1b27c3d8e4f5a6b7c8d9e0fm20260301");
   */
  get(id: string, options?: ReadOptions<TimesheetWithSteps>): Promise<TimesheetWithSteps> {
    return this.client.get(path`/v1/timesheets/${id}`, undefined, options);
  }

  /**
   * Get the statement of an approved timesheet.
   *
   * The statement stored by the latest approval, or that of a `revision`. Only its `userName` ever changes. docs/use/timesheets.md says how to verify its hash.
   *
   * Needs the scope `timesheets:read`.
   *
   * Throws `NotFoundError`, and the errors of every call.
   *
   * @example
   * const timesheetStatement = await stint.timesheets.statement("sheet_0199c5d0a1b27c3d8e4f5a6b7c8d9e0fm20260301");
   */
  statement(id: string, query?: GetTimesheetStatementQuery, options?: ReadOptions<TimesheetStatement>): Promise<TimesheetStatement> {
    return this.client.get(path`/v1/timesheets/${id}/statement`, query, options);
  }

  /**
   * Submit a timesheet.
   *
   * Closes an open or rejected timesheet whose period has begun: its entries are locked until it is withdrawn, rejected or reopened. It may have no entries. Refused while a timer that began in the period is running (409 `timer_running`). Concurrent writes of the member's entries are either included in its figures, or refused.
   *
   * Needs the scope `timesheets:write`.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * const timesheet = await stint.timesheets.submit("sheet_0199c5d0a1b27c3d8e4f5a6b7c8d9e0fm20260301", { note: "Friday is missing." });
   */
  submit(id: string, body?: SubmitTimesheetBody, options?: PostOptions & ConditionalOptions): Promise<Timesheet> {
    return this.client.post(path`/v1/timesheets/${id}/submit`, body, options);
  }

  /**
   * Withdraw a submitted timesheet.
   *
   * Opens it again, if nobody has decided on it yet.
   *
   * Needs the scope `timesheets:write`.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * const timesheet = await stint.timesheets.withdraw("sheet_0199c5d0a1b27c3d8e4f5a6b7c8d9e0fm20260301", { note: "Friday is missing." });
   */
  withdraw(id: string, body?: WithdrawTimesheetBody, options?: PostOptions & ConditionalOptions): Promise<Timesheet> {
    return this.client.post(path`/v1/timesheets/${id}/withdraw`, body, options);
  }

  /**
   * Approve a submitted timesheet.
   *
   * Stores its statement: the approved entries and figures, with a hash to verify them.
   *
   * Needs the scope `timesheets:approve`.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * const timesheet = await stint.timesheets.approve("sheet_0199c5d0a1b27c3d8e4f5a6b7c8d9e0fm20260301", { note: "Friday is missing." });
   */
  approve(id: string, body?: ApproveTimesheetBody, options?: PostOptions & ConditionalOptions): Promise<Timesheet> {
    return this.client.post(path`/v1/timesheets/${id}/approve`, body, options);
  }

  /**
   * Reject a submitted timesheet.
   *
   * Needs a `note`. Its entries can be changed, and it can be submitted again.
   *
   * Needs the scope `timesheets:approve`.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * const timesheet = await stint.timesheets.reject("sheet_0199c5d0a1b27c3d8e4f5a6b7c8d9e0fm20260301", { note: "Friday is missing." });
   */
  reject(id: string, body: RejectTimesheetBody, options?: PostOptions & ConditionalOptions): Promise<Timesheet> {
    return this.client.post(path`/v1/timesheets/${id}/reject`, body, options);
  }

  /**
   * Reopen an approved timesheet.
   *
   * Needs a `note`, except to undo your own approval within the organization's `graceMinutes`. Its statement is kept, and billed entries stay locked.
   *
   * Needs the scope `timesheets:approve`.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * const timesheet = await stint.timesheets.reopen("sheet_0199c5d0a1b27c3d8e4f5a6b7c8d9e0fm20260301", { note: "Friday is missing." });
   */
  reopen(id: string, body?: ReopenTimesheetBody, options?: PostOptions & ConditionalOptions): Promise<Timesheet> {
    return this.client.post(path`/v1/timesheets/${id}/reopen`, body, options);
  }

  /**
   * Submit up to 500 timesheets.
   *
   * Changes all of them, or none. Each is refused for the same reasons as a single one.
   *
   * Needs the scope `timesheets:write`.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * const reply = await stint.timesheets.submitBatch({ timesheets: [{ id: "sheet_0199c5d0a1b27c3d8e4f5a6b7c8d9e0fm20260301" }] });
   */
  submitBatch(body: SubmitTimesheetsBody, options?: PostOptions & ConditionalOptions): Promise<SubmitTimesheetsReply> {
    return this.client.post("/v1/timesheets/batch/submit", body, options);
  }

  /**
   * Approve up to 500 timesheets.
   *
   * Changes all of them, or none. Each is refused for the same reasons as a single one.
   *
   * Needs the scope `timesheets:approve`.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * const reply = await stint.timesheets.approveBatch({ timesheets: [{ id: "sheet_0199c5d0a1b27c3d8e4f5a6b7c8d9e0fm20260301" }] });
   */
  approveBatch(body: ApproveTimesheetsBody, options?: PostOptions & ConditionalOptions): Promise<ApproveTimesheetsReply> {
    return this.client.post("/v1/timesheets/batch/approve", body, options);
  }

  /**
   * Reopen up to 500 timesheets.
   *
   * Changes all of them, or none. Each is refused for the same reasons as a single one.
   *
   * Needs the scope `timesheets:approve`.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * const reply = await stint.timesheets.reopenBatch({ timesheets: [{ id: "sheet_0199c5d0a1b27c3d8e4f5a6b7c8d9e0fm20260301" }] });
   */
  reopenBatch(body: ReopenTimesheetsBody, options?: PostOptions & ConditionalOptions): Promise<ReopenTimesheetsReply> {
    return this.client.post("/v1/timesheets/batch/reopen", body, options);
  }
}
