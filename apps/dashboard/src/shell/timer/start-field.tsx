import { clock } from "#api/connection/client.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { parseStart } from "@stint/grammar/parse-clock.ts";
import { parseDuration } from "@stint/grammar/parse-duration.ts";
import { findClock } from "@stint/grammar/zone.ts";
import { addDays, dayOf } from "#time/zoned.ts";
import { ParsedField } from "#ui/fields/parsed-field.tsx";
import classes from "./timer-bar.module.css";

interface Props {
  startedAt: string;
  onChange: (startedAt: string) => void;
  disabled: boolean;
}

/**
 * The start of the timer: a time of day (`9:40`) or a duration before now (`-15m`). A time of day after now means
 * yesterday.
 */
export function StartField({ startedAt, onChange, disabled }: Props) {
  const text = useText();
  const format = useFormat();
  const { zone } = useSettings();

  function parse(typed: string): number | undefined {
    const found = parseStart(typed, parseDuration);
    if (found === undefined) return undefined;
    if ("secondsAgo" in found) return clock.past() - found.secondsAgo * 1000;
    const today = dayOf(clock.now(), zone);
    return findClock([today, addDays(today, -1)], found, zone, { near: Date.parse(startedAt), until: clock.past() });
  }

  return (
    <ParsedField
      label={text.time.startedAt}
      value={Date.parse(startedAt)}
      show={format.exactClock}
      parse={parse}
      explain={(typed) => (parseStart(typed, parseDuration) === undefined ? undefined : text.time.skipped)}
      echo={format.exactClock}
      onChange={(instant) => onChange(new Date(instant).toISOString())}
      disabled={disabled}
      className={classes.start}
    />
  );
}
