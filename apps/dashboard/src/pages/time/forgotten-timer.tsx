import type { Timer } from "@stint/sdk";
import { useState } from "react";
import { findLastActivity } from "#api/last-activity.ts";
import { useSettings } from "#api/settings.ts";
import { ClockField } from "#pages/parts/clock-field.tsx";
import { clockMinutesOf, dayOf } from "#time/zoned.ts";
import { nextAtClock } from "#pages/parts/entry-edits.ts";
import classes from "./forgotten-timer.module.css";

const longMs = 10 * 3_600_000;

/** Tells whether a timer was probably left running: over ten hours, or over midnight. */
export function isForgotten({ startedAt }: Timer, now: number, zone: string): boolean {
  return now - Date.parse(startedAt) > longMs || dayOf(startedAt, zone) !== dayOf(now, zone);
}

interface Props {
  timer: Timer;
  now: number;
  onStop: (at: number) => void;
}

/** A timer that runs for too long, and the two ways to end it where the work did. */
export function ForgottenTimer({ timer, now, onStop }: Props) {
  const { text, format, zone, shortcuts } = useSettings();
  const { entries: words } = text;
  const start = Date.parse(timer.startedAt);
  const activity = findLastActivity(start, now);
  const [at, setAt] = useState(activity ?? Math.min(now, start + 8 * 3_600_000));
  const sayWhen = (ms: number) =>
    dayOf(ms, zone) === dayOf(now, zone)
      ? format.clock(ms)
      : `${format.shortDay(dayOf(ms, zone))}, ${format.clock(ms)}`;
  return (
    <section className={classes.block} aria-label={words.forgottenQuestion}>
      <p>
        <b>{timer.description === "" ? text.time.noDescription : timer.description}</b>{" "}
        {words.forgotten(format.duration((now - start) / 1000), sayWhen(start))} {words.forgottenQuestion}
      </p>
      <div className={classes.ways}>
        {activity !== undefined && (
          <button type="button" className={classes.trim} data-trim onClick={() => onStop(activity)}>
            {words.trimToActivity(sayWhen(activity))} {shortcuts && <kbd>T</kbd>}
          </button>
        )}
        <span className={classes.chosen}>
          {words.trimAt}
          <ClockField
            label={words.trimAt}
            instant={at}
            onChange={(instant) => setAt(nextAtClock(start, clockMinutesOf(instant, zone), zone))}
            className={classes.clock}
          />
          <button
            type="button"
            data-trim={activity === undefined || undefined}
            disabled={at > now}
            onClick={() => onStop(at)}
          >
            {words.trim}: {format.duration((at - start) / 1000)}
            {activity === undefined && shortcuts && <kbd> T</kbd>}
          </button>
        </span>
      </div>
    </section>
  );
}
