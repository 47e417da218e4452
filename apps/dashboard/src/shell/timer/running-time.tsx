import { useEffect, useRef } from "react";
import { clock } from "#api/connection/client.ts";
import { formatRunning } from "#time/format-running.ts";
import classes from "./timer-bar.module.css";

interface Props {
  since: string;
  /** Called with the displayed time. */
  onShow?: (text: string) => void;
  /**
   * The window that shows the time. Its timer functions are used, because browsers throttle those of hidden windows.
   */
  view?: Window;
}

/** The running time, updated every second without re-rendering. */
export function RunningTime({ since, onShow, view = window }: Props) {
  const output = useRef<HTMLTimeElement>(null);
  useEffect(() => {
    const show = () => {
      const text = formatRunning((clock.now() - Date.parse(since)) / 1000);
      if (output.current !== null) output.current.textContent = text;
      onShow?.(text);
    };
    show();
    const timer = view.setInterval(show, 500);
    return () => view.clearInterval(timer);
  }, [since, onShow, view]);
  return <time ref={output} className={classes.running} role="timer" />;
}
