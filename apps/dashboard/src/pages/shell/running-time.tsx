import { useEffect, useRef } from "react";
import { clock } from "#api/client.ts";
import { formatRunning } from "#time/format-duration.ts";
import classes from "./timer-bar.module.css";

/** The running time, here and in the window's title; written each second without a render. */
export function RunningTime({ since, description }: { since: string; description: string }) {
  const output = useRef<HTMLTimeElement>(null);
  useEffect(() => {
    let untouched = document.title;
    let shownTitle = "";
    const show = () => {
      const text = formatRunning((clock.now() - Date.parse(since)) / 1000);
      if (output.current !== null) output.current.textContent = text;
      // A screen that was opened meanwhile has set a title of its own.
      if (document.title !== shownTitle) untouched = document.title;
      shownTitle = `${text} ${description === "" ? untouched : description}`;
      document.title = shownTitle;
    };
    show();
    const timer = setInterval(show, 500);
    return () => {
      clearInterval(timer);
      document.title = untouched;
    };
  }, [since, description]);
  return <time ref={output} className={classes.running} role="timer" />;
}
