import { useEffect, useState } from "react";
import { useText } from "#api/settings.ts";
import { useTracked } from "#api/use-tracking.tsx";
import { announce } from "#ui/announce.ts";

/** Longer than a hand needs to hold back a press that it has begun. */
const guardMs = 500;

/** For a moment after the timer was started or stopped elsewhere, a press was meant for the state before: it does nothing. */
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
