import { useFormat } from "#i18n/format.ts";
import { useSettings } from "#state/settings/settings.ts";
import { parseClock } from "@stint/grammar/parse-clock.ts";
import { atClock, clockMinutesOf, dayOf } from "#time/zoned.ts";
import { ParsedField } from "#ui/fields/parsed-field.tsx";

interface Props {
  label: string;
  /** In milliseconds. Typing changes the time of day and keeps the day. */
  instant: number;
  onChange: (instant: number) => void;
  disabled?: boolean;
  className?: string | undefined;
}

/**
 * A time of day in the person's time zone. Typing one sets its seconds to zero, because the field doesn't show them.
 */
export function ClockField({ instant, onChange, ...props }: Props) {
  const format = useFormat();
  const { zone } = useSettings();
  const day = dayOf(instant, zone);
  return (
    <ParsedField
      {...props}
      value={clockMinutesOf(instant, zone)}
      show={(minutes) => format.clock(atClock(day, minutes, zone))}
      parse={parseClock}
      echo={(minutes) => format.clock(atClock(day, minutes, zone))}
      onChange={(minutes) => onChange(atClock(day, minutes, zone))}
    />
  );
}
