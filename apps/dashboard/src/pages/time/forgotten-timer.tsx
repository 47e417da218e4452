import type { Timer } from "@stint/sdk";
import { useState } from "react";
import { findLastActivity } from "#state/session/last-activity.ts";
import { useMe } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { useShortcuts } from "#screen/keys/use-shortcuts.ts";
import { ClockField } from "#parts/fields/clock-field.tsx";
import { dayOf } from "#time/zoned.ts";
import { Button } from "#ui/button/button.tsx";
import classes from "./forgotten-timer.module.css";

interface Props {
  timer: Timer;
  now: number;
  onStop: (at: number) => void;
}

/**
 * A notice about a timer that has run for too long. Offers to stop it at the start of the last long pause on this
 * device, if there was one, or at a chosen time.
 */
export function ForgottenTimer({ timer, now, onStop }: Props) {
  const text = useText();
  const format = useFormat();
  const { zone, shortcuts } = useSettings();
  const { entries: words } = text;
  const start = Date.parse(timer.startedAt);
  const activity = findLastActivity(useMe().user.id, start, now);
  const [at, setAt] = useState(activity ?? Math.min(now, start + 8 * 3_600_000));
  const trim = () => {
    if (activity !== undefined) onStop(activity);
    else if (at <= now) onStop(at);
  };
  useShortcuts({ t: trim });
  const sayWhen = (ms: number) =>
    dayOf(ms, zone) === dayOf(now, zone)
      ? format.clock(ms)
      : `${format.shortDay(dayOf(ms, zone))}, ${format.clock(ms)}`;
  return (
    <section className={`panel between ${classes.block}`} aria-label={words.forgottenQuestion}>
      <p>
        <b>{timer.description === "" ? text.time.noDescription : timer.description}</b>{" "}
        {words.forgotten(format.duration((now - start) / 1000), sayWhen(start))} {words.forgottenQuestion}
      </p>
      <div className="wrap">
        {activity !== undefined && (
          <Button kind="main" onClick={() => onStop(activity)}>
            {words.trimToActivity(sayWhen(activity))} {shortcuts && <kbd>T</kbd>}
          </Button>
        )}
        <span className="wrap">
          {words.trimAt}
          <ClockField label={words.trimAt} instant={at} start={start} onChange={setAt} className={classes.clock} />
          <Button disabled={at > now} onClick={() => onStop(at)}>
            {words.trim}: {format.duration((at - start) / 1000)}
            {activity === undefined && shortcuts && <kbd> T</kbd>}
          </Button>
        </span>
      </div>
    </section>
  );
}
