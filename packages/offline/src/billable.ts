import type { EntryFields } from "./write.ts";

interface Rounding {
  mode: "up" | "nearest" | "down";
  minutes: number;
}

/** Finds what decides whether time is billable, and how it is rounded. Undefined if the client doesn't know it. */
export interface Places {
  project: (id: string) => { billable: boolean; rounding: Rounding | null } | undefined;
  task: (id: string) => { billable: boolean | null } | undefined;
}

type Fields = Pick<EntryFields, "projectId" | "taskId" | "durationSeconds" | "billable">;

/** Whether the server will bill an entry with these fields, and how many seconds. */
export function billed(fields: Fields, { project, task }: Places): { billable: boolean; billableSeconds: number } {
  const place = project(fields.projectId);
  const billable = fields.billable ?? task(fields.taskId)?.billable ?? place?.billable ?? true;
  return { billable, billableSeconds: billable ? roundedSeconds(fields.durationSeconds, place?.rounding ?? null) : 0 };
}

/** Rounds to a multiple of the project's minutes; `nearest` rounds half up. */
function roundedSeconds(seconds: number, rounding: Rounding | null): number {
  if (rounding === null) return seconds;
  const step = rounding.minutes * 60;
  switch (rounding.mode) {
    case "up":
      return Math.ceil(seconds / step) * step;
    case "down":
      return Math.floor(seconds / step) * step;
    case "nearest":
      return Math.floor((seconds * 2 + step) / (2 * step)) * step;
  }
}
