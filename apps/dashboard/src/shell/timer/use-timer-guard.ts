import { useEffect, useState } from "react";
import { useText } from "#i18n/text.ts";
import { useTracked } from "#state/use-tracking.ts";
import { announce } from "#ui/announce.ts";

/** Long enough for a press that had already begun when the timer changed. */
const guardMs = 500;

/**
 * Ignores presses for a moment after the timer was started or stopped elsewhere, because they were meant for the
 * previous state.
 */
export function useTimerGuard() {
  const { time } = useText();
  const timer = useTracked((view) => view.timer);
  const timerTurns = useTracked((view) => view.timerTurns);
  const [seenTurns, setSeenTurns] = useState(timerTurns);
  useEffect(() => {
    const timeout = setTimeout(() => setSeenTurns(timerTurns), guardMs);
    return () => clearTimeout(timeout);
  }, [timerTurns]);
  const isGuarded = seenTurns !== timerTurns;
  return {
    isGuarded,
    guard(act: () => void): void {
      if (isGuarded) announce(timer === null ? time.stoppedElsewhere : time.startedElsewhere);
      else act();
    },
  };
}
