import { memo, Suspense, useSyncExternalStore } from "react";
import { heldUpUntil, onHeldUp } from "#api/held-up.ts";
import { plural } from "#text/catalogue.ts";
import { useSettings } from "#api/settings.ts";
import { useTracked, useTracking } from "#api/use-tracking.tsx";
import { ConflictTable } from "./conflict.tsx";
import { HeldUp } from "./held-up.tsx";
import classes from "./unsent.module.css";

/** Says while the server cannot be reached or makes a pause, or the session is over, how much waits to be sent, and what was refused. */
export const Unsent = memo(function Unsent({ onSignIn }: { onSignIn: (() => void) | undefined }) {
  const { language, text } = useSettings();
  const queue = useTracked((view) => view.queue);
  const isOnline = useTracked((view) => view.isOnline);
  const heldUp = useSyncExternalStore(onHeldUp, heldUpUntil);
  const tracking = useTracking();
  const waiting = queue.filter(({ status }) => status === "waiting" || status === "sending").length;
  const isOver = onSignIn !== undefined;
  const stuck = queue.filter(({ status }) => status === "failed" || status === "conflict");
  return (
    <div role="status">
      {heldUp > 0 && (
        <Suspense>
          <div className={classes.line}>
            <HeldUp key={heldUp} />
          </div>
        </Suspense>
      )}
      {(isOver || !isOnline) && (
        <div className={classes.line}>
          <p>
            {isOver ? text.shell.sessionOver : text.shell.offline}{" "}
            {waiting > 0 && text.shell.waiting(plural(language, waiting, text.shell.change))}
          </p>
          {isOver && (
            <button type="button" onClick={onSignIn}>
              {text.account.signIn}
            </button>
          )}
        </div>
      )}
      {stuck.map((queued) => (
        <div key={queued.key} className={classes.line} data-stuck>
          <p>
            {queued.status === "failed" ? text.shell.failed : text.shell.conflict}
            {queued.error !== undefined && `: ${queued.error}`}
          </p>
          {queued.status === "conflict" && <ConflictTable {...queued} />}
          <button type="button" onClick={() => tracking.retry(queued.key)}>
            {queued.status === "failed" ? text.shell.retry : text.shell.keepMine}
          </button>
          <button type="button" onClick={() => tracking.discard(queued.key)}>
            {queued.status === "failed" ? text.shell.discard : text.shell.takeTheirs}
          </button>
        </div>
      ))}
    </div>
  );
});
