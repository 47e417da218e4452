import { plural } from "#text/catalogue.ts";
import { useSettings } from "#api/settings.ts";
import { useTracking, useTrackingView } from "#api/use-tracking.tsx";
import classes from "./unsent.module.css";

/** Says while the server cannot be reached, how much waits to be sent, and what was refused. */
export function Unsent() {
  const { language, text } = useSettings();
  const { queue, isOnline } = useTrackingView();
  const tracking = useTracking();
  const waiting = queue.filter(({ status }) => status === "waiting" || status === "sending").length;
  const stuck = queue.filter(({ status }) => status === "failed" || status === "conflict");
  return (
    <div role="status">
      {!isOnline && (
        <p className={classes.line}>
          {text.shell.offline} {waiting > 0 && text.shell.waiting(plural(language, waiting, text.shell.change))}
        </p>
      )}
      {stuck.map(({ key, status, error }) => (
        <p key={key} className={classes.line} data-stuck>
          <span>
            {status === "failed" ? text.shell.failed : text.shell.conflict}
            {error !== undefined && `: ${error}`}
          </span>
          <button type="button" onClick={() => tracking.retry(key)}>
            {status === "failed" ? text.shell.retry : text.shell.keepMine}
          </button>
          <button type="button" onClick={() => tracking.discard(key)}>
            {status === "failed" ? text.shell.discard : text.shell.takeTheirs}
          </button>
        </p>
      ))}
    </div>
  );
}
