import { type ReactNode, useId } from "react";
import classes from "./panel.module.css";

interface Props {
  title: string;
  /** Replaces the heading as the name of the region. */
  label?: string;
  /** The id of the heading, if something else refers to it. */
  id?: string;
  aside?: ReactNode;
  /** Whether the panel may continue on the next page of paper. */
  isLong?: boolean;
  isBusy?: boolean;
  children: ReactNode;
}

/** A part of a screen with a heading. */
export function Panel({ title, label, id, aside, isLong = false, isBusy, children }: Props) {
  const ownId = useId();
  const headId = id ?? ownId;
  return (
    <section
      {...(label === undefined ? { "aria-labelledby": headId } : { "aria-label": label })}
      aria-busy={isBusy}
      className={classes.panel}
      data-long={isLong || undefined}
    >
      <div className={classes.head}>
        <h2 id={headId}>{title}</h2>
        {aside && <div className="wrap">{aside}</div>}
      </div>
      {children}
    </section>
  );
}
