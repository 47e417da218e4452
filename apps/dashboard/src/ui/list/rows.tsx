import type { ReactNode } from "react";
import classes from "./rows.module.css";

interface Props {
  label?: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A list of objects, each a `ListRow`. */
export function Rows({ label, className = "", children }: Props) {
  return (
    <ul className={`list panel lined ${classes.rows} ${className}`} aria-label={label}>
      {children}
    </ul>
  );
}

interface RowProps {
  /** Shown before the object. */
  mark?: ReactNode;
  /** The buttons at the end of the row. */
  buttons?: ReactNode;
  /** Shown at the end of the row instead of buttons. */
  end?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

export function ListRow({ mark, buttons, end, className, children }: RowProps) {
  return (
    <li className={className}>
      {mark}
      <div className={`fill ${classes.main}`}>{children}</div>
      {end}
      {buttons && <div className="buttons">{buttons}</div>}
    </li>
  );
}
