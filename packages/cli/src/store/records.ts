import type { ChangedClient, Project, Task, TimeEntry } from "@stint/sdk";

/** Why an entry is locked. Older servers, and copies made by older versions of stint, do not say. */
export type Lock = NonNullable<TimeEntry["lockedBy"]>[number] | "unknown";

/** The half-open ranges of starts, in milliseconds, that are locked for each reason; no range for a reason not known. */
export type Locks = { [Reason in "lockDate" | "timesheet"]?: (readonly [fromMs: number, toMs: number])[] };

/** An entry in the local copy. Its version is 0 until the server has stored it. */
export interface Entry extends Pick<
  TimeEntry,
  "id" | "billableSeconds" | "billable" | "projectId" | "taskId" | "description" | "tags" | "externalRef" | "version"
> {
  startedMs: number;
  seconds: number;
  source: string | null;
  /** That it is billed, or the first other reason why it is locked; null if it is not. */
  lockedBy: Lock | null;
}

export interface Names {
  projects: Project[];
  tasks: Task[];
  clients: ChangedClient["object"][];
}

export function toRecord(entry: TimeEntry): Entry {
  const [lock = "unknown"] =
    entry.lockedBy?.includes("billing") === true ? ["billing" as const] : (entry.lockedBy ?? []);
  return {
    id: entry.id,
    startedMs: Date.parse(entry.startedAt),
    seconds: entry.durationSeconds,
    billableSeconds: entry.billableSeconds,
    billable: entry.billable,
    projectId: entry.projectId,
    taskId: entry.taskId,
    description: entry.description,
    tags: entry.tags,
    externalRef: entry.externalRef,
    source: entry.source,
    version: entry.version,
    lockedBy: entry.locked ? lock : null,
  };
}

/** Returns the elapsed seconds. They are never negative, even if the clock was set back. */
export const elapsed = (startMs: number, nowMs: number): number => Math.max(0, Math.floor((nowMs - startMs) / 1000));

export const endMs = ({ startedMs, seconds }: Pick<Entry, "startedMs" | "seconds">): number =>
  startedMs + seconds * 1000;
