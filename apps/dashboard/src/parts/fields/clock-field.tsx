import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { editClock } from "#time/edit-clock.ts";
import { parseClockTime } from "@stint/grammar/parse-clock.ts";
import { ParsedField } from "#ui/fields/parsed-field.tsx";

interface Props {
  label: string;
  /** In milliseconds. Typing changes the time of day and keeps the day. */
  instant: number;
  /** If the field is the end of a span, the start of that span. A typed time before the start is on the next day. */
  start?: number;
  onChange: (instant: number) => void;
  disabled?: boolean;
  isInForm?: boolean;
  className?: string | undefined;
}

/**
 * A time of day in the person's time zone. Typing one sets its seconds to zero, because the field doesn't show them.
 */
export function ClockField({ instant, start, ...props }: Props) {
  const text = useText();
  const format = useFormat();
  const { zone } = useSettings();
  return (
    <ParsedField
      {...props}
      value={instant}
      show={format.exactClock}
      parse={(typed) => {
        const time = parseClockTime(typed);
        return time === undefined ? undefined : editClock(instant, time, zone, start);
      }}
      explain={(typed) => (parseClockTime(typed) === undefined ? undefined : text.time.skipped)}
      echo={format.exactClock}
    />
  );
}
