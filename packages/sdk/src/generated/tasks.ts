// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { type CallOptions, type ConditionalOptions, type PostOptions, type ReadOptions, path, Resource } from "../client.ts";
import type { PageList } from "../pages.ts";
import type { GeneralTask, Task } from "./schemas.ts";

/** The query of `tasks.list`. */
export interface ListTasksQuery {
  /** Only tasks with this status. For several values, pass a list. */
  status?: "open" | "done" | readonly ("open" | "done")[] | undefined;
  /** Part of the name, ignoring case. */
  q?: string | undefined;
  /** The maximum number of items to return. Default: `50`. */
  limit?: number | undefined;
  /** `nextCursor` of the previous page, with the same filters. */
  cursor?: string | undefined;
}

/** The body of `tasks.create`. */
export interface CreateTaskBody {
  /** Name of the task. */
  name: string;
  /** Free text; empty if there is none. */
  description?: string | null | undefined;
  /** A task that is done keeps its entries but accepts no new ones. */
  status?: "open" | "done" | undefined;
  /** The default for its entries; null if it is inherited from the project. */
  billable?: boolean | null | undefined;
  /** Planned effort in seconds. */
  estimateSeconds?: number | null | undefined;
}

/** The query of `tasks.listAll`. */
export interface ListAllTasksQuery {
  /** Only tasks of this project. For several values, pass a list. */
  projectId?: string | readonly string[] | undefined;
  /** Only tasks with this status. For several values, pass a list. */
  status?: "open" | "done" | readonly ("open" | "done")[] | undefined;
  /** Part of the name, ignoring case. */
  q?: string | undefined;
  /** The maximum number of items to return. Default: `50`. */
  limit?: number | undefined;
  /** `nextCursor` of the previous page, with the same filters. */
  cursor?: string | undefined;
}

/** The body of `tasks.update`. */
export interface UpdateTaskBody {
  /** Name of the task. */
  name?: string | undefined;
  /** Free text; empty if there is none. */
  description?: string | null | undefined;
  /** A task that is done keeps its entries but accepts no new ones. */
  status?: "open" | "done" | undefined;
  /** The default for its entries; null if it is inherited from the project. */
  billable?: boolean | null | undefined;
  /** Planned effort in seconds. */
  estimateSeconds?: number | null | undefined;
}

/** The operations of `stint.tasks`. */
export class TasksApi extends Resource {
  /**
   * List the tasks of a project.
   *
   * Needs the scope `projects:read`.
   *
   * Throws `NotFoundError`, and the errors of every call.
   *
   * @example
   * for await (const each of stint.tasks.list("proj_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f")) console.log(each);
   */
  list(id: string, query?: ListTasksQuery, options?: CallOptions): PageList<Task> {
    return this.client.list(path`/v1/projects/${id}/tasks`, query, options);
  }

  /**
   * Create a task in a project.
   *
   * Needs the scope `projects:write`.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, and the errors of every call.
   *
   * @example
   * const task = await stint.tasks.create("proj_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", { name: "Build", estimateSeconds: 144000 });
   */
  create(id: string, body: CreateTaskBody, options?: PostOptions): Promise<Task> {
    return this.client.post(path`/v1/projects/${id}/tasks`, body, options);
  }

  /**
   * Get or create the task General of a project.
   *
   * Returns the id of the project's open task `General`, which is created if there is none, as when a timer starts without a task. For programs whose users record time on a project without tasks: this needs the right to write time entries, not the right to write tasks.
   *
   * Needs the scope `time-entries:write`.
   *
   * Throws `NotFoundError`, `ConflictError`, and the errors of every call.
   *
   * @example
   * const generalTask = await stint.tasks.ensureGeneral("proj_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  ensureGeneral(id: string, options?: PostOptions): Promise<GeneralTask> {
    return this.client.post(path`/v1/projects/${id}/general-task`, undefined, options);
  }

  /**
   * List tasks of all projects.
   *
   * Omits the tasks of projects that the caller cannot see.
   *
   * Needs the scope `projects:read`.
   *
   * @example
   * for await (const each of stint.tasks.listAll()) console.log(each);
   */
  listAll(query?: ListAllTasksQuery, options?: CallOptions): PageList<Task> {
    return this.client.list("/v1/tasks", query, options);
  }

  /**
   * Get a task.
   *
   * Needs the scope `projects:read`.
   *
   * Throws `NotFoundError`, and the errors of every call.
   *
   * @example
   * const task = await stint.tasks.get("task_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  get(id: string, options?: ReadOptions<Task>): Promise<Task> {
    return this.client.get(path`/v1/tasks/${id}`, undefined, options);
  }

  /**
   * Change, close or reopen a task.
   *
   * Needs the scope `projects:write`.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * const task = await stint.tasks.update("task_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", { status: "done" }, { ifMatch: { version: 1 } });
   */
  update(id: string, body: UpdateTaskBody, options?: ConditionalOptions): Promise<Task> {
    return this.client.send("PATCH", path`/v1/tasks/${id}`, body, options);
  }

  /**
   * Delete a task that has no time entries.
   *
   * Needs the scope `projects:write`.
   *
   * Throws `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * await stint.tasks.delete("task_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  delete(id: string, options?: ConditionalOptions): Promise<void> {
    return this.client.remove(path`/v1/tasks/${id}`, options);
  }
}
