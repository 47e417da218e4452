import { TextInput } from "#ui/fields/text-input.tsx";
import { type DayProps, useDayInput } from "./use-day-input.tsx";

interface Props extends DayProps {
  label: string;
  hint?: string;
  field?: string | undefined;
  className?: string | undefined;
}

export function FormDateField({ label, hint, field, className, ...props }: Props) {
  const { input, message, calendar } = useDayInput(props);
  return <TextInput {...input} {...{ label, className, hint, field }} error={message} end={calendar} />;
}
