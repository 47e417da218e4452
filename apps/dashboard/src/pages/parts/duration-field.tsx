import { useSettings } from "#api/settings.ts";
import { formatDuration } from "#time/format-duration.ts";
import { parseDuration } from "#time/parse-duration.ts";
import { ParsedField } from "#ui/parsed-field.tsx";

interface Props {
  label: string;
  seconds: number;
  onChange: (seconds: number) => void;
  disabled?: boolean;
  className?: string | undefined;
}

/** A duration to be read and typed. A typed one has no hidden seconds. */
export function DurationField({ seconds, ...props }: Props) {
  const { format, locale } = useSettings();
  return (
    <ParsedField
      {...props}
      value={seconds}
      show={format.duration}
      parse={parseDuration}
      echo={(parsed) => formatDuration(parsed, "clock", locale)}
    />
  );
}
