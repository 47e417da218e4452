import { useEffect, useRef } from "react";
import { clock } from "#api/client.ts";
import { useText } from "#api/settings.ts";
import { useTrackingView } from "#api/use-tracking.tsx";
import { formatRunning } from "#time/format-duration.ts";
import classes from "./timer-bar.module.css";

/** The running timer, on every screen. */
export function TimerBar() {
  const { timer } = useTrackingView();
  const { time } = useText();
  return (
    <section className={classes.bar} aria-label={time.startTimer} data-running={timer !== null || undefined}>
      <span className={classes.description}>{timer?.description ?? time.whatAreYouWorkingOn}</span>
      {timer !== null && <RunningTime since={timer.startedAt} />}
    </section>
  );
}

/** Written into the page each second without a render. */
function RunningTime({ since }: { since: string }) {
  const output = useRef<HTMLTimeElement>(null);
  useEffect(() => {
    const show = () => {
      if (output.current !== null) output.current.textContent = formatRunning((clock.now() - Date.parse(since)) / 1000);
    };
    show();
    const timer = setInterval(show, 250);
    return () => clearInterval(timer);
  }, [since]);
  return <time ref={output} className={classes.running} />;
}
