import { TextInput } from "#ui/fields/text-input.tsx";
import { type DayProps, useDayInput } from "./use-day-input.tsx";

interface Props extends DayProps {
  label: string;
  hint?: string;
  error?: string | undefined;
  className?: string | undefined;
}

export function FormDateField({ label, hint, error, className, ...props }: Props) {
  const { input, message, calendar } = useDayInput(props);
  return (
    <TextInput {...input} label={label} className={className} hint={hint} error={error ?? message} end={calendar} />
  );
}
