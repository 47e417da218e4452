import { type ReactNode, useId } from "react";
import classes from "./panel.module.css";

interface Props {
  title: string;
  /** The id of the heading, if something else refers to it. */
  id?: string;
  aside?: ReactNode;
  /** Whether the panel may continue on the next page of paper. */
  isLong?: boolean;
  isBusy?: boolean;
  children: ReactNode;
}

/** A part of a screen with a heading. */
export function Panel({ title, id, aside, isLong = false, isBusy, children }: Props) {
  const ownId = useId();
  const headId = id ?? ownId;
  return (
    <section aria-labelledby={headId} aria-busy={isBusy} className={classes.panel} data-long={isLong || undefined}>
      <div className={classes.head}>
        <h2 id={headId}>{title}</h2>
        {aside && <div className="wrap">{aside}</div>}
      </div>
      {children}
    </section>
  );
}
