import { useId } from "react";
import fields from "#ui/fields/field.module.css";
import { TextInput } from "#ui/fields/text-input.tsx";
import { type DayProps, useDayInput } from "./use-day-input.tsx";
import classes from "./date-field.module.css";

interface Props extends DayProps {
  label: string;
  className?: string | undefined;
}

/** A date in the account's format, typed or chosen from a calendar. It is styled like the fields around it. */
export function DateField({ label, className = "", ...props }: Props) {
  const { input, message, calendar } = useDayInput(props);
  const echoId = useId();
  return (
    <span className={`${classes.field} ${className}`}>
      <TextInput {...input} label={label} hidesLabel size={11} aria-describedby={echoId} end={calendar} />
      <span id={echoId} role="status" className={fields.echo}>
        {message}
      </span>
    </span>
  );
}
