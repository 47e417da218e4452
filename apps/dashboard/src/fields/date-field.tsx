import { useId } from "react";
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
    <span className={classes.field}>
      <input
        {...input}
        className={`${classes.input} ${className}`}
        size={11}
        aria-label={label}
        aria-describedby={echoId}
      />
      <span className={classes.open}>{calendar}</span>
      <span id={echoId} role="status" className={classes.echo}>
        {message}
      </span>
    </span>
  );
}
