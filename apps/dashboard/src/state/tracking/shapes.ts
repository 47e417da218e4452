import type { TimeEntry, Timer } from "@stint/sdk";
import type { Shapes } from "@stint/offline/apply.ts";
import { billed, type Places } from "@stint/offline/billable.ts";

export interface Person {
  userId: string;
  places: Places;
}

/** Returns how entries and timers look before the server has confirmed them. */
export function shapesOf({ userId, places }: Person, now: string): Shapes<TimeEntry, Timer> {
  const stored = { userId, createdAt: now, updatedAt: now, version: 0 };
  return {
    fieldsOf: (entry) => entry,
    toEntry(id, fields, former) {
      const { startedAt, durationSeconds } = fields;
      return {
        ...stored,
        deletedAt: null,
        externalRef: null,
        billed: false,
        locked: false,
        source: "manual",
        ...former,
        ...(fields as Partial<TimeEntry>),
        ...fields,
        id,
        ...billed(fields, places),
        tags: [...fields.tags],
        endedAt: new Date(Date.parse(startedAt) + durationSeconds * 1000).toISOString(),
      } as TimeEntry;
    },
    toTimer: (timer) => ({ ...timer, ...stored, taskId: timer.taskId ?? "", tags: [...timer.tags] }),
  };
}
