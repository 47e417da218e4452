import type { Tracked } from "./apply-write.ts";
import type { Write } from "./write.ts";

/** Returns the writes that undo `write`, given the state before it; none if the write changed nothing. */
export function undoOf(write: Write, before: Tracked, newId: () => string): Write[] {
  switch (write.kind) {
    case "create":
      return [{ kind: "delete", ids: write.entries.map(({ localId }) => localId) }];
    case "update":
      return [{ kind: "update", changes: write.changes.map(({ id, set, seen }) => ({ id, set: seen, seen: set })) }];
    case "delete":
      return [{ kind: "restore", ids: write.ids }];
    case "restore":
      return [{ kind: "delete", ids: write.ids }];
    case "startTimer":
      return [
        { kind: "discardTimer", of: { startedAt: write.timer.startedAt } },
        ...runAgain(before, write.stoppedLocalId, newId),
      ];
    case "updateTimer": {
      const { timer } = before;
      const of =
        timer === null ? undefined : { startedAt: write.set.startedAt ?? timer.startedAt, createdAt: timer.createdAt };
      return [{ kind: "updateTimer", set: write.seen, seen: write.set, of }];
    }
    case "stopTimer":
      return runAgain(before, write.localId, newId);
    case "discardTimer":
      return runAgain(before, undefined, newId);
  }
}

/** Returns the writes that restart the timer that was running before the write, and remove the entry that it became. */
function runAgain({ timer }: Tracked, entryId: string | undefined, newId: () => string): Write[] {
  if (timer === null) return [];
  const { projectId, taskId, startedAt, description, tags, billable } = timer;
  // `replaces` deletes the entry only after the start, because the start fails if another timer was started later.
  return [
    {
      kind: "startTimer",
      timer: { projectId, ...(taskId === "" ? {} : { taskId }), startedAt, description, tags, billable },
      stoppedLocalId: newId(),
      replaces: entryId,
    },
  ];
}
