import { useFormat } from "#i18n/format.ts";
import { useSettings } from "#state/settings/settings.ts";
import { formatDuration } from "@stint/grammar/time-text.ts";
import { parseDuration } from "@stint/grammar/parse-duration.ts";
import { ParsedField } from "#ui/fields/parsed-field.tsx";

interface Props {
  label: string;
  seconds: number;
  onChange: (seconds: number) => void;
  disabled?: boolean;
  isInForm?: boolean;
  className?: string | undefined;
}

export function DurationField({ seconds, ...props }: Props) {
  const format = useFormat();
  const { locale } = useSettings();
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
