import { type ReactNode, useId } from "react";
import classes from "./panel.module.css";

interface Props {
  /** The heading. A panel without one has a label. */
  title?: string | undefined;
  /** Replaces the heading as the name of the region. */
  label?: string | undefined;
  /** The id of the heading, if something else refers to it. */
  id?: string;
  aside?: ReactNode;
  /** Whether the panel may continue on the next page of paper. */
  isLong?: boolean;
  isBusy?: boolean | undefined;
  children: ReactNode;
}

/** A part of a screen. */
export function Panel({ title, label, id, aside, isLong = false, isBusy, children }: Props) {
  const ownId = useId();
  const headId = id ?? ownId;
  return (
    <section
      {...(label === undefined ? { "aria-labelledby": headId } : { "aria-label": label })}
      aria-busy={isBusy}
      className={`panel ${classes.panel}`}
      data-long={isLong || undefined}
    >
      {title !== undefined && (
        <div className={`between ${classes.head}`}>
          <h2 id={headId}>{title}</h2>
          {aside && <div className="wrap">{aside}</div>}
        </div>
      )}
      {children}
    </section>
  );
}
