import { useMemo } from "react";
import { clock } from "#api/client.ts";
import { useText } from "#api/settings.ts";
import { newLocalId } from "#api/tracking/new-local-id.ts";
import type { StartTimer } from "#api/tracking/write.ts";
import { useUndoable } from "#api/undo.tsx";

/** Starts and stops the timer, on every screen; each is one step to take back. */
export function useTimerActions() {
  const { run } = useUndoable();
  const { time } = useText();
  return useMemo(
    () => ({
      /** Starts the timer now. */
      start({ projectId, taskId, description, tags, billable }: Omit<StartTimer, "startedAt">): void {
        const startedAt = new Date(clock.past()).toISOString();
        const timer = { projectId, taskId, startedAt, description, tags, billable };
        run({ kind: "startTimer", timer, stoppedLocalId: newLocalId() }, time.timerStarted);
      },
      /** Stops it now, or at another instant. */
      stop(at = clock.now()): void {
        run({ kind: "stopTimer", at: new Date(at).toISOString(), localId: newLocalId() }, time.timerStopped);
      },
    }),
    [run, time],
  );
}
