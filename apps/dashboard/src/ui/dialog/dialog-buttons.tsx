import type { ReactNode } from "react";
import classes from "./dialog-buttons.module.css";

interface Props {
  /** What the buttons would do, or what went wrong, at their left. */
  note?: ReactNode;
  children: ReactNode;
}

/** The buttons of a dialog, the main one last. They stay in sight below a long form. */
export function DialogButtons({ note, children }: Props) {
  return (
    <div className={`buttons ${classes.buttons}`}>
      {note !== undefined && <div className={classes.note}>{note}</div>}
      {children}
    </div>
  );
}
