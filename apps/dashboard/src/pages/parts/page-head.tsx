import type { ReactNode } from "react";
import classes from "./page-head.module.css";

interface Props {
  title: string;
  lead?: ReactNode;
  /** Buttons at the right, the main one last. */
  children?: ReactNode;
}

/** The heading of a screen, and of its tab in the browser, with what can be done beside it. */
export function PageHead({ title, lead, children }: Props) {
  return (
    <div className={classes.head}>
      <title>{`${title} – Stint`}</title>
      <h1>{title}</h1>
      <div className={classes.actions}>{children}</div>
      {lead !== undefined && <p className={classes.lead}>{lead}</p>}
    </div>
  );
}
