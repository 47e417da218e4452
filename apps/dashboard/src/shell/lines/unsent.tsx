import { memo, useEffect, useSyncExternalStore } from "react";
import { isAnsweredElsewhere } from "#api/connection/client.ts";
import { rateLimitedUntil, onRateLimit } from "#api/connection/rate-limit.ts";
import { areDraftsStored, onNote } from "#device/notes.ts";
import { plural } from "#i18n/catalogue.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { useTracked } from "#state/use-tracking.ts";
import { apart } from "#ui/apart.ts";
import { Part } from "#ui/dialog/part.tsx";
import { Button } from "#ui/button/button.tsx";
import classes from "./unsent.module.css";

const RateLimited = apart(() => import("./rate-limited.tsx").then((m) => m.RateLimited)).show;
const StuckWrite = apart(() => import("./stuck-write.tsx").then((m) => m.StuckWrite)).show;

/**
 * Shows whether requests are rate limited, and how many writes are waiting because the server is unreachable or the
 * session has ended. Also lists refused writes. If the device can't store the writes, asks before the page is closed.
 */
export const Unsent = memo(function Unsent({ onSignIn }: { onSignIn: (() => void) | undefined }) {
  const text = useText();
  const { language } = useSettings();
  const queue = useTracked((view) => view.queue);
  const isOnline = useTracked((view) => view.isOnline);
  const isKept = useTracked((view) => view.isQueueKept);
  const areDraftsKept = useSyncExternalStore(onNote, areDraftsStored);
  useEffect(() => {
    if (isKept && areDraftsKept) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isKept, areDraftsKept]);
  const rateLimited = useSyncExternalStore(onRateLimit, rateLimitedUntil);
  const waiting = queue.filter(({ status }) => status === "waiting" || status === "sending").length;
  const isOver = onSignIn !== undefined;
  const unreached = isAnsweredElsewhere() ? text.shell.answeredElsewhere : text.shell.offline;
  const stuck = queue.filter(({ status }) => status === "failed" || status === "conflict");
  return (
    <div role="status" className={stuck.length > 0 ? classes.stuck : undefined}>
      {rateLimited > 0 && (
        <Part>
          <div className={`screen-only notice ${classes.line}`}>
            <RateLimited key={rateLimited} />
          </div>
        </Part>
      )}
      {(isOver || !isOnline || (!isKept && stuck.length > 0)) && (
        <div className={`screen-only notice ${classes.line}`}>
          <p>
            {!isKept ? text.shell.unstored : isOver ? text.shell.sessionOver : unreached}{" "}
            {waiting > 0 && text.shell.waiting(plural(language, waiting, text.shell.change))}
          </p>
          {isOver && (
            <Button isSmall onClick={onSignIn}>
              {text.shell.signIn}
            </Button>
          )}
        </div>
      )}
      {!areDraftsKept && (
        <div className={`screen-only notice ${classes.line}`}>
          <p>{text.shell.draftUnstored}</p>
        </div>
      )}
      <Part>
        {stuck.map((queued) => (
          <StuckWrite key={queued.key} queued={queued} />
        ))}
      </Part>
    </div>
  );
});
