import { useMemo } from "react";
import { clock } from "#api/connection/client.ts";
import { useText } from "#i18n/text.ts";
import { newLocalId, type TimerFields } from "@stint/offline/write.ts";
import { useUndoable } from "#state/undo.ts";

/** Starts and stops the timer, for all screens. Each action can be undone as one step. */
export function useTimerActions() {
  const { run } = useUndoable();
  const { time } = useText();
  return useMemo(
    () => ({
      start({ projectId, taskId, description, tags, billable }: Omit<TimerFields, "startedAt">): void {
        const startedAt = new Date(clock.past()).toISOString();
        const timer = { projectId, taskId, startedAt, description, tags, billable };
        run({ kind: "startTimer", timer, stoppedLocalId: newLocalId() }, time.timerStarted);
      },
      stop(at = clock.past()): void {
        run({ kind: "stopTimer", at: new Date(at).toISOString(), localId: newLocalId() }, time.timerStopped);
      },
    }),
    [run, time],
  );
}
