import type { TimerFields, Write } from "./write.ts";

/** The running timer before a write. */
type Former = (TimerFields & { createdAt?: string }) | null;

/** Returns the writes that undo `write`, given the timer that ran before it; none if the write changed nothing. */
export function undoOf(write: Write, former: Former, newId: () => string): Write[] {
  switch (write.kind) {
    case "create":
      return [{ kind: "delete", ids: write.entries.map(({ localId }) => localId) }];
    case "update":
      return [
        {
          kind: "update",
          changes: write.changes.map(({ id, set, seen, entry }) => ({
            id,
            set: seen,
            seen: set,
            ...(entry === undefined ? {} : { entry: { ...entry, ...set } }),
          })),
        },
      ];
    case "delete":
      return [{ kind: "restore", ids: write.ids, entries: write.seen?.map(({ entry }) => entry) }];
    case "restore":
      return [{ kind: "delete", ids: write.ids }];
    case "startTimer":
      return [
        { kind: "discardTimer", of: { startedAt: write.timer.startedAt } },
        ...runAgain(former, write.stoppedLocalId, newId),
      ];
    case "updateTimer": {
      const startedAt = write.set.startedAt ?? former?.startedAt;
      const of = startedAt === undefined ? undefined : { startedAt, createdAt: former?.createdAt };
      return [{ kind: "updateTimer", set: write.seen, seen: write.set, of }];
    }
    case "stopTimer":
      return runAgain(former, write.localId, newId);
    case "discardTimer":
      return runAgain(former, null, newId);
  }
}

/** Returns the write that restarts the timer that ran before, and then deletes the entry that it became, if any. */
function runAgain(former: Former, replaces: string | null, newId: () => string): Write[] {
  if (former === null) return [];
  const { projectId, taskId, startedAt, description, tags, billable } = former;
  const timer = { projectId, ...(taskId ? { taskId } : {}), startedAt, description, tags, billable };
  return [{ kind: "startTimer", timer, stoppedLocalId: newId(), replaces }];
}
