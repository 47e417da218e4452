import { TextInput } from "@mantine/core";
import { type DayProps, useDayInput } from "./use-day-input.tsx";

interface Props extends DayProps {
  label: string;
  hint?: string;
  error?: string | undefined;
}

export function FormDateField({ label, hint, error, ...props }: Props) {
  const { input, message, calendar } = useDayInput(props);
  return (
    <TextInput
      {...input}
      label={label}
      description={hint}
      error={error ?? message}
      rightSection={calendar}
      rightSectionPointerEvents="all"
    />
  );
}
