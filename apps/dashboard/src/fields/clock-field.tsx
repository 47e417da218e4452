import { useFormat } from "#i18n/format.ts";
import { useSettings } from "#state/settings/settings.ts";
import { parseClock } from "@stint/grammar/parse-clock.ts";
import { atClock, clockMinutesOf, dayOf } from "#time/zoned.ts";
import { ParsedField } from "#ui/fields/parsed-field.tsx";

interface Props {
  label: string;
  /** An instant in milliseconds. Typing changes its time of day and leaves the day. */
  instant: number;
  onChange: (instant: number) => void;
  disabled?: boolean;
  className?: string | undefined;
}

/** A time of day in the person's zone. A typed time has no hidden seconds. */
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
