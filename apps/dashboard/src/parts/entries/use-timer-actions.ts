import { useMemo } from "react";
import { clock } from "#api/connection/client.ts";
import { useText } from "#i18n/text.ts";
import { newLocalId, type TimerFields } from "@stint/offline/write.ts";
import { useTracking } from "#state/use-tracking.ts";
import { useUndoable } from "#state/undo.ts";

/** A timer that was stopped sooner was probably started by mistake. */
const briefMs = 10_000;

/** Starts and stops the timer, for all screens. Each action can be undone as one step. */
export function useTimerActions() {
  const { run } = useUndoable();
  const tracking = useTracking();
  const { time } = useText();
  return useMemo(
    () => ({
      start({ projectId, taskId, description, tags, billable }: Omit<TimerFields, "startedAt">): void {
        const startedAt = new Date(clock.past()).toISOString();
        const timer = { projectId, taskId, startedAt, description, tags, billable };
        run({ kind: "startTimer", timer, stoppedLocalId: newLocalId() }, time.timerStarted);
      },
      stop(at = clock.past()): void {
        const localId = newLocalId();
        const stop = { kind: "stopTimer", at: new Date(at).toISOString(), localId } as const;
        const { timer } = tracking.getView();
        if (timer === null || at - Date.parse(timer.startedAt) >= briefMs) return run(stop, time.timerStopped);
        const discard = () => run({ kind: "delete", ids: [tracking.idOf(localId)] }, time.timerDiscarded);
        run(stop, time.timerStoppedAtOnce, undefined, { label: time.discardEntry, run: discard });
      },
    }),
    [run, tracking, time],
  );
}
