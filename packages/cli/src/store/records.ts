import type { Me, TimeEntry, Timer } from "@stint/sdk";

export interface Entry {
  id: string;
  startedMs: number;
  seconds: number;
  billableSeconds: number;
  billable: boolean;
  projectId: string;
  taskId: string;
  description: string;
  tags: string[];
  externalRef: string | null;
  source: string | null;
  /** 0 until the server has stored the entry. */
  version: number;
  locked: boolean;
}

export interface ProjectName {
  id: string;
  name: string;
  clientId: string | null;
  status: string;
  billable: boolean;
  rounding: { mode: "up" | "nearest" | "down"; minutes: number } | null;
}

export interface TaskName {
  id: string;
  projectId: string;
  name: string;
  status: string;
  billable: boolean | null;
}

export interface Names {
  projects: ProjectName[];
  tasks: TaskName[];
  clients: { id: string; name: string }[];
}

export interface Settings {
  /** Null until the mirror is first updated. */
  me: Me | null;
  timer: Timer | null;
  /** Where the next update of the entries starts; without a cursor, at `since`. */
  cursor: string | undefined;
  since: string | undefined;
  projectsCursor: string | undefined;
  projectsSince: string | undefined;
  syncedAtMs: number;
  /** The server's clock minus this machine's clock, in milliseconds. */
  skewMs: number;
}

export function toRecord(entry: TimeEntry): Entry {
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
    locked: entry.locked,
  };
}

/** Returns the elapsed seconds. They are never negative, even if the clock was set back. */
export const elapsed = (startMs: number, nowMs: number): number => Math.max(0, Math.floor((nowMs - startMs) / 1000));

export const endMs = ({ startedMs, seconds }: Pick<Entry, "startedMs" | "seconds">): number =>
  startedMs + seconds * 1000;
