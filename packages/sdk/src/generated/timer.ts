// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { type ConditionalOptions, type PostOptions, type ReadOptions, Resource } from "../client.ts";
import type { TimeEntry, Timer } from "./schemas.ts";

/** The body of `timer.start`. */
export interface StartTimerBody {
  /** The project being worked on. */
  projectId: string;
  /** A task of that project; by default the project's task `General`, created on first use. */
  taskId?: string | undefined;
  /** When it was started; not in the future. Default: now. A Date, or ISO 8601 with an offset. */
  startedAt?: string | Date | undefined;
  /** The work that is being done. */
  description?: string | null | undefined;
  /** Up to 20 labels, compared ignoring case. */
  tags?: readonly string[] | null | undefined;
  /** Whether the entry will be billable; null means inherited from the task, or otherwise from the project. */
  billable?: boolean | null | undefined;
}

/** The reply of `timer.start`. */
export interface StartTimerReply {
  timer: Timer;
  /** The entry that the previously running timer became. */
  stopped: TimeEntry | null;
}

/** The body of `timer.update`. */
export interface UpdateTimerBody {
  /** The project being worked on. */
  projectId?: string | undefined;
  /** A task of that project; by default the project's task `General`, created on first use. */
  taskId?: string | undefined;
  /** When it was started; not in the future. Default: now. A Date, or ISO 8601 with an offset. */
  startedAt?: string | Date | undefined;
  /** The work that is being done. */
  description?: string | null | undefined;
  /** Up to 20 labels, compared ignoring case. */
  tags?: readonly string[] | null | undefined;
  /** Whether the entry will be billable; null means inherited from the task, or otherwise from the project. */
  billable?: boolean | null | undefined;
}

/** The operations of `stint.timer`. */
export class TimerApi extends Resource {
  /**
   * Get the running timer.
   *
   * Needs the scope `time-entries:read`.
   *
   * Throws `NotFoundError`, and the errors of every call.
   *
   * @example
   * const timer = await stint.timer.get();
   */
  get(options?: ReadOptions<Timer>): Promise<Timer> {
    return this.client.get("/v1/timer", undefined, options);
  }

  /**
   * Start the timer.
   *
   * Each member has one: a running timer is stopped at this instant and becomes a time entry.
   *
   * Needs the scope `time-entries:write`.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, and the errors of every call.
   *
   * @example
   * const reply = await stint.timer.start({ projectId: "proj_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", description: "Landing page" });
   */
  start(body: StartTimerBody, options?: PostOptions): Promise<StartTimerReply> {
    return this.client.post("/v1/timer", body, options);
  }

  /**
   * Change the running timer.
   *
   * Without `taskId`, a move to another project uses that project's task `General`.
   *
   * Needs the scope `time-entries:write`.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * const timer = await stint.timer.update({ description: "Landing page, second draft" });
   */
  update(body: UpdateTimerBody, options?: ConditionalOptions): Promise<Timer> {
    return this.client.send("PATCH", "/v1/timer", body, options);
  }

  /**
   * Discard the running timer.
   *
   * Needs the scope `time-entries:write`.
   *
   * Throws `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * await stint.timer.discard();
   */
  discard(options?: ConditionalOptions): Promise<void> {
    return this.client.send("DELETE", "/v1/timer", undefined, options);
  }

  /**
   * Stop the timer.
   *
   * It becomes a time entry, whatever its duration, even if its project has been archived.
   *
   * Needs the scope `time-entries:write`.
   *
   * Throws `BadRequestError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * const timeEntry = await stint.timer.stop();
   */
  stop(options?: PostOptions & ConditionalOptions): Promise<TimeEntry> {
    return this.client.post("/v1/timer/stop", undefined, options);
  }
}
